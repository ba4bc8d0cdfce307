#!/bin/sh
# Runs every fuzz target for a while; the corpus stays in the build folder and grows from run to run.
#   fuzz/run.sh BUILD SECONDS [TARGET...]
set -eu
build=$1 seconds=$2
shift 2
[ $# -gt 0 ] || set -- $(cd "$build/fuzz" && ls | grep '_fuzz$')
for target in "$@"; do
  corpus=$build/corpus/$target
  mkdir -p "$corpus"
  echo "fuzz: $target, $seconds s"
  (cd "$corpus/.." && "$OLDPWD/$build/fuzz/$target" -max_total_time="$seconds" -print_final_stats=1 \
    -max_len=4096 -verbosity=0 -artifact_prefix="$target-" "$target") 2>&1 | grep -E 'number_of_executed|ERROR|SUMMARY|BINGO' || true
  ! ls "$build/corpus/$target"-* > /dev/null 2>&1 || { echo "fuzz: $target failed, see $build/corpus"; exit 1; }
done
