#!/usr/bin/env python3
"""HTML to text by ours and by peers: seconds of CPU, best of several, and how many times as long the peers take.

  html_peers.py HTML_SPEED DEV WORK

Peers get pages that are already decoded to str; ours gets bytes and finds the charset itself. Each is timed inside one
process, page after page, in turns, so that a busy machine hurts all of them alike.
"""
import glob
import os
import struct
import subprocess
import sys
import time

ROUNDS = 3
MEGABYTES = 40


def decoded(path):
    with open(path, "rb") as file:
        data = file.read()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        from resiliparse.parse.encoding import bytes_to_str, detect_encoding
        return bytes_to_str(data, detect_encoding(data)).encode("utf-8", "replace").decode("utf-8")


def pages(pattern, step):
    """Every step-th file in the order of names, up to MEGABYTES."""
    made, size = [], 0
    for path in sorted(glob.glob(pattern, recursive=True))[::step]:
        made.append(decoded(path))
        size += len(made[-1].encode())
        if size > MEGABYTES * 1e6:
            break
    return made


def peers():
    from resiliparse.extract.html2text import extract_plain_text
    from selectolax.lexbor import LexborHTMLParser

    def lexbor(page):
        tree = LexborHTMLParser(page)
        tree.strip_tags(["script", "style", "noscript", "template"])
        return tree.body.text(separator=" ") if tree.body else ""

    return {
        "selectolax (lexbor), all text": lexbor,
        "resiliparse, all text": lambda page: extract_plain_text(
            page, preserve_formatting=False, links=False, alt_texts=False, form_fields=False, noscript=False),
        "resiliparse, main_content": lambda page: extract_plain_text(page, main_content=True, alt_texts=False),
    }


def time_peer(extract, texts):
    start = time.process_time()
    for text in texts:
        extract(text)
    return time.process_time() - start


def time_ours(program, path):
    lines = subprocess.run([program, path], check=True, capture_output=True, text=True).stdout.splitlines()
    return {"doppel, full": float(lines[0]), "doppel, main": float(lines[1])}


def measure(name, texts, program, work):
    path = f"{work}/{name}.pages"
    with open(path, "wb") as file:
        for text in texts:
            data = text.encode()
            file.write(struct.pack("<I", len(data)) + data)
    megabytes = sum(len(text.encode()) for text in texts) / 1e6
    best = {}
    for _ in range(ROUNDS):
        found = time_ours(program, path)
        found.update((peer, time_peer(extract, texts)) for peer, extract in peers().items())
        for tool, seconds in found.items():
            best[tool] = min(seconds, best.get(tool, seconds))
    print(f"\n{name}: {len(texts)} pages, {megabytes:.1f} MB\n")
    print("| tool | MB/s | time / doppel full | time / doppel main |\n|---|---|---|---|")
    for tool, seconds in best.items():
        print(f"| {tool} | {megabytes / seconds:.0f} | {seconds / best['doppel, full']:.1f} "
              f"| {seconds / best['doppel, main']:.1f} |")


def main():
    program, dev, work = sys.argv[1:]
    measure("web", pages(f"{dev}/trafilatura-eval/tests/eval/*.html", 2), program, work)
    measure("docs", pages(f"{dev}/debian-html/**/*.html", 16), program, work)


if __name__ == "__main__":
    main()
