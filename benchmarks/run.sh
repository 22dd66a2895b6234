#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# ./dev bench [NAME [ARGS]]: runs a benchmark; without NAME: lists them and what each needs.
set -euo pipefail
cd "$(dirname "$0")/.."
. cmake/requirements.sh

# The input of each benchmark: arguments from the tree itself, or what the user must provide.
bench_arguments() {
  case $1 in
    extract_speed) echo tests/fuzz/seeds/html ;;
    typos) [ ! -d build/demo-data ] || echo build/demo-data ;;
  esac
}

bench_needs() {
  case $1 in
    crawl) echo "a mirror of web pages: \$TRAWL_SHARED/web, or ../shared/web" ;;
    extract_speed) echo "DIR: a folder of .html files (default: tests/fuzz/seeds/html)" ;;
    index_speed) echo "DIR < ARTICLES.jsonl: an empty folder, and what 'trawl export' writes" ;;
    compare) echo "ARTICLES.jsonl QUERIES.tsv [--rows N] [--name NAME] [--stock off]: what 'trawl export' writes, and queries; Maven for Lucene, PyPI for Tantivy and Java" ;;
    formulas) echo "ARTICLES.jsonl [PAGE.html [SEED]]: what 'trawl export' writes; see benchmarks/formulas.cpp" ;;
    growing) echo "SMALLER LARGER QUERIES.tsv [RANDOM [SEED]]: two data directories; see benchmarks/growing.cpp" ;;
    passages) echo "DIR QUERIES.tsv [PASSAGES.tsv]: a data directory and queries; see benchmarks/passages.cpp" ;;
    query_latency) echo "[--alike | --modes NAME] [--cold] DIR QUERIES.tsv [STOCK ARTICLES.jsonl]: a data directory and queries; see benchmarks/query_latency.cpp" ;;
    relevance) echo "--sets DIR --runs OUT: judged sets in BEIR's layout; see benchmarks/relevance.cpp" ;;
    suggest) echo "DIR QUERIES.tsv: a data directory and queries; see benchmarks/suggest.cpp" ;;
    typos) echo "DIR [WORDS]: a data directory (default: build/demo-data, after './dev run --no-serve')" ;;
    *) sed -n 's,^// *bench_'"$1"' *,,p' "benchmarks/$1.cpp" | head -n 1 ;;
  esac
}

bench() {
  local name=${1:-} arguments
  if [ -z "$name" ]; then
    for name in $(cd benchmarks && ls ./*.cpp ./*.sh | grep -v -e '/run.sh$' -e '/peers.sh$' | sed 's,^\./\(.*\)\.[a-z]*$,\1,' | sort -u); do
      printf '  %-15s needs %s\n' "$name" "$(bench_needs "$name")"
    done
    return
  fi
  [ -f "benchmarks/$name.cpp" ] || [ -f "benchmarks/$name.sh" ] || die "bench: unknown benchmark '$name'; './dev bench' lists them"
  shift
  if [ "$name" = compare ]; then
    [ $# -ge 2 ] || die "bench: compare needs $(bench_needs compare)"
    install_missing "${RUN_PACKAGES[@]}" python3-venv
    build release bench_query_latency trawl-indexer >&2
    exec bash benchmarks/compare.sh "$@"
  fi
  if [ -f "benchmarks/$name.sh" ]; then
    [ -d "${TRAWL_SHARED:-../shared}/web" ] || die "bench: $name needs $(bench_needs "$name")"
    install_missing "${RUN_PACKAGES[@]}"
    build release "bench_$name" >&2
    exec bash "benchmarks/$name.sh" "$@"
  fi
  if [ $# -eq 0 ]; then
    read -ra arguments <<<"$(bench_arguments "$name")"
    [ ${#arguments[@]} -gt 0 ] || die "bench: $name needs $(bench_needs "$name")"
    set -- "${arguments[@]}"
    say "Running $name on $*"
  fi
  install_missing "${RUN_PACKAGES[@]}"
  build release "bench_$name" >&2
  exec "build/release/bin/bench_$name" "$@"
}

bench "$@"
