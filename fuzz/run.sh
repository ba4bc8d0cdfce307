#!/bin/sh
# Runs fuzz targets one after another, each on the corpus of the repository and on what earlier runs added to the cache.
#   fuzz/run.sh BUILD SECONDS [TARGET...]     SECONDS for each target; without names every target of targets.txt
# An input that crashes, hangs or leaks is left in BUILD/failures, and the run ends with exit code 1.
# A slow input is not a failure: libFuzzer leaves it there too, as TARGET-slow-unit-*.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd) seconds=$2
shift 2
[ $# -gt 0 ] || set -- $(sed -n 's/^\([a-z_]*\):.*/\1/p' "$here/targets.txt")
cache=${XDG_CACHE_HOME:-$HOME/.cache}/doppel/fuzz
failures=$build/failures
mkdir -p "$failures"

# Targets that write files do so in memory where the system has a folder for that.
memory=/dev/shm
[ -w "$memory" ] || memory=${TMPDIR:-/tmp}
TMPDIR=$(mktemp -d "$memory/doppel-fuzz-XXXXXX")
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
trap 'exit 1' INT TERM

for target in "$@"; do
  program=$build/fuzz/${target}_fuzz
  [ -x "$program" ] || { echo "fuzz: there is no target $target in $build" >&2; exit 2; }
  mkdir -p "$cache/$target"
  log=$failures/$target.log
  if ! "$program" -max_total_time="$seconds" -max_len=4096 -timeout=60 -print_final_stats=1 \
       -artifact_prefix="$failures/$target-" "$cache/$target" "$here/corpus/$target" > "$log" 2>&1; then
    tail -n 40 "$log"
    echo "fuzz: $target failed; the input is named above, the whole log is $log" >&2
    exit 1
  fi
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  added=$(sed -n 's/^stat::new_units_added: *//p' "$log")
  echo "fuzz: $target: $runs runs in $seconds s, $added new inputs, $(ls "$cache/$target" | wc -l) in the cache"
done
