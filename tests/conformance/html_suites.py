#!/usr/bin/env python3
"""The HTML suites of the standard against the extractor.

  html_suites.py --printer PATH --shared DIR --suite tokenizer|tree|encoding [--show]

tokenizer  html5lib's tests against our tokenizer: every token, text decoded; of a doctype only that it is there.
tree       the standard's parser as an oracle of visible text: the words of the expected tree, in its order, against
           the words of our text. What is no text (script, svg, ...) is left out of the tree by the rules of
           docs/design/extract.md, written down here a second time.
encoding   what <meta> says.

Every case passes, or is listed in html_SUITE.divergences with a reason about the web; a case that is listed and passes
is a failure too. Exit status: 0 as listed, 1 not, 77 the suite is absent. --show prints unlisted cases as lines for
the list.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys

from divergences import Tally

SKIPPED = 77  # ctest's SKIP_RETURN_CODE
HERE = pathlib.Path(__file__).parent

Case = collections.namedtuple("Case", "group key question expected")

STATES = {"Data state": "data", "PLAINTEXT state": "plaintext", "RCDATA state": "rcdata", "RAWTEXT state": "rawtext",
          "Script data state": "script", "CDATA section state": "cdata"}

NO_TEXT = {"script", "style", "noscript", "template", "iframe", "noembed", "noframes", "title", "svg svg"}
INLINE = set("""a abbr acronym area audio b basefont bdi bdo bgsound big blink canvas cite code col colgroup data
    del dfn em embed font frame i image img ins kbd keygen label link map mark marquee meta meter nobr object output param
    picture progress q rb rp rt rtc ruby s samp slot small source spacer span strike strong sub sup time track tt u var
    video wbr base html head body""".split())
SPACE = {"br", "input"}


def hexed(data):
    return data.hex() or "-"


def unescaped(text):
    return re.sub(r"\\u([0-9A-Fa-f]{4})", lambda m: chr(int(m[1], 16)), text)


def utf8(text):
    """A lone surrogate cannot stand in UTF-8: it is U+FFFD on both sides."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def mapped(change, value):
    """The change applied to every string in a JSON value."""
    if isinstance(value, list):
        return [mapped(change, item) for item in value]
    if isinstance(value, dict):
        return {change(key): mapped(change, item) for key, item in value.items()}
    return change(value) if isinstance(value, str) else value


def tokenizer_cases(folder):
    for file in sorted(folder.glob("html/tokenizer/*.test")):
        tests = json.loads(file.read_text())
        for test in tests.get("tests") or tests["xmlViolationTests"]:
            read = (lambda text: utf8(unescaped(text))) if test.get("doubleEscaped") else utf8
            output = mapped(read, test["output"])
            expected = [["DOCTYPE"] if token[0] == "DOCTYPE" else token for token in output]
            page = read(test["input"]).replace("\r\n", "\n").replace("\r", "\n").encode()
            for state in test.get("initialStates", ["Data state"]):
                question = f"tokens {STATES[state]} {test.get('lastStartTag', '-')} {hexed(page)}"
                yield Case(file.name, [file.name, STATES[state], test["input"]], question, expected)


class Tree:
    """The words of a tree as the suite prints it."""

    def __init__(self, dump):
        self.out, hidden, self.open = [], None, []
        for depth, line in self.lines(dump):
            while self.open and self.open[-1][0] >= depth:
                self.close()
            if hidden is not None and depth <= hidden:
                hidden = None
            if hidden is not None:
                continue
            if line.startswith('"'):
                self.out.append(line[1:-1])
            elif line.startswith("<") and not line.startswith("<!"):
                name = line[1:-1]
                if name in NO_TEXT:
                    hidden = depth
                self.open.append((depth, name))
                self.separate(name)
        while self.open:
            self.close()
        self.text = "".join(self.out)

    def separate(self, name):
        if " " not in name and name not in INLINE and name not in NO_TEXT or name in SPACE:
            self.out.append(" ")

    def close(self):
        self.separate(self.open.pop()[1])

    @staticmethod
    def lines(dump):
        current = None
        for line in dump.split("\n"):
            start = re.match(r"\| ( *)(.*)", line)
            if start and not (current and current[1].startswith('"') and not current[1].endswith('"')):
                if current:
                    yield current
                current = [len(start[1]), start[2]]
            elif current:
                current[1] += "\n" + line
        if current:
            yield current


def words(text):
    return " ".join(re.split(r"[\x01-\x20]+", text)).strip(" ")


def tree_cases(folder):
    for file in sorted(folder.glob("html/tree/*.dat")):
        for test in re.split(r"(?:^|\n)#data\n", file.read_bytes().decode("utf-8", "replace"))[1:]:
            page, _, rest = ("\n" + test).partition("\n#errors\n")
            page, dump = page[1:], rest.partition("#document\n")[2].rstrip("\n")
            group = "fragments" if "#document-fragment" in rest else "pages"
            key = [file.name, page] + re.findall(r"#script-(on|off)|#document-fragment\n(.*)", rest)[:1]
            yield Case(group, json.loads(json.dumps(key)), f"text {hexed(page.encode())}", words(Tree(dump).text))


def encoding_cases(folder):
    for file in sorted(folder.glob("encoding/*.dat")):
        for test in re.split(rb"(?:^|\n)#data\n", file.read_bytes())[1:]:
            page, _, rest = test.partition(b"\n#encoding\n")
            yield Case(file.name, [file.name, page.decode("latin-1")], f"charset {hexed(page)}",
                       rest.split()[0].decode().lower())


def answer_of(suite, line):
    if suite == "tokenizer":
        return json.loads(line)
    return words(bytes.fromhex(line).decode()) if suite == "tree" else line


def ask(printer, suite, cases):
    done = subprocess.run([printer], input="".join(case.question + "\n" for case in cases), stdout=subprocess.PIPE,
                          check=True, text=True)
    lines = done.stdout.split("\n")[:-1]
    assert len(lines) == len(cases)
    return [answer_of(suite, line) for line in lines]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--printer", required=True, help="the program html_printer")
    parser.add_argument("--shared", required=True, help="the folder that holds data/suites")
    parser.add_argument("--suite", required=True, choices=("tokenizer", "tree", "encoding"))
    parser.add_argument("--show", action="store_true")
    args = parser.parse_args()
    folder = pathlib.Path(args.shared) / "data/suites"
    cases = list({"tokenizer": tokenizer_cases, "tree": tree_cases, "encoding": encoding_cases}[args.suite](folder))
    if not cases:
        print(f"skipped: {folder} is absent")
        return SKIPPED
    tally = Tally(HERE / f"html_{args.suite}.divergences", args.show)
    for case, found in zip(cases, ask(args.printer, args.suite, cases)):
        tally.count(case.group, case.key, found == case.expected, case.expected, found)
    return tally.report(args.suite)


if __name__ == "__main__":
    sys.exit(main())
