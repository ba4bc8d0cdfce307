#!/bin/sh
# What a store costs, on generated pages of 3 kB: bench/store_speed.sh BUILD [PAGES] (default 200000).
set -eu
build=$1
pages=${2:-200000}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$build/doppel" gen --pages "$pages" --words 480 --seed 11 --out "$folder/pages.jsonl"
"$build/bench/store_speed" "$folder/pages.jsonl" "$folder/store"
