#!/bin/sh
# Keeps of the cached corpus only the inputs that reach something which no smaller one reaches.
#   fuzz/minimise.sh BUILD [TARGET...]
# What is left in ${XDG_CACHE_HOME:-$HOME/.cache}/doppel/fuzz/TARGET is where new seeds for fuzz/corpus come from.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- $(sed -n 's/^\([a-z_]*\):.*/\1/p' "$here/targets.txt")
cache=${XDG_CACHE_HOME:-$HOME/.cache}/doppel/fuzz
mkdir -p "$build/failures"
for target in "$@"; do
  [ -d "$cache/$target" ] || continue
  before=$(ls "$cache/$target" | wc -l)
  rm -rf "$cache/$target.merged"
  mkdir "$cache/$target.merged"
  # The seeds of the repository come first: what they reach need not be cached.
  cp "$here/corpus/$target"/* "$cache/$target.merged"
  "$build/fuzz/${target}_fuzz" -merge=1 -max_len=4096 -timeout=60 "$cache/$target.merged" "$cache/$target" \
    > "$build/failures/$target-minimise.log" 2>&1
  for seed in "$here/corpus/$target"/*; do rm "$cache/$target.merged/$(basename "$seed")"; done
  rm -rf "$cache/$target"
  mv "$cache/$target.merged" "$cache/$target"
  echo "fuzz: $target: $before inputs, $(ls "$cache/$target" | wc -l) kept"
done
