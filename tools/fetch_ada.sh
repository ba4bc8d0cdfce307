#!/bin/sh
# Puts ada.h and ada.cpp, the URL parser's source, into a folder; nothing when they are there.
#   tools/fetch_ada.sh DIR
# They come in the source archive of its Python package, which pip brings and which is never built. The archive is checked
# before it is opened, and kept in ${XDG_CACHE_HOME:-~/.cache}/doppel: a copy put there by hand does as well.
set -eu

version=4.0.0
archive=ada_url-$version.tar.gz
sha256=9f399ec867349800a4c2d3aa8df8c533c340494b04d34b1f082b97d9a8b76a07
dir=$1
cache=${XDG_CACHE_HOME:-$HOME/.cache}/doppel

is_good() { echo "$sha256  $1" | sha256sum --check --status 2> /dev/null; }

[ ! -f "$dir/ada.cpp" ] || exit 0
if pkg-config --exists ada 2> /dev/null; then exit 0; fi

mkdir -p "$dir" "$cache"
work=$(mktemp -d "$dir/fetching.XXXXXX")
trap 'rm -rf "$work"' EXIT
if ! is_good "$cache/$archive"; then
  echo "setup: fetching ada $version"
  # Only this package as source: pip asks its build tools for its name, and those come ready-made.
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --no-binary ada-url --dest "$work" \
    "ada-url==$version" || { echo "setup: cannot fetch ada; put $archive into $cache" >&2; exit 1; }
  is_good "$work/$archive" || { echo "setup: $archive has the wrong checksum" >&2; exit 1; }
  mv "$work/$archive" "$cache/$archive"
fi
tar -xzf "$cache/$archive" -C "$work" --strip-components 2 --no-same-owner \
  "ada_url-$version/ada_url/ada.h" "ada_url-$version/ada_url/ada.cpp"
mv "$work/ada.h" "$dir/ada.h"
mv "$work/ada.cpp" "$dir/ada.cpp"
