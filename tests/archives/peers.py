#!/usr/bin/env python3
"""The archives dedup writes, read by warcio, FastWARC and the packers' own libraries.

Makes a crawl with exact and near copies, redirects, images and a revisit, runs dedup over it in every packing, checks
the folder, and reads every archive with both peers: the same records in the same order, digests that match, every
revisit resolved to a response with the same payload by URL and date, index lines that lead to their records. FastWARC
reads lz4 itself; neither reads zstd, so python-zstandard unpacks it first, by the dictionary at the front where there
is one.

  peers.py --doppel PATH --work DIR     DIR keeps the peers' private environment

Exit status: 0 all holds, 1 not, 77 the peers cannot be installed.
"""
import argparse
import gzip
import hashlib
import base64
import json
import pathlib
import random
import shutil
import subprocess
import sys

SKIPPED = 77  # ctest's SKIP_RETURN_CODE


def environment(work):
    """The interpreter of an environment with the peers; None when there cannot be one."""
    python = work / "venv/bin/python"
    ready = work / "venv/ready-2"
    if not ready.exists():
        steps = ([sys.executable, "-m", "venv", str(work / "venv")],
                 [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "warcio", "fastwarc",
                  "zstandard", "lz4"])
        for step in steps:
            if subprocess.run(step, capture_output=True).returncode != 0:
                return None
        ready.touch()
    return python


def sha1(data):
    return "sha1:" + base64.b32encode(hashlib.sha1(data).digest()).decode()


def record(kind, number, uri, block, fields=()):
    head = [f"WARC-Type: {kind}", f"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012d}>",
            f"WARC-Date: 2026-01-01T{number // 3600 % 24:02d}:{number // 60 % 60:02d}:{number % 60:02d}Z",
            f"WARC-Target-URI: {uri}", f"WARC-Block-Digest: {sha1(block)}", *fields, f"Content-Length: {len(block)}"]
    return "\r\n".join(["WARC/1.0", *head, "", ""]).encode() + block + b"\r\n\r\n"


def response(number, uri, body, status="200 OK", media="text/html", more=""):
    http = f"HTTP/1.1 {status}\r\nContent-Type: {media}\r\n{more}Content-Length: {len(body)}\r\n\r\n".encode()
    fields = ("Content-Type: application/http; msgtype=response", f"WARC-Payload-Digest: {sha1(body)}")
    return record("response", number, uri, http + body, fields)


def crawl():
    """Records of a small crawl, and how many of them must become what."""
    rng = random.Random(5)
    vocabulary = [f"word{i}" for i in range(3000)]
    out, number = [], 0

    def add(make, *args, **more):
        nonlocal number
        number += 1
        out.append(make(number, *args, **more))

    def page(words):
        return ("<html><body><main><p>" + " ".join(words) + "</p></main></body></html>").encode()

    for i in range(40):
        words = rng.choices(vocabulary, k=300)
        add(lambda n, uri: record("request", n, uri, b"GET / HTTP/1.1\r\n\r\n", ("Content-Type: application/http",)),
            f"http://a.example/{i}")
        add(response, f"http://a.example/{i}", page(words))
        add(response, f"http://mirror.example/{i}", page(words))
        near = words[:]
        near[150] = "changed"
        add(response, f"http://near.example/{i}", page(near))
    picture = bytes(rng.randrange(256) for _ in range(5000))
    for i in range(5):
        add(response, f"http://a.example/{i}.png", picture, media="image/png")
        add(response, f"http://a.example/old/{i}", b"moved", "301 Moved", more=f"Location: /{i}\r\n")
        add(response, f"http://a.example/gone/{i}", b"<h1>Not found</h1>" + b"x" * 300, "404 Not Found")
    return out


def member(data):
    return gzip.compress(data, 6, mtime=0)


# Packs or unpacks the frames of a file: the peers' libraries are in their environment only.
FRAMES = r'''
import sys, struct, zstandard, lz4.frame
verb, packing, path = sys.argv[1:]
data = sys.stdin.buffer.read()
if verb == "pack":
    records = [r for r in data.split(b"\0\0RECORD\0\0") if r]
    if packing == "lz4":
        out = b"".join(map(lz4.frame.compress, records))
    else:
        words = zstandard.train_dictionary(8000, records * 4) if packing == "dict" else None
        front = struct.pack("<II", 0x184D2A5D, len(words.as_bytes())) + words.as_bytes() if words else b""
        out = front + b"".join(zstandard.ZstdCompressor(dict_data=words).compress(r) for r in records)
else:
    words = None
    if data[:4] == b"\x5d\x2a\x4d\x18":
        size = struct.unpack("<I", data[4:8])[0]
        words, data = zstandard.ZstdCompressionDict(data[8:8 + size]), data[8 + size:]
    out = b""
    while data and packing == "lz4":
        plain, used = lz4.frame.decompress(data, return_bytes_read=True)
        out, data = out + plain, data[used:]
    while data:
        one = zstandard.ZstdDecompressor(dict_data=words).decompressobj()
        out, data = out + one.decompress(data), one.unused_data
open(path, "wb").write(out)
'''


