#!/bin/sh
# Of the pairs of a similarity, the share that become candidates, on T1 (docs/design/dedup_peers.md).
#   eval/band_recall/run.sh PROGRAM       PROGRAM is build/<preset>/doppel; a minute
set -eu
build=$(cd "$(dirname "$1")" && pwd)
peers=${XDG_CACHE_HOME:-$HOME/.cache}/doppel/peers
if [ ! -f "$peers/data/t1/T1.jsonl" ] || [ ! -f "$peers/out/T1.pairs.tsv" ]; then
  echo "skipped: $peers has no T1 with its exact pairs (bench/dedup_peers.sh makes them)"
  exit 77
fi
cmake --build "$build" --target band_recall_measure
exec "$build/eval/band_recall_measure" "$peers/data/t1/T1.jsonl" "$peers/out/T1.pairs.tsv"
