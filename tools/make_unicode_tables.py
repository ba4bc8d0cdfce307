#!/usr/bin/env python3
"""Writes src/characters/unicode_tables.cc: the Unicode data of the text rules, from the files of one Unicode version.

    tools/make_unicode_tables.py [--ucd FOLDER] > src/characters/unicode_tables.cc
    tools/make_unicode_tables.py [--ucd FOLDER] --check src/characters/unicode_tables.cc

FOLDER holds UnicodeData.txt, CaseFolding.txt and CompositionExclusions.txt of Unicode 15.0.0. Debian 12 has them in
the package unicode-data (tools/setup.sh unicode), in /usr/share/unicode, which is the default; Unicode has them in
https://www.unicode.org/Public/15.0.0/ucd/. With --check the file is compared with what would be written: exit status
1 and a message if it differs, 77 and `skipped: ...` if the files of Unicode are absent or of another version.

docs/design/text.md defines what is computed here, and says what it takes to move to another Unicode version.
"""
import argparse
import collections
import pathlib
import re
import sys

UNICODE = "15.0.0"
SKIPPED = 77
CODE_POINTS = 0x110000

# Text rules: never change. Default-ignorable code points, as if they were not there.
DROPPED = (
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)
# Text rules: never change. Where letters and letter numbers are tokens of their own.
SPACELESS = (
    (0x0E00, 0x0EFF),    # Thai, Lao
    (0x1000, 0x109F),    # Myanmar
    (0x1780, 0x17FF),    # Khmer
    (0x2E80, 0x2FDF),    # CJK radicals
    (0x3005, 0x3007),    # Han iteration mark, closing mark, zero
    (0x3021, 0x3029),    # Hangzhou numerals
    (0x3038, 0x303B),    # more of them
    (0x3041, 0x30FF),    # Hiragana, Katakana
    (0x31F0, 0x31FF),    # Katakana extensions
    (0x3400, 0x4DBF),    # Han extension A
    (0x4E00, 0x9FFF),    # Han
    (0xA9E0, 0xA9FF),    # Myanmar extended B
    (0xAA60, 0xAA7F),    # Myanmar extended A
    (0xF900, 0xFAFF),    # Han compatibility
    (0xFF66, 0xFF9F),    # half-width Katakana
    (0x1AFF0, 0x1B16F),  # Kana supplements
    (0x20000, 0x3FFFF),  # Han, supplementary planes
)
HALF_WIDTH_VOICING_MARKS = (0xFF9E, 0xFF9F)

# In the order of characters::Kind.
SEPARATOR, DROPPED_KIND, MARK, SPACELESS_KIND, WORD = range(5)
# In an entry of the code point table, above the kind: what a code point folds to (src/characters/unicode_tables.h).
FOLDS_TO_ITSELF, NOT_PLAIN, FIRST_FOLD = 0, 1, 2
LONGEST_PLAIN_FOLD = 6  # bytes
BLOCK = 128             # code points

# Hangul syllables are composed by arithmetic (The Unicode Standard, 3.12).
HANGUL, HANGUL_END, LEADS, VOWELS, TRAILS, VOWEL_COUNT, TRAIL_COUNT = 0xAC00, 0xD7A4, 0x1100, 0x1161, 0x11A7, 21, 28


class Absent(Exception):
    """The files of Unicode are not there, or of another version."""


# -- the files of Unicode ------------------------------------------------------------------------------------------

