#!/bin/sh
# Format, layers and clang-tidy: prints what is wrong and fails, or prints a line for each.
#   tools/lint.sh BUILD             all sources
#   tools/lint.sh BUILD COMMITS     clang-tidy only of sources that the last COMMITS commits changed, at most 30
# BUILD is a configured build folder: clang-tidy reads in it how a source is compiled. Headers are checked with the
# sources that include them; of tests, fuzz targets and benchmarks only the names are checked.
set -eu
cd "$(dirname "$0")/.."
build=$1
commits=${2:-}
most=30  # a source takes 4 to 35 seconds

# shellcheck disable=SC2046
clang-format-14 --dry-run --Werror $(git ls-files '*.cc' '*.h')
echo "format: $(git ls-files '*.cc' '*.h' | wc -l) files"

layers=$(python3 -B tools/check_layers.py .) || { echo "$layers"; exit 1; }
echo "layers: $layers"

if [ ! -f "$build/compile_commands.json" ]; then
  echo "lint: $build/compile_commands.json is absent; configure the build first" >&2
  exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Sources that the last commits changed, the newest first; a changed header stands for its source, a file that
# was only renamed for nothing.
changed_sources() {
  git log -n "$1" --no-merges --format= --name-status -M --diff-filter=AMR |
    awk -F '\t' '$1 != "R100" { sub(/\.h$/, ".cc", $NF); print $NF }' |
    awk '/\.cc$/ && !seen[$0]++' | while read -r file; do [ ! -f "$file" ] || echo "$file"; done
}

if [ -n "$commits" ]; then
  changed_sources "$commits" > "$work/all"
else
  git ls-files '*.cc' > "$work/all"
  most=$(wc -l < "$work/all")
fi
head -n "$most" "$work/all" > "$work/chosen"
python3 - "$build/compile_commands.json" "$work/chosen" > "$work/files" <<'EOP'
import json, os, sys
compiled = {os.path.relpath(entry["file"]) for entry in json.load(open(sys.argv[1]))}
for file in open(sys.argv[2]).read().split():
    if file in compiled:
        print(file)
    else:
        print(f"tidy: skipped: {file} is not compiled in this build", file=sys.stderr)
EOP

# A source that is clean prints nothing. When clang-tidy fails, for whatever reason, all that it said is shown.
export build
xargs -r -n 1 -P "$(nproc)" sh -c '
  case $0 in
    *_test.cc | tests/* | fuzz/* | bench/* | eval/*) checks="-*,readability-identifier-naming" ;;
    *) checks="" ;;
  esac
  said=$(clang-tidy-14 --quiet -p "$build" --checks="$checks" --extra-arg=-Wno-unknown-warning-option \
         --extra-arg=-fsized-deallocation "$0" 2>&1) && exit 0
  echo "tidy: $0"
  echo "$said"
  exit 1' < "$work/files"

tidied=$(wc -l < "$work/files") all=$(wc -l < "$work/all")
if [ -n "$commits" ]; then
  echo "tidy: $tidied of $all files changed in the last $commits commits, the newest; \`make lint\` checks all"
else
  echo "tidy: $tidied of $all files"
fi
