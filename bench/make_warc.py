#!/usr/bin/env python3
"""Packs real pages into a WARC.gz to measure with: one gzip member a record, zlib level 6, digests as crawlers write.

Pages are repeated until there are enough bytes, each time with one word changed, in a fixed order. With --mix no
page is repeated but one in three as it is and one in three with one word changed: a fifth of the records are exact
copies, a fifth are near.

  make_warc.py --kind web|docs --bytes N --out FILE [--mix] [--pages DIR]     DIR: the unpacked dev data
"""
import argparse
import base64
import hashlib
import itertools
import os
import pathlib
import random
import zlib

FOLDERS = {
    "web": ("trafilatura-eval", "html-gold", "page-compare", "ota-recrawl-dev", "henzinger-variants",
            "page-clustering-so", "readability-pages"),
    "docs": ("debian-html",),
}


def pages_of(kind, root):
    seen, paths = set(), []
    for folder in FOLDERS[kind]:
        paths += sorted(p for p in (root / folder).rglob("*.htm*") if p.is_file() and not p.is_symlink())
    random.Random(1).shuffle(paths)
    for path in paths:
        page = path.read_bytes()[: 1 << 20]
        digest = hashlib.md5(page).digest()
        if len(page) >= 200 and digest not in seen:
            seen.add(digest)
            yield page


def sha1(page):
    return "sha1:" + base64.b32encode(hashlib.sha1(page).digest()).decode()


def record(number, page):
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(page)
    block = http + page
    head = (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{number:032x}>\r\n"
            f"WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Target-URI: http://example.test/{number}\r\n"
            f"WARC-Payload-Digest: {sha1(page)}\r\n"
            f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n")
    return head.encode() + block + b"\r\n\r\n"


def member(data):
    packer = zlib.compressobj(6, zlib.DEFLATED, 31)
    return packer.compress(data) + packer.flush()


def changed(page, number):
    middle = page.find(b" ", len(page) // 2)
    return page[:middle] + b" repeated%d" % number + page[middle:]


def repeated(pages):
    for number in itertools.count():
        for page in pages:
            yield changed(page, number) if number else page


def mixed(pages):
    for number, page in enumerate(pages):
        yield page
        if number % 3 == 1:
            yield pages[number // 2]
        if number % 3 == 2:
            yield changed(pages[number // 2], number)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kind", choices=FOLDERS, required=True)
    parser.add_argument("--bytes", type=float, required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--mix", action="store_true")
    cache = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    parser.add_argument("--pages", type=pathlib.Path, default=pathlib.Path(cache) / "doppel/dev")
    args = parser.parse_args()
    pages = list(pages_of(args.kind, args.pages))
    written = number = packed = 0
    with open(args.out + ".partial", "wb") as out:
        for page in mixed(pages) if args.mix else repeated(pages):
            if written >= args.bytes:
                break
            data = record(number, page)
            packed += out.write(member(data))
            written += len(data)
            number += 1
    os.rename(args.out + ".partial", args.out)
    print(f"{args.out}: {number} records of {len(pages)} pages, {written / 1e6:.0f} MB, packed {packed / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