def frames(python, verb, packing, data, path):
    subprocess.run([python, "-c", FRAMES, verb, packing, path], input=data, check=True)
    return path.read_bytes()


READER = r'''
import sys, json
name, path = sys.argv[1:]
if name == "warcio":
    from warcio.archiveiterator import ArchiveIterator
    with open(path, "rb") as file:
        for r in ArchiveIterator(file, check_digests="raise"):
            get = r.rec_headers.get_header
            r.content_stream().read()
            print(json.dumps([r.rec_type, get("WARC-Target-URI"), get("WARC-Date"), get("WARC-Payload-Digest"),
                              get("WARC-Refers-To-Target-URI"), get("WARC-Refers-To-Date")]))
else:
    from fastwarc.warc import ArchiveIterator
    for r in ArchiveIterator(open(path, "rb"), parse_http=False):
        get = r.headers.get
        assert r.verify_block_digest(), get("WARC-Record-ID")
        print(json.dumps([get("WARC-Type"), get("WARC-Target-URI"), get("WARC-Date"), get("WARC-Payload-Digest"),
                          get("WARC-Refers-To-Target-URI"), get("WARC-Refers-To-Date")]))
'''


def read_by(python, peer, path):
    run = subprocess.run([python, "-c", READER, peer, path], capture_output=True, text=True)
    if run.returncode != 0:
        raise AssertionError(f"{peer} on {path}: {run.stderr[-500:]}")
    return [tuple(json.loads(line)) for line in run.stdout.splitlines()]


def check_revisits(rows):
    responses = {(uri, date): digest for kind, uri, date, digest, *_ in rows if kind == "response"}
    revisits = [row for row in rows if row[0] == "revisit"]
    for _, uri, _, digest, other, date in revisits:
        assert responses.get((other, date)) == digest, f"{uri}: {other} {date} is no response with this payload"
    return len(revisits)


def check_index(folder, name, unpack):
    for line in (folder / "index.cdxj").read_text().splitlines():
        entry = json.loads(line.split(" ", 2)[2])
        data = (folder / entry["filename"]).read_bytes()[int(entry["offset"]):][:int(entry["length"])]
        data = unpack(data)
        assert entry["url"].encode() in data.split(b"\r\n\r\n")[0], line


def run_one(python, doppel, work, name, data, flags, expected):
    source, folder = work / name, work / (name + ".out")
    source.write_bytes(data)
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([doppel, "dedup", source, "--out", folder, "--json", *flags], check=True, capture_output=True)
    subprocess.run([doppel, "check", folder], check=True, capture_output=True)
    written = json.loads((folder / "summary.json").read_text())["written"]
    counts = {key: written[key] for key in expected}
    assert counts == expected, f"{name}: {counts}, expected {expected}"
    written = folder / name
    if name.endswith((".zst", ".lz4")):
        packing = name.rsplit(".", 1)[1]
        plain = work / "unpacked.warc"
        frames(python, "unpack", packing, written.read_bytes(), plain)
        rows = read_by(python, "warcio", plain)
        fast = read_by(python, "fastwarc", written if packing == "lz4" else plain)
    else:
        rows = read_by(python, "warcio", written)
        fast = read_by(python, "fastwarc", written)
        check_index(folder, name, gzip.decompress if name.endswith(".gz") else bytes)
    assert check_revisits(rows) == expected["revisits"]
    assert fast == rows, f"{name}: the peers do not agree"
    return rows


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--doppel", required=True)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    python = environment(args.work)
    if python is None:
        print("skipped: warcio and fastwarc cannot be installed")
        return SKIPPED
    records = crawl()
    # 40 mirrors, 4 pictures and 4 errors are exact; 40 pages are near; 5 redirects stay.
    exact = {"revisits": 48, "noted": 40, "dropped": 0, "passed": 40}
    dropped = {"revisits": 48, "noted": 0, "dropped": 40, "passed": 40}
    files = {"crawl.warc": b"".join(records), "crawl.warc.gz": b"".join(map(member, records)),
             "whole.warc.gz": member(b"".join(records))}
    joined = b"\0\0RECORD\0\0".join(records)
    for name, packing in (("crawl.warc.zst", "zst"), ("dictionary.warc.zst", "dict"), ("crawl.warc.lz4", "lz4")):
        files[name] = frames(python, "pack", packing, joined, args.work / "packed")
    for flags, expected in (([], exact), (["--drop-near"], dropped)):
        rows = [run_one(python, args.doppel, args.work, name, data, flags, expected) for name, data in files.items()]
        assert all(other == rows[0] for other in rows), "the packings do not agree"
    print("warcio and FastWARC read what was written, in " + ", ".join(files))
    return 0


if __name__ == "__main__":
    sys.exit(main())
