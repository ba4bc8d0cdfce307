"""The pages with known main content, and the pairs of pages with known changes: loading only, no measuring.

A page is (set, name, html as str, gold, url). Gold is {"with": [...], "without": [...]} in trafilatura-eval and
a text elsewhere. The half of a page is the parity of the last hex digit of the MD5 of its base name: even pages
may be tuned on, odd pages are reported.
"""
import collections
import glob
import hashlib
import html
import itertools
import json
import os
import re

Page = collections.namedtuple("Page", "set name html gold url")
Pair = collections.namedtuple("Pair", "set kind left right")

SETS = ("trafilatura-eval", "CleanEval", "CleanPortalEval", "readability-pages")
_TAG = re.compile(r"<[^>]*>")
_HIDDEN = re.compile(r"(?is)<(script|style|noscript|template)\b.*?</\1\s*>")


def even(name):
    return int(hashlib.md5(name.encode()).hexdigest()[-1], 16) % 2 == 0


def data_folder():
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(cache, "doppel", "dev")


def read(path):
    """The file as str: UTF-8, else what resiliparse guesses. Every tool gets the same str."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        from resiliparse.parse.encoding import bytes_to_str, detect_encoding
        return bytes_to_str(data, detect_encoding(data)).encode("utf-8", "replace").decode("utf-8")


def trafilatura_eval(dev):
    folder = f"{dev}/trafilatura-eval/tests"
    with open(f"{folder}/evaldata.json") as file:
        entries = json.load(file)
    for url, entry in sorted(entries.items()):
        path = f"{folder}/eval/{entry['file']}"
        if os.path.isfile(path):
            gold = {"with": entry["with"], "without": entry["without"]}
            yield Page("trafilatura-eval", entry["file"], read(path), gold, url)


def clean_eval(dev):
    for folder in ("cleaneval-dev", "cleaneval-final", "CleanPortalEval-master"):
        name = "CleanPortalEval" if "Portal" in folder else "CleanEval"
        for path in sorted(glob.glob(f"{dev}/html-gold/{folder}/GoldStandard/*.txt")):
            base = os.path.basename(path).replace("-cleaned", "").replace(".txt", ".html")
            page = f"{dev}/html-gold/{folder}/input/{base}"
            if not os.path.isfile(page):
                continue
            text = read(path)
            url = re.match(r"\s*URL:\s*(\S*)", text)
            text = re.sub(r"^\s*URL:.*", "", text, count=1)
            text = html.unescape(re.sub(r"<[a-z]{1,2}>", " ", text))
            yield Page(name, base, read(page), text, url.group(1) if url else "")


def readability_pages(dev):
    for folder in sorted(glob.glob(f"{dev}/readability-pages/test/test-pages/*")):
        source, expected = f"{folder}/source.html", f"{folder}/expected.html"
        if os.path.isfile(source) and os.path.isfile(expected):
            gold = html.unescape(_TAG.sub(" ", _HIDDEN.sub(" ", read(expected))))
            yield Page("readability-pages", os.path.basename(folder), read(source), gold, "")


def pages():
    dev = data_folder()
    return [*trafilatura_eval(dev), *clean_eval(dev), *readability_pages(dev)]


def henzinger_pairs(dev):
    folder = f"{dev}/henzinger-variants"
    with open(f"{folder}/pairs.jsonl") as file:
        for line in file:
            pair = json.loads(line)
            yield Pair("henzinger", pair["variant_type"], f"{folder}/{pair['page_a']['html_path']}",
                       f"{folder}/{pair['page_b']['html_path']}")


def ota_pairs(dev):
    """Two snapshots of one document: of the same version of its terms, or of much changed ones."""
    folder = f"{dev}/ota-recrawl-dev"
    with open(f"{folder}/content_pairs.tsv") as file:
        rows = [line.rstrip("\n").split("\t") for line in file][1:]
    overlap = {frozenset(row[:2]): float(row[2]) for row in rows}
    documents = collections.defaultdict(list)
    with open(f"{folder}/manifest.tsv") as file:
        for row in [line.rstrip("\n").split("\t") for line in file][1:]:
            if row[7] == "0":
                documents[tuple(row[1:4])].append((row[0], row[6]))
    for snapshots in documents.values():
        for (left, old), (right, new) in itertools.combinations(snapshots, 2):
            j = 1.0 if old == new else overlap.get(frozenset((old, new)))
            kind = "same version" if old == new else "J4 < .6" if j is not None and j < 0.6 else None
            if kind:
                yield Pair("OTA", kind, f"{folder}/html/{left}.html", f"{folder}/html/{right}.html")


def pairs():
    dev = data_folder()
    return [*henzinger_pairs(dev), *ota_pairs(dev)]
