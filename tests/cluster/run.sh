#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# ./dev test --cluster [--if-there] and ./dev cluster start|stop|status|clean: the tests against an OpenSearch cluster.
#   run.sh test [--if-there] | run.sh start|stop|status|clean
set -euo pipefail
cd "$(dirname "$0")/../.."
. cmake/requirements.sh

# The cluster's nodes are Java programs; nothing else here needs Java.
cluster() {
  [ "${1:-}" != start ] || install_missing "${CLUSTER_PACKAGES[@]}"
  python3 tests/cluster/cluster.py "$@"
}

# test_cluster [--if-there]: without Java or the artifacts, which only these tests need, the tests are skipped with a
# message. --if-there: installs and fetches nothing.
test_cluster() {
  local test failed=() fetch=prepare security=tests/cluster/security_test.py
  [ "${1:-}" != --if-there ] || fetch=prepare-offline
  install_missing "${RUN_PACKAGES[@]}" "${TEST_PACKAGES[@]}" # the tests are configured with the programs
  if [ "$fetch" = prepare ]; then
    (install_missing "${CLUSTER_PACKAGES[@]}") || { skip_cluster "the packages ${CLUSTER_PACKAGES[*]} cannot be installed (see above)"; return; }
    say "Fetching OpenSearch from Maven (65 MB the first time)"
  fi
  test=$(python3 tests/cluster/cluster.py "$fetch" 2>&1) || { test=${test##*$'\n'}; skip_cluster "${test#cluster: }"; return; }
  say "Building"
  build dev trawl trawl-indexer trawl-searchd
  trap 'cluster stop' EXIT
  cluster start
  # This test has its own node, and mostly waits.
  python3 "$security" >build/opensearch/security.log 2>&1 & local secured=$!
  for test in tests/cluster/*_test.py; do
    [ "$test" != "$security" ] || continue
    say "$test"
    python3 "$test" || failed+=("$test")
  done
  say "$security"
  wait "$secured" || failed+=("$security")
  cat build/opensearch/security.log
  [ ${#failed[@]} = 0 ] || die "test --cluster: failed: ${failed[*]}"
}

skip_cluster() { say "Skipped: the tests against an OpenSearch cluster: $1"; }

case ${1:-} in
  test) test_cluster "${@:2}" ;;
  *) cluster "$@" ;;
esac
