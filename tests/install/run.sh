#!/bin/sh
# Installs the build into a fresh folder and builds a consumer that knows only that folder.
#   tests/install/run.sh BUILD CONSUMER
set -eu
build=$1 consumer=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" > /dev/null
cmake -S "$consumer" -B "$work/consumer" -DCMAKE_PREFIX_PATH="$work/prefix" > /dev/null
cmake --build "$work/consumer" > /dev/null
"$work/consumer/consumer"
"$work/prefix/bin/doppel" version
test ! -e "$work/prefix/include/base" || { echo 'internal headers were installed'; exit 1; }
