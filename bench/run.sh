#!/bin/sh
# Runs every benchmark in turn, on one core where taskset allows it.
#   bench/run.sh BUILD
set -eu
build=$1
pin=''
command -v taskset > /dev/null && pin='taskset -c 0'
for bench in "$build"/bench/*_bench; do
  echo "== $(basename "$bench")"
  $pin "$bench" --benchmark_min_time=0.5
done
rm -rf "${TMPDIR:-/tmp}/doppel-bench"
