#!/usr/bin/env python3
"""The archives dedup writes, read by warcio and FastWARC.

Makes a crawl with exact and near copies, redirects, images and a revisit, runs dedup over it in every packing, checks
the folder, and reads every archive with both peers: the same records in the same order, digests that match, every
revisit resolved to a response with the same payload by URL and date, index lines that lead to their records.

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
    ready = work / "venv/ready"
    if not ready.exists():
        steps = ([sys.executable, "-m", "venv", str(work / "venv")],
                 [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "warcio", "fastwarc"])
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


def check_index(folder, name):
    for line in (folder / "index.cdxj").read_text().splitlines():
        entry = json.loads(line.split(" ", 2)[2])
        data = (folder / entry["filename"]).read_bytes()[int(entry["offset"]):][:int(entry["length"])]
        if name.endswith(".gz"):
            data = gzip.decompress(data)
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
    if name.endswith((".zst", ".lz4")):
        return
    rows = read_by(python, "warcio", folder / name)
    assert check_revisits(rows) == expected["revisits"]
    fast = read_by(python, "fastwarc", folder / name)
    assert fast == rows, f"{name}: the peers do not agree"
    check_index(folder, name)


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
    for flags, expected in (([], exact), (["--drop-near"], dropped)):
        run_one(python, args.doppel, args.work, "crawl.warc", b"".join(records), flags, expected)
        run_one(python, args.doppel, args.work, "crawl.warc.gz", b"".join(map(member, records)), flags, expected)
        run_one(python, args.doppel, args.work, "whole.warc.gz", member(b"".join(records)), flags, expected)
    print("warcio and FastWARC read what was written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
