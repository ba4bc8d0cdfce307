#!/bin/sh
# Main content by doppel and by peers on the same gold pages; prints the tables of README.md.
#   eval/main_content/run.sh PROGRAM            PROGRAM is build/<preset>/doppel
#   eval/main_content/run.sh PROGRAM train      makes src/main_content/weights.inc again
#   eval/main_content/run.sh PROGRAM check      cross-validation on the even half
# The first run makes a private environment and the peers' answers in build/<preset>/main_content: some minutes.
set -eu
build=$(cd "$(dirname "$1")" && pwd)
task=${2:-measure}
here=$(cd "$(dirname "$0")" && pwd)
dev=${XDG_CACHE_HOME:-$HOME/.cache}/doppel/dev
if [ ! -d "$dev/trafilatura-eval" ]; then
  echo "skipped: $dev/trafilatura-eval is absent"
  exit 77
fi
work=$build/main_content
mkdir -p "$work"
if [ ! -f "$work/ready" ] || [ "$here/requirements.txt" -nt "$work/ready" ]; then
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check --upgrade pip
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$here/requirements.txt"
  touch "$work/ready"
fi
if command -v cargo > /dev/null && [ ! -x "$work/smoothie/release/smoothie" ]; then
  CARGO_TARGET_DIR=$work/smoothie cargo build --quiet --release --manifest-path "$here/smoothie/Cargo.toml" ||
    echo 'eval: no dom_smoothie'
fi
cmake --build "$build" --target main_blocks > "$work/build.log" || { cat "$work/build.log"; exit 1; }
python="$work/venv/bin/python -B"
case $task in
  measure) exec $python "$here/tables.py" "$build/eval/main_blocks" "$work" ;;
  train) exec $python "$here/train.py" "$build/eval/main_blocks" "$work" "$here/../../src/main_content/weights.inc" ;;
  check) exec $python "$here/train.py" "$build/eval/main_blocks" "$work" --check ;;
  *) echo "eval: unknown task $task" >&2; exit 2 ;;
esac
