#!/bin/sh
# Formatting of every source, clang-tidy over the sources that are no tests.
#   tools/lint.sh BUILD [FILE...]
set -eu
build=$1
shift
[ $# -gt 0 ] || set -- $(git ls-files 'src/*.cc' 'include/*.h' 'src/*.h' 'fuzz/*.cc' 'fuzz/*.h' 'bench/*' 'tests/*.cc' | grep -E '\.(h|cc)$')
clang-format-14 --dry-run --Werror "$@"
for file in "$@"; do
  case $file in
    *_test.cc | *.h | fuzz/* | bench/* | tests/*) ;;
    *) echo "$file" ;;
  esac
done | xargs -r -n 4 -P "$(nproc)" clang-tidy-14 --quiet -p "$build" \
    --extra-arg=-Wno-unknown-warning-option 2> /dev/null
echo "lint: $# files"
