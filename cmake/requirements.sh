# SPDX-License-Identifier: GPL-3.0-or-later
# What the development script and those that it calls share: messages, packages, building. To be sourced in the tree's root.

# packages_for USE: Debian's names of the packages that cmake/requirements.txt lists for it.
packages_for() { awk -v use="$1" '!/^#/ && $4 == use && !seen[$3]++ { print $3 }' cmake/requirements.txt; }
mapfile -t RUN_PACKAGES < <(packages_for run)
mapfile -t TEST_PACKAGES < <(packages_for test)
mapfile -t PACKAGE_PACKAGES < <(packages_for package)
mapfile -t CLUSTER_PACKAGES < <(packages_for cluster)
mapfile -t CLANG_PACKAGES < <(packages_for clang)

# say TEXT: bold on a terminal.
say() { if [ -t 2 ]; then printf '\033[1m%s\033[0m\n' "$*" >&2; else printf '%s\n' "$*" >&2; fi; }
die() { printf 'dev: %s\n' "$*" >&2; exit 1; }

# As many jobs as there are processors, and gigabytes of free memory: a job takes up to 0.8 GB.
default_jobs() {
  local jobs gigabytes
  jobs=$(nproc)
  gigabytes=$(awk '/^MemAvailable:/ { print int($2 / 1000000) }' /proc/meminfo 2>/dev/null || true)
  [ -z "$gigabytes" ] || [ "$gigabytes" -ge "$jobs" ] || jobs=$((gigabytes > 0 ? gigabytes : 1))
  echo "$jobs"
}
JOBS=${TRAWL_JOBS:-$(default_jobs)}

# Packages are installed only on Debian. On other systems, the missing ones are listed.
is_debian() { (. /etc/os-release && [[ "${ID:-} ${VERSION_ID:-}" =~ ^debian\ 1[23]$ ]]) 2>/dev/null; }

system_name() { (. /etc/os-release && echo "$PRETTY_NAME") 2>/dev/null || uname -s; }

# has_header HEADER: whether the compiler finds it.
has_header() { echo "#include <$1>" | g++ -E -x c++ - >/dev/null 2>&1; }

# list_lacking PACKAGE…: what they would bring and this system lacks, one per line. On other systems packages have other names, so
# each is looked for by what cmake/requirements.txt says is in it.
list_lacking() {
  local kind name package rest
  while read -r kind name package rest; do
    case " $* " in *" $package "*) ;; *) continue ;; esac
    case $kind in
      command) command -v "$name" >/dev/null ;;
      library) pkg-config --exists "$name" 2>/dev/null ;;
      header) has_header "$name" ;;
      file) [ -e "$name" ] ;;
      module) /usr/bin/python3 -c "import $name" 2>/dev/null ;;
      *) true ;;
    esac || echo "the $kind $name (Debian: $package)"
  done < <(grep -v '^#' cmake/requirements.txt)
  if command -v g++ >/dev/null && [ "$(g++ -dumpversion | cut -d. -f1)" -lt 12 ]; then
    echo "g++ 12 or newer (this is $(g++ -dumpversion))"
  fi
}

# install_missing PACKAGE…: as root, or with sudo.
install_missing() {
  local missing=() package lacking
  if ! is_debian; then
    lacking=$(list_lacking "$@")
    [ -n "$lacking" ] || return 0
    say "Trawl is built and tested on Debian 12 and 13; this is $(system_name), where ./dev does not install packages."
    printf 'Missing: %s\n' "${lacking//$'\n'/$'\n'Missing: }" >&2
    die "install these and try again"
  fi
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  local as_root=()
  [ "$(id -u)" = 0 ] || { command -v sudo >/dev/null || die "run this as root or install sudo; missing packages: ${missing[*]}"; as_root=(sudo); }
  say "Installing packages: ${missing[*]}"
  say "Fetching the package lists"
  local log
  log=$(mktemp)
  "${as_root[@]}" apt-get update -q >"$log" 2>&1 || { tail -n 20 "$log" >&2; die "apt-get update failed; see above"; }
  # How many packages and how large: asked for and refused, which apt tells only to root.
  "${as_root[@]}" apt-get install -q --assume-no --no-install-recommends "${missing[@]}" 2>/dev/null |
    grep -E 'newly installed|^Need to get|^After this operation' >&2 || true
  if ! { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
      -o APT::Status-Fd=1 "${missing[@]}"; } 2>&1 | tee "$log" | show_apt_progress; then
    tail -n 20 "$log" >&2
    die "installing packages failed; see above (the whole log is $log)"
  fi
  rm -f "$log"
}

# Shows apt's progress: one line that is updated in place on a terminal, else a line for every ten percent.
show_apt_progress() {
  local kind package percent step shown=-1 tenth
  while IFS=: read -r kind package percent step; do
    case $kind in
      dlstatus) kind="downloading" ;;
      pmstatus) kind="installing" ;;
      *) continue ;;
    esac
    tenth="$kind $((${percent%%.*} / 10))"
    if [ -t 2 ]; then
      printf '\r\033[K  %s: %3.0f %%  %.80s' "$kind" "$percent" "$step" >&2
    elif [ "$tenth" != "$shown" ]; then
      printf '  %s: %3.0f %%\n' "$kind" "$percent" >&2
    fi
    shown=$tenth
  done
  [ ! -t 2 ] || printf '\r\033[K' >&2
}

# build PRESET [TARGET…]: `dev` is the folder of `release` with the tests, so that the programs are compiled once.
build() {
  local preset=$1 folder=build/${1/#dev/release}
  shift
  [ "$preset" != dev ] || [ $# -gt 0 ] || set -- everything_tested
  # CMake refuses a build folder that was copied or moved with its tree.
  local made_for
  made_for=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$folder/CMakeCache.txt" 2>/dev/null || true)
  if [ -n "$made_for" ] && [ "$made_for" != "$PWD" ]; then
    say "$folder was made in $made_for; building it anew"
    rm -rf "$folder"
  fi
  if [ ! -f "$folder/build.ninja" ] || { [ "$preset" = dev ] && ! grep -q '^TRAWL_TESTS:BOOL=ON' "$folder/CMakeCache.txt"; }; then
    say "Configuring $preset"
    cmake --preset "$preset" >/dev/null || die "configuring failed; see above"
  fi
  cmake --build "$folder" -j "$JOBS" ${@:+--target "$@"}
}
