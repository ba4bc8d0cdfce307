#!/bin/sh
# Installs the Debian packages that are missing, by name, and fetches ada (tools/fetch_ada.sh); nothing when all is there.
#   tools/setup.sh build test ...    groups: build test sanitize bench fuzz lint deb unicode
# Without root it prints the one command to run and stops.
set -eu
root=$(dirname "$0")/..

build='g++ cmake ninja-build pkg-config libicu-dev libisal-dev zlib1g-dev libzstd-dev libsimdjson-dev
       libdeflate-dev liblz4-dev libbrotli-dev libxxhash-dev libcli11-dev libhwy-dev libssl-dev libpsl-dev
       publicsuffix libre2-dev libuchardet-dev librocksdb-dev python3-pip'
test='libgtest-dev librapidcheck-dev libgumbo-dev python3 python3-venv xz-utils zstd'
bench='libbenchmark-dev libgumbo-dev'
fuzz='clang-14 libclang-rt-14-dev llvm-14 python3'
sanitize='clang-14 libclang-rt-14-dev llvm-14'
lint='clang-format-14 clang-tidy-14 git python3'
deb='dpkg-dev file'
unicode='unicode-data'

fetch_sources() {
  case " $* " in *' build '*) "$root/tools/fetch_ada.sh" "$root/build/third_party/ada" ;; esac
}

if ! command -v dpkg-query > /dev/null; then
  echo 'setup: this is not a Debian system; doppel needs these packages or their equivalents:' "$build" >&2
  fetch_sources "$@"
  exit 0
fi

missing=''
for group in "$@"; do
  eval "packages=\$$group"
  for package in $packages; do
    status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2> /dev/null || true)
    [ "$status" = installed ] || missing="$missing $package"
  done
done

if [ -n "$missing" ] && [ "$(id -u)" != 0 ]; then
  echo 'setup: these packages are missing; run this, then try again:' >&2
  echo "  sudo apt-get install --no-install-recommends$missing" >&2
  exit 1
fi
if [ -n "$missing" ]; then
  echo "setup: installing$missing"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  # shellcheck disable=SC2086
  apt-get install -y -qq --no-install-recommends $missing > /dev/null
fi

fetch_sources "$@"
