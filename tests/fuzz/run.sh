#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# ./dev fuzz NAME SECONDS [ARGS]: runs a fuzz target from its seeds.
set -euo pipefail
cd "$(dirname "$0")/../.."
. cmake/requirements.sh

fuzz() {
  [ $# -ge 1 ] || die "fuzz: which target? $(find tests/fuzz -name '*_fuzz.cpp' | sed 's,^.*/\(.*\)_fuzz\.cpp$,\1,' | sort | tr '\n' ' ')"
  local name=$1 seconds=${2:-60} dictionary=() corpus=build/fuzz/corpus/$1
  [ -n "$(find tests/fuzz -name "${name}_fuzz.cpp")" ] || die "fuzz: unknown target '$name'; './dev fuzz' lists them"
  shift $(($# < 2 ? $# : 2))
  install_missing "${RUN_PACKAGES[@]}" "${CLANG_PACKAGES[@]}"
  build fuzz "fuzz_$name"
  [ ! -f "tests/fuzz/dict/$name.dict" ] || dictionary=("-dict=tests/fuzz/dict/$name.dict")
  mkdir -p "$corpus"
  exec "build/fuzz/bin/fuzz_$name" -max_total_time="$seconds" -rss_limit_mb=2048 -timeout=10 "${dictionary[@]}" \
    "$corpus" "tests/fuzz/seeds/$name" "$@"
}

fuzz "$@"
