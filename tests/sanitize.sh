#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# ./dev sanitize [--quick|--threads|CTEST ARGS]: the tests under sanitizers.
set -euo pipefail
cd "$(dirname "$0")/.."
. cmake/requirements.sh

# The parsers of network input: their tests, and the seeds of their fuzz targets. Built without optimisation, which
# takes half the time.
QUICK_SEEDS=(analyzer charset date feed html json_ld robots sitemap url)
QUICK_TESTS=(shared_text shared_url)

sanitize_quick() {
  local name
  install_missing "${RUN_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
  say "Building the parsers with sanitizers"
  build quick-asan "${QUICK_SEEDS[@]/#/fuzz_}" "${QUICK_TESTS[@]/#/test_}"
  say "Testing the parsers under the address and undefined-behaviour sanitizers"
  for name in "${QUICK_SEEDS[@]}"; do "build/quick-asan/bin/fuzz_$name" "tests/fuzz/seeds/$name" 2>&1 | tail -n 3; done
  for name in "${QUICK_TESTS[@]}"; do "build/quick-asan/bin/test_$name" | tail -n 3; done
}

# The code that runs in several threads: the daemon's connections and workers, and engines that share a cache.
sanitize_threads() {
  install_missing "${RUN_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
  say "Building the tests of the daemon and the engine (tsan)"
  build tsan test_searchd test_shared_search
  build/tsan/bin/test_searchd
  build/tsan/bin/test_shared_search "engine: threads*"
}

case ${1:-} in
  --quick) sanitize_quick ;;
  --threads) sanitize_threads ;;
  *) TRAWL_PRESET=asan ./dev test "$@" ;;
esac
