#!/bin/sh
# HTML to text and main content beside selectolax (lexbor) and resiliparse, on the same pages in the same run.
#   bench/html_peers.sh BUILD
# The peers live in a private environment of the build folder, made on the first run.
set -eu
build=$1
here=$(cd "$(dirname "$0")" && pwd)
dev=${XDG_CACHE_HOME:-$HOME/.cache}/doppel/dev
if [ ! -d "$dev/trafilatura-eval" ]; then
  echo "skipped: $dev/trafilatura-eval is absent"
  exit 77
fi
work=$build/html_peers
mkdir -p "$work"
if [ ! -x "$work/venv/bin/python" ]; then
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check --upgrade pip
fi
"$work/venv/bin/pip" install --quiet --disable-pip-version-check selectolax==1.0.2 resiliparse==1.1.0
pin=''
command -v taskset > /dev/null && pin='taskset -c 0'
$pin "$work/venv/bin/python" -B "$here/html_peers.py" "$build/bench/html_speed" "$dev" "$work"
