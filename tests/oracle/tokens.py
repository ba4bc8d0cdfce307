#!/usr/bin/env python3
"""The library's tokens against the oracle's, over 100,000 random strings.

The strings come from a fixed seed and an alphabet chosen to be difficult: marks that reorder, jamo, ignorable code
points, scripts without spaces, letters whose folding expands, broken UTF-8. Only code points assigned in the oracle's
Unicode version are used, nearly all of them: what a newer version adds is not compared.

  tokens.py --printer PATH --shared DIR

Exit status: 0 they agree, 1 they differ (the first few differences are printed), 77 the oracle is absent.
"""
import argparse
import itertools
import random
import subprocess
import sys
import unicodedata

import shared_data

SEED = 20120416
STRINGS = 100_000
LONGEST = 40  # code points of a string, about
BROKEN_SHARE = 0.08  # of the strings, with bytes that are not UTF-8
SHOWN = 5  # differences

BROKEN_BYTES = (
    b"\x80", b"\xbf", b"\xc0\x80", b"\xc1\xbf", b"\xc3", b"\xe0\x80\x80", b"\xe0\x9f\xbf", b"\xe2\x80", b"\xe4",
    b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xf0\x80\x80\x80", b"\xf0\x8f\xbf\xbf", b"\xf0\x90\x90", b"\xf0\x9f",
    b"\xf0", b"\xf4\x90\x80\x80", b"\xf5\x80\x80\x80", b"\xf8\x88\x80\x80\x80", b"\xfe", b"\xff")


def assigned_code_points():
    """Every code point that has a character in this Unicode version."""
    return [ch for ch in map(chr, range(0x110000)) if unicodedata.category(ch) not in ("Cn", "Co", "Cs")]


class Alphabet:
    """Draws pieces of text, one to a few code points each."""

    def __init__(self, oracle, rng):
        self.rng = rng
        characters = assigned_code_points()
        self.assigned = frozenset(characters)
        self.every_one_in_turn = itertools.cycle(rng.sample(characters, len(characters)))

        def those(condition):
            return [ch for ch in characters if condition(ch)]

        def between(*ranges):
            return those(lambda ch: oracle.within(ranges, ord(ch)))

        kinds = {name: those(lambda ch: oracle.kind(ch) == name)
                 for name in ("dropped", "mark", "spaceless", "number", "separator")}
        self.marks = kinds["mark"]
        self.reordering = those(unicodedata.combining)
        self.composed = those(lambda ch: unicodedata.normalize("NFKD", ch) != ch and oracle.kind(ch) != "separator")
        self.leading = between((0x1100, 0x1112))
        self.vowels = between((0x1161, 0x1175))
        self.trailing = between((0x11A8, 0x11C2))
        pools = [
            (14, list("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")),
            (3, list("0123456789")),
            (6, list(" \t\n\r.,;:-_/'\"\\#\x00")),
            (4, list("aeiouyhjtwAEIOUYHJTW")),  # letters that compose with marks
            (6, kinds["dropped"]),
            (6, kinds["mark"]),
            (6, self.reordering),
            (7, kinds["spaceless"]),
            (4, between(*[r for r in oracle.SPACELESS if r[0] < 0x3400 or r[0] > 0x9FFF and r[1] < 0x20000])),
            (4, kinds["number"]),
            (3, kinds["separator"]),
            (4, self.composed),
            (4, those(lambda ch: len(ch.casefold()) > 1)),
            (4, those(lambda ch: ch.casefold() != ch)),
            (5, between((0x370, 0x3FF), (0x1F00, 0x1FFF))),
            (3, list("Ii\u0130\u0131\u0307\u0345\u03b9\u0399\u1fbe\u037a")),
            (2, between((0x13A0, 0x13FF), (0xAB70, 0xABBF))),
            (4, between((0x1100, 0x11FF), (0xA960, 0xA97F), (0xD7B0, 0xD7FF))),
            (2, between((0x3131, 0x318E), (0xFFA0, 0xFFDC))),
            (2, between((0xAC00, 0xD7A3))),
            (3, between((0xFF65, 0xFF9F)) + list("\u3099\u309a\u304b\u30ab\u30cf")),
            (2, between((0xFB00, 0xFDFF), (0xFE70, 0xFEFC))),
            (2, between((0x1D400, 0x1D7FF), (0x1EE00, 0x1EEF1), (0x1F100, 0x1F1FF))),
        ]
        self.pools = [pool for _, pool in pools] + [self.taken_apart, self.mark_pile, self.jamo, self.next_one]
        self.weights = [weight for weight, _ in pools] + [4, 3, 3, 24]

    def piece(self):
        """One draw."""
        pool = self.rng.choices(self.pools, self.weights)[0]
        return pool() if callable(pool) else self.rng.choice(pool)

    def taken_apart(self):
        """A character that decomposes, decomposed, its parts after the first in any order."""
        parts = unicodedata.normalize(self.rng.choice(("NFD", "NFKD")), self.rng.choice(self.composed))
        return parts[0] + "".join(self.rng.sample(parts[1:], len(parts) - 1))

    def mark_pile(self):
        """A letter under several marks that normalising reorders, now and then about as many as count, sometimes with
        one dropped between."""
        pile = self.rng.choices(self.reordering, k=self.rng.randint(2, 4))
        if self.rng.random() < 0.1:
            pile = self.rng.choices(self.rng.choices((self.marks, self.reordering))[0], k=self.rng.randint(26, 36))
        if self.rng.random() < 0.3:
            pile.insert(self.rng.randrange(len(pile)), "\u034f")
        return self.rng.choice("aeiouE\u03b1\u03c9\u0391\u4e00\u3042") + "".join(pile)

    def jamo(self):
        """A syllable in conjoining jamo, whole or not."""
        syllable = self.rng.choice(self.leading) + self.rng.choice(self.vowels)
        return syllable + self.rng.choice(self.trailing) if self.rng.random() < 0.5 else syllable

    def next_one(self):
        """The assigned code points one after the other."""
        return next(self.every_one_in_turn)

    def text(self):
        """A string of 0 to about LONGEST code points, now and then with a long ASCII word."""
        length, text = self.rng.randint(0, LONGEST), ""
        while len(text) < length:
            text += self.piece()
            if self.rng.random() < 0.01:
                text += "AbCdEfGh" * self.rng.randint(1, 9)
        return text

    def broken(self):
        """Bytes that are not UTF-8, and stand only for assigned code points where they are."""
        while True:
            data = bytearray(self.text().encode())
            for _ in range(self.rng.randint(1, 4)):
                place = self.rng.randint(0, len(data))
                if self.rng.random() < 0.6:
                    data[place:place] = self.rng.choice(BROKEN_BYTES)
                else:
                    del data[place:place + self.rng.randint(1, 2)]
            if self.assigned.issuperset(bytes(data).decode("utf-8", "replace")):
                return bytes(data)


