"""Words, windows of words and their similarity, made here and not by the program that is measured.

A word is a lower-case run of `\\w`, a window (shingle) is five words in a row, and J is the Jaccard similarity of
two sets of windows. This is the rule of docs/design/text.md but for its finer points of Unicode.
"""
import collections
import html
import itertools
import math
import pathlib
import re
from collections.abc import Set

WINDOW_WORDS = 5

_WORD = re.compile(r"\w+")
_HIDDEN = re.compile(r"(?is)<(script|style|noscript|template|svg)\b.*?</\1\s*>|<!--.*?-->|<head\b.*?</head\s*>")
_TAG = re.compile(r"<[^>]*>")
_SPHINX_BODY = re.compile(r'(?s)<div class="body"[^>]*>(.*?)<div class="(?:sphinxsidebar|clearer)"')
_NAVIGATION = re.compile(r'(?s)<div[^>]* class="(?:navheader|navfooter|header|nav-panel)".*?</div>')
_CHARSET = re.compile(rb"charset\s*=\s*[\"']?\s*([A-Za-z0-9_-]+)", re.IGNORECASE)


def decode(data: bytes) -> str:
    """The bytes of a page as text: UTF-8, else what the page says it is, else windows-1252."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        label = _CHARSET.search(data[:4096])
        for name in ([label.group(1).decode()] if label else []) + ["windows-1252"]:
            try:
                return data.decode(name, "replace")
            except LookupError:
                pass
    return data.decode("latin-1")


def read(path: str) -> str:
    return decode(pathlib.Path(path).read_bytes())


def stripped(page: str) -> str:
    """All text of a page: what is left without its head, scripts, styles, comments and tags."""
    return html.unescape(_TAG.sub(" ", _HIDDEN.sub(" ", page)))


def body(page: str) -> str:
    """The text of a page of documentation without what its generator put around it: Sphinx, DocBook or Texinfo."""
    found = _SPHINX_BODY.search(page)
    return stripped(found.group(1) if found else _NAVIGATION.sub(" ", page))


def words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def windows_of_words(tokens: list[str]) -> frozenset[int]:
    """The hashes of the windows; a text with fewer words than a window has one window, an empty text none."""
    if not tokens:
        return frozenset()
    last = max(1, len(tokens) - WINDOW_WORDS + 1)
    return frozenset(hash(tuple(tokens[i:i + WINDOW_WORDS])) for i in range(last))


def windows(text: str) -> frozenset[int]:
    return windows_of_words(words(text))


def jaccard(left: Set[int], right: Set[int]) -> float:
    """Similarity from 0 to 1. Two texts without words are not similar."""
    if not left or not right:
        return 0.0
    common = len(left & right)
    return common / (len(left) + len(right) - common)


def similar_pairs(sets: list[frozenset[int]], threshold: float) -> list[tuple[int, int]]:
    """All pairs (i < j) with J >= threshold, exactly: candidates share one of the rarest windows of each text.

    Two sets with J >= t share a window among the first n - ceil(t n) + 1 of each, in any order common to all; in
    the order of rarity these prefixes have few windows in common with other texts. Equal sets are compared once.
    """
    counts = collections.Counter(window for each in set(sets) for window in each)
    same: dict[frozenset[int], list[int]] = {}
    for i, each in enumerate(sets):
        if each:
            same.setdefault(each, []).append(i)
    distinct = list(same)
    index: dict[int, list[int]] = {}
    found = []
    for i, each in enumerate(distinct):
        ordered = sorted(each, key=lambda window: (counts[window], window))
        prefix = ordered[:len(each) - math.ceil(threshold * len(each) - 1e-9) + 1]
        candidates = {j for window in prefix for j in index.get(window, ())}
        for j in candidates:
            if jaccard(each, distinct[j]) >= threshold:
                found += [(min(a, b), max(a, b)) for a in same[each] for b in same[distinct[j]]]
        for window in prefix:
            index.setdefault(window, []).append(i)
        found += list(itertools.combinations(same[each], 2))
    return sorted(found)
