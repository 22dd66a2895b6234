#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes a Debian package in build/package from the release build. `./dev package` runs this after building.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(sed -n 's/^project(trawl VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
# A later commit is a later version, so that it upgrades an earlier one.
if commit=$(TZ=UTC git log -1 --date=format-local:%Y%m%d.%H%M%S --format=%cd 2>/dev/null); then version+="+$commit"; fi
# shellcheck source=/dev/null
system=$(. /etc/os-release && echo "deb$VERSION_ID")
work="$PWD/build/package/trawl-$version"
rm -rf build/package
mkdir -p "$work"
cp -r packaging/debian "$work/debian"
# Whoever makes the package answers for it: DEBFULLNAME and DEBEMAIL, as for Debian's own tools.
maintainer="${DEBFULLNAME:-Trawl developers} <${DEBEMAIL:-trawl@localhost.localdomain}>"
sed -i "s/@MAINTAINER@/$maintainer/" "$work/debian/control"
cat >"$work/debian/changelog" <<TEXT
trawl ($version~$system) unstable; urgency=medium

  * See /usr/share/doc/trawl/changelog.gz.

 -- $maintainer  $(LC_ALL=C date -R)
TEXT

log="$PWD/build/package/build.log"
if ! (cd "$work" && TRAWL_BUILD="$OLDPWD/build/release" TRAWL_SOURCE="$OLDPWD" dpkg-buildpackage -b -us -uc -d) >"$log" 2>&1; then
  tail -n 20 "$log" >&2
  echo "making the package failed; the whole log is $log" >&2
  exit 1
fi
rm -rf "$work" build/package/*.changes build/package/*.buildinfo
echo "Made $(ls build/package/trawl_*.deb). Install it with:"
printf '  sudo apt install %q\n' "$PWD/$(ls build/package/trawl_*.deb)"