class Unicode:
    def __init__(self, folder):
        self.category = ["Cn"] * CODE_POINTS
        self.combining_class = {}
        self.mapping = {}       # code point -> (canonical?, the code points it decomposes to, one step)
        self.case_folding = {}  # code point -> code points, full
        # UnicodeData.txt names no version: it comes with the others.
        for name in ("CaseFolding", "CompositionExclusions"):
            first = self.lines(folder, name)[0]
            if f"{name}-{UNICODE}.txt" not in first:
                raise Absent(f"{folder}/{name}.txt is not of Unicode {UNICODE}")
        self.read_data(self.lines(folder, "UnicodeData"))
        for fields in self.rows(self.lines(folder, "CaseFolding")):
            if fields[1] in "CF":
                self.case_folding[int(fields[0], 16)] = code_points(fields[2])
        self.read_compositions({int(f[0], 16) for f in self.rows(self.lines(folder, "CompositionExclusions"))})

    @staticmethod
    def lines(folder, name):
        path = folder / f"{name}.txt"
        if not path.exists():
            raise Absent(f"{path} is absent")
        return path.read_text(encoding="utf-8").splitlines()

    @staticmethod
    def rows(lines):
        for line in lines:
            line = line.partition("#")[0].strip()
            if line:
                yield [field.strip() for field in line.split(";")]

    def read_data(self, lines):
        first = None
        for fields in (line.split(";") for line in lines):
            c = int(fields[0], 16)
            begin = first if fields[1].endswith(", Last>") else c
            first = c
            self.category[begin:c + 1] = [fields[2]] * (c + 1 - begin)
            if fields[3] != "0":
                self.combining_class[c] = int(fields[3])
            if fields[5]:
                compatibility = fields[5].startswith("<")
                self.mapping[c] = (not compatibility, code_points(fields[5].partition("> ")[2] or fields[5]))

    def read_compositions(self, excluded):
        self.compositions = {}  # (first, second) -> composed
        for c, (canonical, parts) in self.mapping.items():
            starters = not self.combining_class.get(c) and not self.combining_class.get(parts[0])
            if canonical and len(parts) == 2 and starters and c not in excluded:
                self.compositions[parts] = c
        self.seconds = {second for _, second in self.compositions}
        self.seconds.update(range(VOWELS, VOWELS + VOWEL_COUNT), range(TRAILS + 1, TRAILS + TRAIL_COUNT))

    # -- normal forms ----------------------------------------------------------------------------------------------

    def decomposed(self, c):
        """All the code points of its full compatibility decomposition, not sorted."""
        if HANGUL <= c < HANGUL_END:
            lead, rest = divmod(c - HANGUL, VOWEL_COUNT * TRAIL_COUNT)
            vowel, trail = divmod(rest, TRAIL_COUNT)
            return (LEADS + lead, VOWELS + vowel) + ((TRAILS + trail,) if trail else ())
        if c not in self.mapping:
            return (c,)
        return tuple(d for part in self.mapping[c][1] for d in self.decomposed(part))

    def sorted_marks(self, points):
        out = []
        for c in points:
            at, k = len(out), self.combining_class.get(c, 0)
            while k and at > 0 and self.combining_class.get(out[at - 1], 0) > k:
                at -= 1
            out.insert(at, c)
        return out

    def pair(self, first, second):
        if LEADS <= first < LEADS + 19 and VOWELS <= second < VOWELS + VOWEL_COUNT:
            return HANGUL + ((first - LEADS) * VOWEL_COUNT + second - VOWELS) * TRAIL_COUNT
        is_open = HANGUL <= first < HANGUL_END and (first - HANGUL) % TRAIL_COUNT == 0
        if is_open and TRAILS < second < TRAILS + TRAIL_COUNT:
            return first + second - TRAILS
        return self.compositions.get((first, second))

    def nfkc(self, points):
        out, starter, last_class = [], None, 0
        for c in self.sorted_marks(d for c in points for d in self.decomposed(c)):
            k = self.combining_class.get(c, 0)
            blocked = starter is None or (last_class >= k and starter != len(out) - 1)
            composed = None if blocked else self.pair(out[starter], c)
            if composed is not None:
                out[starter] = composed
                continue
            out.append(c)
            last_class = k
            if k == 0:
                starter = len(out) - 1
        return tuple(out)

    def case_folded(self, points):
        return tuple(f for c in points for f in self.case_folding.get(c, (c,)))

    # -- the text rules --------------------------------------------------------------------------------------------

    def kind(self, c):
        category = self.category[c]
        if c in DROPPED_CODE_POINTS:
            return DROPPED_KIND
        if category[0] == "M" or c in HALF_WIDTH_VOICING_MARKS:
            return MARK
        if category[0] == "L" or category == "Nl":
            return SPACELESS_KIND if within(SPACELESS, c) else WORD
        return WORD if category[0] == "N" else SEPARATOR

    def has_boundary_before(self, points):
        """Does normalisation leave alone what stands before?"""
        first = self.decomposed(points[0])[0]
        return not self.combining_class.get(first) and first not in self.seconds

    def plain_fold(self, c):
        """What it folds to, if that does not depend on what stands before or behind it; else None."""
        now = (c,)
        while True:
            forms = [now, composed := self.nfkc(now), folded := self.case_folded(composed), self.nfkc(folded)]
            if not all(map(self.has_boundary_before, forms)):
                return None
            if forms[-1] == now:
                return now if len(utf8(now)) <= LONGEST_PLAIN_FOLD else None
            now = forms[-1]


def code_points(text):
    return tuple(int(c, 16) for c in text.split())


def utf8(points):
    return "".join(map(chr, points)).encode("utf-8", "surrogatepass")


def within(ranges, c):
    return any(first <= c <= last for first, last in ranges)


DROPPED_CODE_POINTS = {c for first, last in DROPPED for c in range(first, last + 1)}


# -- the tables ----------------------------------------------------------------------------------------------------

