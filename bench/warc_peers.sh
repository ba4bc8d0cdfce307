#!/bin/sh
# Archives: our readers beside libdeflate alone, FastWARC + resiliparse and warcio + lxml, on the same file.
#   bench/warc_peers.sh BUILD web|docs [BYTES]
# The file is made of the dev pages on the first run (1.1e9 bytes unpacked); the peers live in a private environment.
set -eu
build=$1 kind=$2 bytes=${3:-1.1e9}
here=$(cd "$(dirname "$0")" && pwd)
work=$build/peers
mkdir -p "$work"
if [ ! -x "$work/warc/bin/python" ]; then
  python3 -m venv "$work/warc"
  "$work/warc/bin/pip" install --quiet --disable-pip-version-check warcio lxml fastwarc resiliparse
fi
file=$work/$kind-$bytes.warc.gz
[ -e "$file" ] || python3 "$here/make_warc.py" --kind "$kind" --bytes "$bytes" --out "$file"
pin=''
command -v taskset > /dev/null && pin='taskset -c 0'
echo "== doppel"
DOPPEL_BENCH_WARC=$file $pin "$build/bench/warc_bench" --benchmark_filter='libdeflate_alone|records$|texts' \
  --benchmark_color=false
echo "== two threads"
DOPPEL_BENCH_WARC=$file "$build/bench/warc_bench" --benchmark_filter='thread' --benchmark_color=false
echo "== dedup, end to end"
python3 "$here/warc_dedup.py" "$build" "$kind"
echo "== peers"
$pin "$work/warc/bin/python" "$here/warc_peers.py" "$file" 1500
