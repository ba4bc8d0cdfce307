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
echo "The kept records are in $out, in files named like their inputs. The other files are:"
echo "  duplicates.jsonl   every removed record, the record kept instead, and the certificate"
echo "  groups.jsonl       groups of similar records, with the winner first"
echo "  rejected.jsonl     records that could not be read, with the position and the reason"
echo "  summary.json       the counts: read = kept + removed + rejected"
