#!/usr/bin/env python3
"""The URL suites of standards and peers against the library.

Every case passes, or is listed in SUITE.divergences with a reason about the web; a case that is listed and passes is a
failure too, so the lists say exactly where we differ. The inputs of every suite also obey the laws: each level is
idempotent, and a function of the one before.

  url_suites.py --printer PATH --shared DIR --suite wpt|toascii|idna|urlcanon|crawler_commons [--show]

Exit status: 0 as listed, 1 not, 77 the suite is absent. --show prints the unlisted cases as lines for the list.
"""
import argparse
import collections
import csv
import json
import pathlib
import subprocess
import sys

from divergences import Tally

SKIPPED = 77  # ctest's SKIP_RETURN_CODE
HERE = pathlib.Path(__file__).parent
FORMS = ("exact", "safe", "aggressive", "surt", "surt_bare", "surt_short", "ssurt", "cdx")

# group and input name the case; forms are the answers that may pass; cut takes the part of them that is compared.
Case = collections.namedtuple("Case", "group input bytes base forms cut expected")
# Peers with one level lie between these two: a case passes if either gives what they expect.
OURS = ("safe", "aggressive")


def whole(form):
    return form


def host(form):
    return form.split("//", 1)[1].split("/", 1)[0]


def path(form):
    rest = form.split("//", 1)[1]
    return rest[rest.index("/"):] if "/" in rest else ""


def query(form):
    return form.partition("?")[2]


def utf8(text):
    """As browsers do it: a lone surrogate is U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()


def bytes_of(text):
    """urlcanon's files hold bytes as characters, mostly."""
    try:
        raw = text.encode("latin-1")
        raw.decode("utf-8")
        return raw
    except UnicodeError:
        return text.encode()


class Suites:
    def __init__(self, folder):
        self.folder = folder

    def load(self, name):
        file = self.folder / name
        if not file.exists():
            print(f"skipped: {file} is absent")
            sys.exit(SKIPPED)
        return json.loads(file.read_text()) if file.suffix == ".json" else file.read_text()

    def wpt(self):
        for case in self.load("urltestdata.json"):
            if isinstance(case, dict):
                expected = None if case.get("failure") else case["href"]
                yield Case("must_fail" if expected is None else "must_parse", [case["input"], case.get("base")],
                           utf8(case["input"]), case.get("base"), ("exact",), whole, expected)
        for case in self.load("percent-encoding.json"):
            if isinstance(case, dict):
                yield Case("percent_encoding", case["input"], utf8("http://h/?" + case["input"]), None, ("exact",),
                           query, case["output"]["utf-8"])

    def hosts(self, name):
        for case in self.load(name):
            if isinstance(case, dict) and case["input"]:  # an empty host cannot be asked for in a URL
                url = f"https://{case['input']}/x"
                yield Case("host", case["input"], utf8(url), None, ("exact",), host, case["output"])

    def toascii(self):
        return self.hosts("toascii.json")

    def idna(self):
        return self.hosts("IdnaTestV2.json")

    def urlcanon(self):
        def wrapped(group, cases, before, after, forms, cut=whole):
            for text, expected in cases.items():
                yield Case(group, text, bytes_of(before + text + after), None, forms, cut, expected)

        for group, forms in (("supplemental_whatwg", ("exact",)), ("semantic_precise", OURS),
                             ("aggressive", ("aggressive",))):
            yield from wrapped(group, self.load(f"urlcanon_{group}.json"), "", "", forms)
        dots = self.load("urlcanon_path_dots.json")
        # It carries out the dots before it turns the slashes; the parser does both.
        special = {text: expected.replace("\\", "/") for text, expected in dots["special"].items()}
        yield from wrapped("path_dots special", special, "http://h", "", ("exact",), path)
        for with_host in (True, False):
            some = {text: expected for text, expected in dots["nonspecial"].items()
                    if text.startswith("/") == with_host}
            yield from wrapped("path_dots nonspecial", some, "sc://h" if with_host else "sc:", "", ("exact",),
                               path if with_host else lambda form: form[3:])
        yield from wrapped("funky_ipv4", self.load("urlcanon_funky_ipv4.json"), "http://", "/", ("exact",), host)
        surt = self.load("urlcanon_surt.json")
        for group, forms in (("Canonicalizer.DefaultIA", ("aggressive",)), ("Canonicalizer.IA", ("aggressive",)),
                             ("google", OURS), ("googleSupplementalFromSurt", OURS), ("defaultIASurt", ("cdx",))):
            yield from wrapped(group, surt[group], "", "", forms)
        yield from wrapped("unescapeRepeatedly", surt["unescapeRepeatedly"], "http://h/", "", OURS,
                           lambda form: path(form)[1:])
        yield from wrapped("alphaRorderQuery", surt["alphaRorderQuery"], "http://h/?", "", ("aggressive",), query)
        yield from wrapped("massageHost", surt["massageHost"], "http://", "/", ("aggressive",), host)
        yield from wrapped("stripPathSessionId", surt["stripPathSessionId"], "http://h", "", ("aggressive",), path)
        orders = self.load("urlcanon_ssurt.json")
        for group, form in (("ssurt", "ssurt"), ("surt", "surt"), ("surtWithoutScheme", "surt_bare"),
                            ("surtWithoutTrailingComma", "surt_short")):
            yield from wrapped(group, orders[group], "", "", (form,))
        for group in ("ssurtHost", "reverseHost"):
            yield from wrapped(group, orders[group], "sc://", "/", ("ssurt",), lambda form: form.split("//")[0])
        for url in self.load("urlcanon_idempotence.json") + list(self.load("urlcanon_parsing.json")):
            yield Case("laws", url, bytes_of(url), None, (), whole, None)

    def crawler_commons(self):
        lines = [line for line in self.load("crawler_commons.csv").splitlines()
                 if line.strip() and not line.startswith("#")]
        for row in csv.reader(lines):
            url, expected = ",".join(row[:-1]), row[-1].strip()
            yield Case("normalise", url, url.encode(), None, OURS, whole, expected)


