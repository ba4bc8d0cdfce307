"""The two measures of main content, and the similarity of two texts."""
import re
from collections import Counter

_WORD = re.compile(r"\w+")


def words(text):
    return _WORD.findall(text.lower())


def _plain(text):
    return re.sub(r"\s+", " ", text).strip()


def strings_found(text, gold):
    """Measure A: (with found, with missed, without found) of one page."""
    text = _plain(text)
    hits = [_plain(string) in text for string in gold["with"]]
    noise = [_plain(string) in text for string in gold["without"]]
    return sum(hits), len(hits) - sum(hits), sum(noise)


def strings_f1(counts):
    """Precision, recall and F1 over pages of strings_found()."""
    found, missed, noise = (sum(column) for column in zip(*counts))
    precision, recall = found / max(1, found + noise), found / max(1, found + missed)
    return precision, recall, 2 * precision * recall / max(1e-9, precision + recall)


def words_f1(text, gold):
    """Measure B: F1 of the two bags of words of one page."""
    left, right = Counter(words(text)), Counter(words(gold))
    common = sum((left & right).values())
    return 2 * common / max(1, sum(left.values()) + sum(right.values()))


def shingles(text):
    tokens = words(text)
    return {hash(tuple(tokens[i:i + 5])) for i in range(max(1, len(tokens) - 4))} if tokens else set()


def jaccard(left, right):
    return len(left & right) / max(1, len(left | right))