def random_texts(oracle):
    """The byte strings of the test, always the same."""
    rng = random.Random(SEED)
    alphabet = Alphabet(oracle, rng)
    return [alphabet.broken() if rng.random() < BROKEN_SHARE else alphabet.text().encode() for _ in range(STRINGS)]


def printed_tokens(printer, texts):
    """What the library says, as one list of tokens a text."""
    lines = "".join(text.hex() + "\n" for text in texts)
    done = subprocess.run([printer], input=lines, stdout=subprocess.PIPE, check=True, text=True)
    return [[bytes.fromhex(token) for token in line.split()] for line in done.stdout.splitlines()]


def code_points(text):
    return " ".join(f"{ord(ch):04X}" for ch in text) or "nothing"


def describe(text, expected, found):
    """A difference, for people."""
    def side(tokens):
        return " | ".join(code_points(token.decode("utf-8", "replace")) for token in tokens) or "no tokens"
    return (f"bytes    {text.hex(' ')}\ntext     {code_points(text.decode('utf-8', 'replace'))}\n"
            f"expected {side(expected)}\nfound    {side(found)}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--printer", required=True, help="the program token_printer")
    parser.add_argument("--shared", required=True, help="the folder that holds oracle/oracle.py")
    args = parser.parse_args()
    oracle = shared_data.load_oracle(args.shared)
    texts = random_texts(oracle)
    found = printed_tokens(args.printer, texts)
    if len(found) != len(texts):
        print(f"{len(texts)} strings, {len(found)} answers")
        return 1
    expected = [[token.encode() for token in oracle.tokens(text.decode("utf-8", "replace"))] for text in texts]
    differences = [each for each in zip(texts, expected, found) if each[1] != each[2]]
    for each in differences[:SHOWN]:
        print(describe(*each))
    print(f"{len(texts)} strings, {len(differences)} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