class Strings:
    """Strings of UTF-16 units behind one another, each after its length; a string is known by where that stands."""

    def __init__(self):
        self.units = [0]  # so that no string stands at 0
        self.at = {}

    def add(self, points):
        if points not in self.at:
            self.at[points] = len(self.units)
            data = "".join(map(chr, points)).encode("utf-16-le")
            units = [data[i] | data[i + 1] << 8 for i in range(0, len(data), 2)]
            self.units += [len(units), *units]
        return self.at[points]


def two_stages(values):
    """Blocks of values, each once; and for each block of code points which of them."""
    blocks, order = {}, []
    for at in range(0, len(values), BLOCK):
        order.append(blocks.setdefault(tuple(values[at:at + BLOCK]), len(blocks)))
    return order, [value for block in blocks for value in block]


def code_point_entries(unicode, strings):
    """For each code point 8 * what it folds to + its kind. The strings that code points fold to are added in order."""
    entries, folds = [], {}
    for c in range(CODE_POINTS):
        kind, fold = unicode.kind(c), NOT_PLAIN
        if kind in (MARK, SPACELESS_KIND, WORD):
            plain = unicode.plain_fold(c)
            if plain == (c,):
                fold = FOLDS_TO_ITSELF
            elif plain is not None:
                fold = FIRST_FOLD + folds.setdefault(plain, len(folds))
                strings.add(plain)
        entries.append(8 * fold + kind)
    return entries, len(folds)


def folding_rows(unicode, strings):
    """For each code point its row, up to the last that is not 0; and the rows without zeros at their end:
    decomposition, case folding, combining class, may it join what stands before it?"""
    rows, of = {(): 0}, []
    for c in range(CODE_POINTS):
        apart = (c,) if HANGUL <= c < HANGUL_END else unicode.decomposed(c)
        folded = unicode.case_folding.get(c)
        row = [0 if apart == (c,) else strings.add(apart), strings.add(folded) if folded else 0,
               unicode.combining_class.get(c, 0), int(c in unicode.seconds)]
        while row and row[-1] == 0:
            row.pop()
        of.append(rows.setdefault(tuple(row), len(rows)))
    last = max(c for c in range(CODE_POINTS) if of[c])
    return of[:(last // BLOCK + 1) * BLOCK], list(rows)


# -- writing -------------------------------------------------------------------------------------------------------

def wrapped(pieces, width=118):
    line = ""
    for piece in pieces:
        if len(line) + len(piece) > width:
            yield line
            line = ""
        line += piece
    yield line


def array(element, name, pieces):
    pieces = list(pieces)
    return [f"{element} {name}[{len(pieces)}] = {{", *wrapped(f"{piece}," for piece in pieces), "};"]


def braced(row):
    return "{" + ",".join(map(str, row)) + "}"


def source(unicode):
    strings = Strings()
    entries, fold_count = code_point_entries(unicode, strings)
    row_of, rows = folding_rows(unicode, strings)
    entry_blocks, entry_values = two_stages(entries)
    row_blocks, row_values = two_stages(row_of)
    assert len(strings.units) < 1 << 16 and max(entry_values) < 1 << 16
    pairs = sorted((first, second, composed) for (first, second), composed in unicode.compositions.items())
    out = [
        f"// Made by tools/make_unicode_tables.py from the files of Unicode {UNICODE}; do not edit.",
        '#include "characters/unicode_tables.h"', "", "namespace doppel::characters {", "", "// clang-format off",
        f'const char kUnicodeVersion[] = "{UNICODE.rpartition(".")[0]}";']
    out += array("const uint8_t", "kCodePointBlocks", entry_blocks)
    out += array("const uint16_t", "kCodePointEntries", entry_values)
    out += array("const uint8_t", "kFoldingBlocks", row_blocks)
    out += array("const uint16_t", "kFoldingRowOf", row_values)
    out += array("const FoldingRow", "kFoldingRows", map(braced, rows))
    out += array("const Composition", "kCompositions", map(braced, pairs))
    out += array("constexpr char16_t", "kUnicodeStrings", strings.units)
    out += [f"constexpr std::array<PlainFold, {fold_count}> kPlainFolds = plain_folds(kUnicodeStrings);"]
    out += ["// clang-format on", "", "}  // namespace doppel::characters", ""]
    return "\n".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ucd", type=pathlib.Path, default=pathlib.Path("/usr/share/unicode"))
    parser.add_argument("--check", type=pathlib.Path)
    options = parser.parse_args()
    try:
        made = source(Unicode(options.ucd))
    except Absent as absent:
        print(f"skipped: {absent}", file=sys.stderr)
        return SKIPPED
    if options.check is None:
        sys.stdout.write(made)
    elif options.check.read_text(encoding="utf-8") != made:
        print(f"{options.check} is not what tools/make_unicode_tables.py makes of Unicode {UNICODE}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
