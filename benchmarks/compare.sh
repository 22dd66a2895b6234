#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# ./dev bench compare ARTICLES.jsonl QUERIES.tsv [--rows N] [--work DIR] [--name NAME]
#
# Trawl, Lucene and Tantivy answer the same queries about the same articles (the first N) in one run, so
# that the machine is the same for all. "Alike" means: all words must match (any of them for the kinds "or" and "long", stop
# words included), ten hits, exact totals, the twenty most frequent sources and tags. Lucene orders by BM25;
# Trawl ranks as it always does. Indexes stay in DIR (default: build/compare) and are used again. Prints two
# tables: NAME, by kind of query, and NAME-modes, which shows what a query costs as it is used: in the index as
# imported, and after five more days of a hundredth each; with words remembered and new, with and without facets and
# passages; benchmarks/peers.sh asks Lucene and Tantivy.
set -euo pipefail
cd "$(dirname "$0")/.."
articles=$1 queries=$2 rows=0 work=build/compare name=short
shift 2
while [ $# -gt 1 ]; do
  case $1 in
    --rows) rows=$2 ;;
    --work) work=$2 ;;
    --name) name=$2 ;;
    *) echo "compare: unknown option $1" >&2; exit 2 ;;
  esac
  shift 2
done
bin=build/release/bin
mkdir -p "$work"
[ "$rows" != 0 ] || rows=$(wc -l <"$articles")
input="$work/$name-$rows.jsonl"
head -n "$rows" "$articles" >"$input"
index="$work/$name-$rows"

# The first $1 hundredths in one import, and each that follows in one of its own.
import() {
  local done=0 next=$(($1 * rows / 100))
  while [ "$done" -lt "$rows" ]; do
    sed -n "$((done + 1)),${next}p" "$input" |
      "$bin/trawl-indexer" import --quiet --data "$2.making" - >&2
    done=$next next=$((next + (rows + 99) / 100))
  done
  mv "$2.making" "$2"
}
[ -d "$index.imported" ] || import 100 "$index.imported"
[ -d "$index.later" ] || import 95 "$index.later"
# Words that begin with something, and excluded words, are not asked in the same way everywhere.
awk -F'\t' '$2 != "minus" && $2 != "prefix"' "$queries" >"$work/queries.tsv"
"$bin/bench_query_latency" "$index.imported" "$work/queries.tsv" >"$index.tsv"
"$bin/trawl" export --data "$index.imported" >"$index.exported" # with the categories that the import found
bash benchmarks/peers.sh "$index.exported" "$work/queries.tsv" "$index" >>"$index.tsv"
/usr/bin/python3 benchmarks/compare_table.py table "$name" "$rows" <"$index.tsv"

{
  "$bin/bench_query_latency" --modes "as imported" "$index.imported" "$work/queries.tsv"
  "$bin/bench_query_latency" --modes "five days later" "$index.later" "$work/queries.tsv"
} >"$index.modes.tsv"
grep -E '^(Lucene|Tantivy): ' "$index.tsv" >>"$index.modes.tsv"
/usr/bin/python3 benchmarks/compare_table.py modes "$name-modes" "$rows" <"$index.modes.tsv"
