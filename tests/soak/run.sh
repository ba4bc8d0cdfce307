#!/bin/sh
# tests/soak/run.sh SOAK [EVENTS] [PAGES] [WORDS]: a soak in a folder of its own (below TMPDIR), which is removed.
# SOAK is build/<preset>/tests/soak/soak; by default 10,000,000 events on 250,000 pages of the lengths of the web.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" "$folder/soak" "${2:-10000000}" "${3:-250000}" "${4:-0}"
