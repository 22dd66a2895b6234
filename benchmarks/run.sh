#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# ./dev bench [NAME [ARGS]]: runs a benchmark; without NAME: lists them and what each needs.
set -euo pipefail
cd "$(dirname "$0")/.."
. cmake/requirements.sh

bench_needs() {
  case $1 in
    compare) echo "ARTICLES.jsonl QUERIES.tsv [--rows N] [--name NAME]: what 'trawl export' writes, and queries; Maven for Lucene, PyPI for Tantivy and Java" ;;
    crawl) echo "a mirror of web pages: \$TRAWL_SHARED/web, or ../shared/web" ;;
    extract_speed) echo "DIR: a folder of .html files (default: tests/fuzz/seeds/html)" ;;
    query_latency) echo "[--alike | --modes NAME] [--cold] DIR QUERIES.tsv: a data directory and queries; see benchmarks/query_latency.cpp" ;;
    relevance) echo "--sets DIR --runs OUT: judged sets in BEIR's layout; see benchmarks/relevance.cpp" ;;
    suggest) echo "DIR QUERIES.tsv: a data directory and queries; see benchmarks/suggest.cpp" ;;
  esac
}

name=${1:-}
if [ -z "$name" ]; then
  for name in compare crawl extract_speed query_latency relevance suggest; do
    printf '  %-15s needs %s\n' "$name" "$(bench_needs "$name")"
  done
  exit
fi
[ -n "$(bench_needs "$name")" ] || die "bench: unknown benchmark '$name'; './dev bench' lists them"
shift
[ "$name $#" != "extract_speed 0" ] || set -- tests/fuzz/seeds/html
packages=() programs=("bench_$name")
case $name in
  compare) [ $# -ge 2 ] && packages=(python3-venv) && programs=(bench_query_latency trawl trawl-indexer) ;;
  crawl) [ -d "${TRAWL_SHARED:-../shared}/web" ] && programs=(trawl-indexer) ;;
  *) [ $# -gt 0 ] ;;
esac || die "bench: $name needs $(bench_needs "$name")"
install_missing "${RUN_PACKAGES[@]}" "${packages[@]}"
build release "${programs[@]}" >&2
[ ! -f "benchmarks/$name.sh" ] || exec bash "benchmarks/$name.sh" "$@"
exec "build/release/bin/bench_$name" "$@"
