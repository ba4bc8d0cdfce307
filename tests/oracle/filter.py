#!/usr/bin/env python3
"""Filters of search results by a second, slow program, from docs/design/refine.md and sketches.md alone.

Writes tests/golden/filter.tsv, which begins at bytes of text. The only outside part is the Python package xxhash.

  filter.py > tests/golden/filter.tsv
"""
import base64
import re
import sys
import unicodedata

import signature

SPACES = " \t-\"'`\u00a0\u00ab\u00b4\u00bb\u1680\u202f\u2032\u2033\u2039\u203a\u205f\u2212\u3000\ufe58\ufe63\uff02\uff07\uff0d"
SPACES += "".join(map(chr, [*range(0x2000, 0x200B), *range(0x2010, 0x2016), *range(0x2018, 0x2020)]))
LINE_ENDS = "\n\r\v\f\x85\u2028\u2029"
COLONS = ":\uff1a\ufe55"
DROPPED = "\u00ad\u200b\ufeff"  # of the default-ignorable code points those that the rows use
PART = r"(?:[0-9]{1,3}|[a-z]|[ivx]{1,4})"
ONE = re.compile(rf"\(?{PART}(?:\.\)?|\))")
SEVERAL = re.compile(rf"\(?{PART}(?:\.{PART}){{1,7}}\.?\)?")


def is_bullet(word):
    if word in set("*•‣◦⁃∙·▪▫●○■□►▶") or ONE.fullmatch(word):
        return True
    return bool(SEVERAL.fullmatch(word)) and any(re.fullmatch("[0-9]+", part) for part in re.split(r"[.()]", word))


def folded(c):
    if unicodedata.category(c)[0] not in "LN":
        return c
    while (after := unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", c).casefold())) != c:
        c = after
    return c


def canonical(text):
    out = []
    for line in re.split("[" + LINE_ENDS + "]", text):
        kept = "".join(" " if c in SPACES else folded(c) for c in line if c not in COLONS + DROPPED)
        words = [word for word in kept.split(" ") if word]
        while words and is_bullet(words[0]):
            words.pop(0)
        out += words
    return " ".join(out)


def record(text, rules, xxhash):
    settings = {"cut": 1, "chunk_hash": 0, "chunk_bytes": 256, "bloom_bits": rules.get("bits", 2048),
                "bloom_hashes": rules.get("hashes", 2)}
    bits = signature.bloom(canonical(text).encode(), settings, xxhash)
    head = bytes([1, 0, settings["bloom_hashes"]])
    return b"DF" + head + (xxhash.xxh3_64_intdigest(head + bits) & 0xFFFFFF).to_bytes(3, "little") + bits


ROWS = [
    ("A text without a word has no bits.", " : -- \n", {}),
    ("One chunk.", "My name is Inigo Montoya.", {}),
    ("Layout, case, numbering, colons, dashes and quotes do not matter.",
     "a.1 MY  name: is\n * Inigo-Montoya\n(iv) \u201cYou\u201d don't.", {}),
    ("The same, as it is compared.", "my name is inigo montoya you don t.", {}),
    ("Letters of other scripts, what cannot be seen, full width.", "Stra\u00dfe \u00c9T\u00c9 so\u00adft \u6f22\u5b57 \uff21\uff22", {"bits": 256}),
    ("A page of 500 words.", signature.prose(500, 1), {}),
    ("The same with 1280 bits and three hashes.", signature.prose(500, 1), {"bits": 1280, "hashes": 3}),
    ("One paragraph thirty times: a chunk that repeats counts by its logarithm.", (signature.prose(120, 2) + "\n") * 30, {}),
]


def main():
    import xxhash
    print("# bytes\trules\tfilter")
    print("# Known filters, version 1, by tests/oracle/filter.py; rules not named have their usual values.")
    for title, text, rules in ROWS:
        shown = " ".join(f"{key}={value}" for key, value in rules.items())
        print(f"#\n# {title}")
        print(f"{signature.escaped(text)}\t{shown}\t{base64.b64encode(record(text, rules, xxhash)).decode()}")


if __name__ == "__main__":
    sys.exit(main())
