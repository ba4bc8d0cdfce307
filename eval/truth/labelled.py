"""The labelled sets: which pages there are, and what is known about them. Loading only, no measuring.

kind       what is known
gold       the text of each page by hand: two pages with different texts must not be joined
releases   one documentation several times: pages of one name are versions of one page
distinct   all pages are different
pairs      for some pairs, whether their content is the same
"""
import csv
import dataclasses
import glob
import html
import itertools
import json
import os
import pathlib
import re
from collections.abc import Callable

import texts


@dataclasses.dataclass(frozen=True)
class Page:
    """name: unique in its set; key: what versions of one page have in common; gold: where its text by hand is."""
    name: str
    path: str
    key: str = ""
    gold: Callable[[], str] | None = None


@dataclasses.dataclass(frozen=True)
class Pair:
    """Two pages by number; kind: what was done to the second one, or how much changed; same: the label, if
    there is one."""
    left: int
    right: int
    kind: str
    same: bool | None


@dataclasses.dataclass(frozen=True)
class LabelledSet:
    name: str
    kind: str
    pages: list[Page]
    pairs: list[Pair] = dataclasses.field(default_factory=list)


def _files(folder: str) -> list[str]:
    return sorted(glob.glob(f"{glob.escape(folder)}/**/*.html", recursive=True))


def _gold_set(name: str, entries: list[tuple[str, str, Callable[[], str]]]) -> LabelledSet:
    return LabelledSet(name, "gold", [Page(page, path, gold=gold) for page, path, gold in entries])


def dragnet(data: str) -> LabelledSet:
    """Blog pages. The gold is the content without the comments."""
    def gold(path: str) -> Callable[[], str]:
        return lambda: re.split(r"(?m)^\W+COMMENTS\s*$", texts.read(path))[0]
    folder = f"{data}/maincontent-dev/dragnet"
    return _gold_set("dragnet", [
        (pathlib.Path(path).stem, path, gold(f"{folder}/gold/{pathlib.Path(path).stem}.txt"))
        for path in _files(f"{folder}/html")])


def wcxb(data: str) -> LabelledSet:
    """Web pages of seven types, without the 21 whose gold is empty."""
    folder, entries = f"{data}/maincontent-dev/wcxb", []
    for path in _files(f"{folder}/html"):
        stem = pathlib.Path(path).stem
        gold = json.loads(texts.read(f"{folder}/ground-truth/{stem}.json"))["ground_truth"].get("main_content")
        if gold:
            entries.append((stem, path, lambda gold=gold: gold))
    return _gold_set("wcxb", entries)


def html_gold(data: str) -> LabelledSet:
    """CleanEval and CleanPortalEval. The key is the site, from the address in the gold or from the file name."""
    pages = []
    for folder in ("cleaneval-dev", "cleaneval-final", "CleanPortalEval-master"):
        for path in sorted(glob.glob(f"{data}/dev/html-gold/{folder}/GoldStandard/*.txt")):
            base = os.path.basename(path).replace("-cleaned", "").replace(".txt", ".html")
            page = f"{data}/dev/html-gold/{folder}/input/{base}"
            if os.path.isfile(page):
                pages.append(Page(f"{folder}/{base}", page, _site(path, base), _clean_eval_gold(path)))
    return LabelledSet("html-gold", "gold", pages)


def _site(gold_path: str, base: str) -> str:
    address = re.match(r"\s*URL:\s*(?:\w+://)?([^/\s]*)", texts.read(gold_path))
    return (address.group(1) if address else base.split("_")[0]).lower().removeprefix("www.")


def _clean_eval_gold(path: str) -> Callable[[], str]:
    def gold() -> str:
        text = re.sub(r"^\s*URL:.*", "", texts.read(path), count=1)
        return html.unescape(re.sub(r"<[a-z]{1,2}>", " ", text))
    return gold


def page_clustering(data: str) -> LabelledSet:
    folder = f"{data}/dev/page-clustering-so/test"
    return LabelledSet("page-clustering-so", "distinct",
                       [Page(pathlib.Path(path).stem, path) for path in _files(folder)])


