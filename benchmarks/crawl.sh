#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# How fast a mirror of sixteen blogs is crawled, without pauses, from fetch to searchable: what the crawl brought, and its time.
#   crawl.sh [MIRROR OPTIONS]     e.g. --latency-ms 300; the mirror is $TRAWL_SHARED/web (default ../shared/web)
set -euo pipefail
cd "$(dirname "$0")/.."
web="${TRAWL_SHARED:-../shared}/web"
[ -f "$web/serve_mirror.py" ] || { echo "there is no $web; set TRAWL_SHARED to the collections of real pages" >&2; exit 77; }
folder=$(mktemp -d)
python3 "$web/serve_mirror.py" --rewrite-https --print-sources >"$folder/sources.json"
python3 "$web/serve_mirror.py" --rewrite-https "$@" >"$folder/address" &
mirror=$!
# shellcheck disable=SC2064
trap "kill $mirror 2>/dev/null || true; rm -rf '$folder'" EXIT
for _ in $(seq 600); do [ -s "$folder/address" ] && break; sleep 0.1; done
address=$(awk '{ print $NF }' "$folder/address")
TIMEFORMAT='%R s, of the processor %U s and of the system %S s'
time build/release/bin/trawl-indexer crawl --data "$folder/data" --sources "$folder/sources.json" --proxy "http://$address" \
  --allow-address "$address" --delay 0
