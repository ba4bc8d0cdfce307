#!/bin/sh
# The demo: dedup of the small crawl in examples/, one certificate, and the proof of all of them.
#   tools/demo.sh PROGRAM OUTPUT
set -eu
doppel=$1 out=$2
rm -rf "$out"

echo "\$ doppel dedup examples/crawl --out $out"
"$doppel" dedup examples/crawl --out "$out"
echo
echo "\$ grep near $out/duplicates.jsonl | head -1      # why was this page removed?"
grep '"near"' "$out/duplicates.jsonl" | head -1
echo
echo "\$ doppel check $out"
"$doppel" check "$out"
echo
echo "The kept records are in $out under the names of their inputs; beside them:"
echo "  duplicates.jsonl   every removed record, the record kept instead, and the proof"
echo "  groups.jsonl       who belongs together, the winner first"
echo "  rejected.jsonl     what could not be read, where and why"
echo "  summary.json       the books: read = kept + removed + rejected"
