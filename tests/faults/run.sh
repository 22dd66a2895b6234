#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# ./dev faults: every part of this folder, with the given options.
set -euo pipefail
cd "$(dirname "$0")/../.."
. cmake/requirements.sh

# Whether a test script knows each option among the arguments.
knows_options() {
  local script=$1 word
  for word in "${@:2}"; do
    [[ $word != --* ]] || grep -qF "add_argument(\"${word%%=*}\"" "$script" || return 1
  done
}

faults() {
  local script status=0 has_run=0
  local -a arguments
  if [[ ${1:-} = -h || ${1:-} = --help ]]; then
    for script in tests/faults/*_test.py; do
      python3 -c 'import ast, sys; print(ast.get_docstring(ast.parse(open(sys.argv[1]).read())), end="\n\n")' "$script"
    done
    return
  fi
  install_missing "${RUN_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
  build dev trawl trawl-indexer trawl-searchd trawl_fault_shim
  for script in tests/faults/*_test.py; do
    arguments=("$@")
    if [ "${1:-}" = --all ]; then
      case $script in
        */faults_test.py) arguments=(--points 0 --stacks 4 "${@:2}") ;; # millions of calls ask for memory
        */serve_test.py) arguments=(--points 30 "${@:2}") ;;            # its calls are numbered by chance
        *) arguments=(--points 0 "${@:2}") ;;
      esac
    fi
    if ! knows_options "$script" "${arguments[@]}"; then
      say "$(basename "$script" _test.py): left out, as it does not know all of these options"
      continue
    fi
    say "$(basename "$script" _test.py)"
    has_run=1
    python3 "$script" build/release/bin . build/release/bin/trawl_fault_shim.so "${arguments[@]}" || [ $? = 77 ] || status=1
  done
  [ "$has_run" = 1 ] || die "no part of tests/faults knows all of these options: $*"
  return "$status"
}

faults "$@"
