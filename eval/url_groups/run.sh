#!/bin/sh
# eval/url_groups/run.sh PROGRAM
set -eu
groups=${XDG_CACHE_HOME:-$HOME/.cache}/doppel/dev/url-groups-clueweb12.tsv
if [ ! -f "$groups" ]; then
  echo "skipped: $groups is absent"
  exit 77
fi
exec python3 -B "$(dirname "$0")/measure.py" "$1" "$groups"
