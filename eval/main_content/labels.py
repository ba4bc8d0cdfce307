"""Which blocks of a gold page are content? For each block a target between 0 and 1 and a weight.

Where the gold is a text (CleanEval, CleanPortalEval, readability-pages), the words of the page are aligned with the
words of the gold; the target is whether at least half of a block's words are matched. Where it is a list of strings,
blocks that hold a wanted string are 1, blocks that hold an unwanted one are 0, and the other blocks have what the
peers make of them, at a lower weight.
"""
import difflib
import re

import numpy as np

import measure

# Of a page with a gold text, all its blocks together. CleanPortalEval has a tenth of the pages of CleanEval.
TEXT_WEIGHT = {"CleanEval": 2.0, "CleanPortalEval": 16.0, "readability-pages": 1.0}
STRING_WEIGHT = 1.0     # of a block that holds a gold string; all strings of a page count alike
PEERS_WEIGHT = 0.3      # of all other blocks of such a page together, for each gold string it has
SHORT_BLOCK_WORDS = 2   # a block of n words weighs as n + this many


def matched_share(block_words, text):
    """For each block the share of its words that an alignment of the page with the text matches."""
    flat = [word for block in block_words for word in block]
    hit = np.zeros(len(flat))
    for match in difflib.SequenceMatcher(None, flat, measure.words(text)).get_matching_blocks():
        hit[match.a:match.a + match.size] = 1
    ends = np.cumsum([len(block) for block in block_words])
    starts = ends - [len(block) for block in block_words]
    return np.array([hit[a:b].mean() if b > a else 0.0 for a, b in zip(starts, ends)])


def _by_words(block_words):
    weight = np.array([len(block) + SHORT_BLOCK_WORDS if block else 0 for block in block_words], float)
    return weight / max(1.0, weight.sum())


def _places(texts, string):
    """Indices of the blocks that hold the string, which may run over several blocks: one list an occurrence."""
    plain = [re.sub(r"\s+", " ", text).strip() for text in texts]
    joined, starts = "", []
    for text in plain:
        starts.append(len(joined))
        joined += text + " "
    string = re.sub(r"\s+", " ", string).strip()
    starts, found, at = np.array(starts), [], joined.find(string)
    while at >= 0 and string:
        first = np.searchsorted(starts, at, side="right") - 1
        last = np.searchsorted(starts, at + len(string) - 1, side="right") - 1
        found.append(list(range(first, last + 1)))
        at = joined.find(string, at + len(string))
    return found


def string_labels(texts, gold, peers):
    block_words = [measure.words(text) for text in texts]
    target = np.mean([matched_share(block_words, text) for text in peers], axis=0)
    strings = len(gold["with"]) + len(gold["without"])
    weight = PEERS_WEIGHT * strings * _by_words(block_words)
    for string in gold["without"]:
        for place in _places(texts, string):
            target[place], weight[place] = 0.0, STRING_WEIGHT
    for string in gold["with"]:
        places = _places(texts, string)
        if len(places) > 1:  # one of them is enough: trust the peers
            liked = max(float(np.mean(target[p])) for p in places)
            places = [p for p in places if float(np.mean(target[p])) >= liked]
        for place in places[:1]:
            target[place], weight[place] = 1.0, STRING_WEIGHT
    return target, weight


def text_labels(texts, gold):
    block_words = [measure.words(text) for text in texts]
    target = (matched_share(block_words, gold) >= 0.5).astype(float)
    return target, _by_words(block_words)


def labels(page, made, peers):
    if page.set == "trafilatura-eval":
        return string_labels(made.texts, page.gold, peers)
    target, weight = text_labels(made.texts, page.gold)
    return target, TEXT_WEIGHT[page.set] * weight
