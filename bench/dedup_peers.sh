#!/bin/sh
# JSONL to kept set, end to end, beside rensa, gaoya, datasketch, text-dedup and datatrove: one core, same files, same run.
#   bench/dedup_peers.sh BUILD SHARED [T1s|T1|plain ...]
# TOOLS=doppel,rensa and REPEATS=1 make it shorter.
# SHARED is the folder with the scripts that make T1 and its exact answer; without it only `plain`, which `doppel gen`
# makes, is measured. Data and the peers' private environments are cached; the first run takes a quarter of an hour.
set -eu
build=$(cd "$1" && pwd)
shared=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/doppel
work=$cache/peers
mkdir -p "$work/data/debdoc" "$work/debs" "$work/out" "$work/venvs"

# environment NAME PACKAGE...: a peer that does not install is left out of the table
environment() {
  name=$1
  shift
  [ -x "$work/venvs/$name/bin/python" ] || python3 -m venv "$work/venvs/$name"
  for package in "$@"; do
    "$work/venvs/$name/bin/pip" install --quiet --disable-pip-version-check "$package" || echo "peers: no $package"
  done
}
[ -e "$work/venvs/sig" ] || environment sig orjson xxhash datasketch rensa gaoya
[ -e "$work/venvs/td" ] || environment td text-dedup
[ -e "$work/venvs/dt" ] || environment dt 'datatrove[io,processing]' orjson spacy

# Real texts: documentation packages of Debian, and the pages of SHARED.
documentation() {
  packages='rust-doc openjdk-17-doc cppreference-doc-en-html python3.11-doc libboost1.81-doc linux-doc-6.1
    qtbase5-doc-html sqlite3-doc libgtk-3-doc libglib2.0-doc git-doc fp-docs-3.2.2 libstdc++-12-doc'
  for package in $packages; do
    [ -d "$work/data/debdoc/$package" ] && continue
    (cd "$work/debs" && apt-get download -qq "$package")
    dpkg-deb -x "$work/debs/$package"_*.deb "$work/data/debdoc/$package"
  done
}
if [ -f "$shared/peers/build_t1.py" ]; then
  sets=${*:-T1s T1 plain}
  if [ ! -f "$work/data/t1/T1.jsonl" ]; then
    [ -d "$cache/dev" ] || { mkdir -p "$cache/dev" && tar xJf "$shared/data/dev.tar.xz" -C "$cache/dev" --strip-components=1; }
    ln -sfn "$cache/dev" "$work/data/dev"
    documentation
    PEERS_WORK=$work python3 "$shared/peers/build_t1.py"
  fi
  oracle=$work/out/oracle
  [ -x "$oracle" ] || g++ -O3 -march=native -std=c++20 "$shared/peers/oracle.cpp" -o "$oracle"
else
  echo "peers: $shared/peers is absent: no T1, no precision and recall"
  sets=plain
fi

mkdir -p "$work/data/plain"
if [ ! -f "$work/data/plain/plain.jsonl" ]; then
  "$build/doppel" gen --pages 120000 --template 0 --boilerplate 0 \
    --out "$work/data/plain/plain.jsonl" --truth "$work/data/plain/edits.tsv"
fi
exec python3 "$here/dedup_peers.py" --doppel "$build/doppel" --work "$work" --shared "$shared" ${TOOLS:+--tools "$TOOLS"} \
  --repeats "${REPEATS:-3}" $sets
