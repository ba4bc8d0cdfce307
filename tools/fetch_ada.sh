#!/bin/sh
# Puts ada.h and ada.cpp, the URL parser's source, into a folder; nothing when they are there.
#   tools/fetch_ada.sh DIR
# They come in the source archive of its Python package, which is checked before it is opened. pip brings it: the
# package itself is never built (only its own build tools are looked at, as ready-made wheels, to read its name).
set -eu

version=4.0.0
archive=ada_url-$version.tar.gz
sha256=9f399ec867349800a4c2d3aa8df8c533c340494b04d34b1f082b97d9a8b76a07
dir=$1

[ ! -f "$dir/ada.cpp" ] || exit 0
if pkg-config --exists ada 2> /dev/null; then exit 0; fi

mkdir -p "$dir"
work=$(mktemp -d "$dir/fetching.XXXXXX")
trap 'rm -rf "$work"' EXIT
echo "setup: fetching ada $version"
python3 -m pip download --quiet --disable-pip-version-check --no-deps --no-binary ada-url --dest "$work" \
  "ada-url==$version"
echo "$sha256  $work/$archive" | sha256sum --check --quiet
tar -xzf "$work/$archive" -C "$work" --strip-components 2 --no-same-owner \
  "ada_url-$version/ada_url/ada.h" "ada_url-$version/ada_url/ada.cpp"
mv "$work/ada.h" "$dir/ada.h"
mv "$work/ada.cpp" "$dir/ada.cpp"