def _releases(name: str, folders: list[str]) -> LabelledSet:
    """Every folder is a release; a page's key is its path below it, or below its folder `html`."""
    pages = []
    for folder in folders:
        for path in _files(folder):
            below = os.path.relpath(path, folder)
            pages.append(Page(f"{_release_name(folder)}/{below}", path, below.removeprefix("html/")))
    return LabelledSet(name, "releases", pages)


def _release_name(folder: str) -> str:
    """The folder's own name; of an unpacked Debian package, that of the package without its version."""
    parts = folder.split("/usr/share/doc/")
    return os.path.basename(parts[0]).split("_")[0]


def ipython(data: str) -> LabelledSet:
    folders = [f for f in sorted(glob.glob(f"{data}/maincontent-dev/ipython-doc/*")) if os.path.isdir(f)]
    return _releases("ipython-doc", folders)


def emacs(data: str) -> LabelledSet:
    return _releases("emacs-manuals", sorted(glob.glob(f"{data}/dev/emacs-manuals/*")))


def _debian(package: str) -> Callable[[str], LabelledSet]:
    def load(data: str) -> LabelledSet:
        return _releases(f"debian-{package}", sorted(glob.glob(f"{data}/dev/debian-html/{package}-*/usr/share/doc/*")))
    return load


def henzinger(data: str) -> LabelledSet:
    folder = f"{data}/dev/henzinger-variants"
    with open(f"{folder}/pairs.jsonl", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return _pair_set("henzinger-variants", folder, [
        (row["page_a"]["html_path"], row["page_b"]["html_path"], row["variant_type"], row["label"] == 1)
        for row in rows])


SAME, LITTLE, MUCH = "same version", "changed, J4 >= .9", "other content, J4 < .6"


def ota(data: str) -> LabelledSet:
    """Two snapshots of one document of one service. Snapshots after a new selector are left out."""
    folder = f"{data}/dev/ota-recrawl-dev"
    with open(f"{folder}/content_pairs.tsv", encoding="utf-8") as file:
        overlap = {frozenset((row["version_a"], row["version_b"])): float(row["jaccard4"])
                   for row in csv.DictReader(file, delimiter="\t")}
    documents: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    with open(f"{folder}/manifest.tsv", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if row["rule_upgrade"] == "0":
                document = (row["repo"], row["service"], row["terms"])
                documents.setdefault(document, []).append((f"html/{row['doc']}.html", row["version"]))
    rows = []
    for snapshots in documents.values():
        for (left, old), (right, new) in itertools.combinations(snapshots, 2):
            j = 1.0 if old == new else overlap.get(frozenset((old, new)))
            if old == new:
                rows.append((left, right, SAME, True))
            elif j is not None and (j >= 0.9 or j < 0.6):
                rows.append((left, right, *((LITTLE, None) if j >= 0.9 else (MUCH, False))))
    return _pair_set("ota-recrawl-dev", folder, rows)


def _pair_set(name: str, folder: str, rows: list[tuple[str, str, str, bool | None]]) -> LabelledSet:
    names = sorted({page for row in rows for page in row[:2]})
    number = {page: i for i, page in enumerate(names)}
    return LabelledSet(name, "pairs", [Page(page, f"{folder}/{page}") for page in names],
                       [Pair(number[left], number[right], kind, same) for left, right, kind, same in rows])


# Name -> (what must be unpacked, loader). The order is that of the report.
SETS: dict[str, tuple[str, Callable[[str], LabelledSet]]] = {
    "dragnet": ("maincontent-dev", dragnet),
    "wcxb": ("maincontent-dev", wcxb),
    "html-gold": ("dev", html_gold),
    "page-clustering-so": ("dev", page_clustering),
    "ipython-doc": ("maincontent-dev", ipython),
    "emacs-manuals": ("dev", emacs),
    "debian-llvm": ("dev", _debian("llvm")),
    "debian-clang": ("dev", _debian("clang")),
    "debian-postgresql": ("dev", _debian("postgresql")),
    "debian-installation-guide": ("dev", _debian("installation-guide")),
    "henzinger-variants": ("dev", henzinger),
    "ota-recrawl-dev": ("dev", ota),
}
