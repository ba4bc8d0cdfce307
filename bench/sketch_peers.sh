#!/bin/sh
# Our signatures beside those of rensa, fastsketch, datasketch and gaoya, on the same texts in the same run.
#   bench/sketch_peers.sh BUILD
# The peers live in a private environment of the build folder, made on the first run.
set -eu
build=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$build/peers
mkdir -p "$work"
if [ ! -x "$work/venv/bin/python" ]; then
  python3 -m venv "$work/venv"
  for package in rensa datasketch fastsketchlsh gaoya; do
    "$work/venv/bin/pip" install --quiet --disable-pip-version-check "$package" || echo "peers: no $package"
  done
fi
pin=''
command -v taskset > /dev/null && pin='taskset -c 0'
echo '== doppel: text to words to MinHash-128, all of it'
DOPPEL_BENCH_TEXTS=$work/texts.txt $pin "$build/bench/sketch_bench" \
  --benchmark_filter='^text_to' --benchmark_min_time=0.5 --benchmark_color=false
echo '== peers'
$pin "$work/venv/bin/python" "$here/sketch_peers.py" "$work/texts.txt"
