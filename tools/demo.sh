#!/bin/sh
# The demo: dedup of the small crawl in examples/, one certificate, and the proof of all of them; then a
# store that follows a crawl of three days.
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

store=$out.store recrawl=examples/recrawl
rm -rf "$store"
echo
echo "A crawl goes on. A store says what is a duplicate of what while pages come, change and go:"
echo
echo "\$ doppel ingest $store $recrawl/monday.jsonl --markets $recrawl/markets.txt"
"$doppel" ingest "$store" $recrawl/monday.jsonl --markets $recrawl/markets.txt
for day in wednesday friday; do
  echo "\$ doppel ingest $store $recrawl/$day.jsonl"
  "$doppel" ingest "$store" $recrawl/$day.jsonl
done
echo
echo "\$ doppel changes $store | grep '\"round\": 3' | grep -E 'died|neutral' | grep -v winner      # what did Friday change?"
"$doppel" changes "$store" | grep '"round": 3' | grep -E 'died|neutral' | grep -v winner
echo
echo "\$ doppel status $store http://mirror.example.net/news/stone-bridge --verify --market neutral      # its original died"
"$doppel" status "$store" http://mirror.example.net/news/stone-bridge --verify --market neutral
echo
echo "\$ doppel check $store"
"$doppel" check "$store"
