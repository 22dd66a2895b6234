#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# ./dev test --cluster [--quick] and ./dev cluster start|stop|status|clean: the tests against an OpenSearch cluster.
#   run.sh test [--quick] | run.sh start|stop|status|clean
set -euo pipefail
cd "$(dirname "$0")/../.."
. cmake/requirements.sh

# The cluster's nodes are Java programs; nothing else here needs Java.
cluster() {
  [ "${1:-}" != start ] || install_missing "${CLUSTER_PACKAGES[@]}"
  python3 tests/cluster/cluster.py "$@"
}

# test_cluster [--quick]: without Java or the artifacts, which only these tests need, the tests are skipped with a
# message. --quick: one fault of each kind, and no login.
test_cluster() {
  local test failed=() secured='' security=tests/cluster/security_test.py
  [ "${1:-}" != --quick ] || export TRAWL_QUICK=1
  install_missing "${RUN_PACKAGES[@]}"
  (install_missing "${CLUSTER_PACKAGES[@]}") || { skip_cluster "the packages ${CLUSTER_PACKAGES[*]} cannot be installed (see above)"; return; }
  say "Fetching OpenSearch from Maven (65 MB the first time)"
  test=$(python3 tests/cluster/cluster.py prepare 2>&1) || { test=${test##*$'\n'}; skip_cluster "${test#cluster: }"; return; }
  say "Building"
  build release trawl trawl-indexer trawl-searchd
  trap 'cluster stop' EXIT
  cluster start
  if [ -z "${TRAWL_QUICK:-}" ]; then # this test has its own node, and mostly waits
    python3 "$security" >build/opensearch/security.log 2>&1 & secured=$!
  fi
  for test in tests/cluster/*_test.py; do
    [ "$test" != "$security" ] || continue
    say "$test"
    python3 "$test" || failed+=("$test")
  done
  if [ -n "$secured" ]; then
    say "$security"
    wait "$secured" || failed+=("$security")
    cat build/opensearch/security.log
  fi
  [ ${#failed[@]} = 0 ] || die "test --cluster: failed: ${failed[*]}"
}

skip_cluster() { say "Skipped: the tests against an OpenSearch cluster: $1"; }

case ${1:-} in
  test) test_cluster "${@:2}" ;;
  *) cluster "$@" ;;
esac