def ask(printer, cases):
    """The forms of every case; None for an error."""
    def line(data, base):
        return (data.hex() or "-") if base is None else f"{data.hex() or '-'} {base.encode().hex()}"
    text = "".join(line(data, base) + "\n" for data, base in cases)
    done = subprocess.run([printer], input=text, stdout=subprocess.PIPE, check=True, text=True)
    answers = done.stdout.split("\n")[:-1]
    assert len(answers) == len(cases)
    return [None if a == "error" else dict(zip(FORMS, a.split("\t"))) for a in answers]


def broken_laws(printer, cases, answers):
    """Inputs whose forms are not fixed points, or not functions of the form before."""
    forms = [a for a in answers if a]
    for level, next_level in (("exact", "exact"), ("exact", "safe"), ("safe", "safe"), ("safe", "aggressive"),
                              ("aggressive", "aggressive")):
        again = ask(printer, [(form[level].encode(), None) for form in forms])
        for form, other in zip(forms, again):
            if other is None or other[next_level] != form[next_level]:
                yield f"{next_level} of {level}: {form[level]!r} gives {other and other[next_level]!r}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--printer", required=True, help="the program url_printer")
    parser.add_argument("--shared", required=True, help="the folder that holds data/suites/url")
    parser.add_argument("--suite", required=True)
    parser.add_argument("--show", action="store_true")
    args = parser.parse_args()
    cases = list(getattr(Suites(pathlib.Path(args.shared) / "data/suites/url"), args.suite)())
    answers = ask(args.printer, [(case.bytes, case.base) for case in cases])
    tally = Tally(HERE / f"url_{args.suite}.divergences", args.show)
    for case, answer in zip(cases, answers):
        if not case.forms:
            continue
        found = [case.cut(answer[form]) if answer else None for form in case.forms]
        tally.count(case.group, [case.group, case.input], case.expected in found, case.expected, found)
    tally.faults += broken_laws(args.printer, cases, answers)
    return tally.report(args.suite) or not tally.total


if __name__ == "__main__":
    sys.exit(main())
