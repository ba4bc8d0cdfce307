#!/bin/sh
# The experiments of the Bloom filter paper on other data, and against shingling: writes plots/*.svg and tables.md.
#   eval/refine/run.sh PROGRAM            PROGRAM is build/<preset>/doppel; some five minutes
set -eu
build=$(cd "$(dirname "$1")" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
dev=${XDG_CACHE_HOME:-$HOME/.cache}/doppel/dev
if [ ! -d "$dev/emacs-manuals" ]; then
  echo "skipped: $dev/emacs-manuals is absent"
  exit 77
fi
cmake --build "$build" --target refine_measure
exec python3 -B "$here/experiments.py" "$build/eval/refine_measure" "$dev"
