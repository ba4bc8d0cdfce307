#!/usr/bin/env python3
"""How often does a store remove pages that the labelled sets call distinct?

  eval/audit/run.py PROGRAM [--sets NAME,...] [--view main|full|any]

PROGRAM is build/<preset>/doppel. README.md has the definitions.
"""
import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE.parent / "truth")]
import labelled              # noqa: E402
import run as truth_run      # noqa: E402
import texts                 # noqa: E402

SETS = ["dragnet", "wcxb", "html-gold", "page-clustering-so", "ipython-doc", "emacs-manuals", "debian-llvm",
        "debian-clang", "debian-postgresql", "debian-installation-guide"]
ALIKE_GOLD, ALIKE_BODY = 0.5, 0.55  # as eval/truth/judge.py has them


def one_release(data: labelled.LabelledSet) -> list[labelled.Page]:
    """All pages; of documentation those of its largest release, because others have versions of the same pages."""
    if data.kind != "releases":
        return data.pages
    sizes = collections.Counter(page.name.split("/")[0] for page in data.pages)
    largest = max(sizes, key=lambda release: (sizes[release], release))
    return [page for page in data.pages if page.name.split("/")[0] == largest]


def contents(kind: str, pages: list[labelled.Page]) -> tuple[list[frozenset[int]], float]:
    """What decides whether two pages are distinct, and from which similarity on they are not."""
    if kind == "gold":
        return [texts.windows(page.gold()) for page in pages], ALIKE_GOLD
    return [texts.windows(texts.body(texts.read(page.path))) for page in pages], ALIKE_BODY


def distinct_pages(kind: str, pages: list[labelled.Page]) -> list[int]:
    """The pages that resemble no other page of their set."""
    if kind == "distinct":
        return list(range(len(pages)))
    sets, limit = contents(kind, pages)
    alike = {page for pair in texts.similar_pairs(sets, limit) for page in pair}
    whole = collections.defaultdict(list)
    for i, page in enumerate(pages):
        whole[texts.stripped(texts.read(page.path))].append(i)
    alike |= {page for same in whole.values() if len(same) > 1 for page in same}
    return [i for i in range(len(pages)) if sets[i] and i not in alike]


def url(name: str, number: int) -> str:
    return f"http://{name}.example/{number}"


class Audit:
    def __init__(self, options: argparse.Namespace, work: pathlib.Path):
        self.options, self.work = options, work
        self.store = work / "store"
        self.pages: dict[str, list[labelled.Page]] = {}
        self.listed: dict[str, int] = {}

    def add(self, data: labelled.LabelledSet) -> None:
        pages = one_release(data)
        self.pages[data.name] = pages
        records = self.work / f"{data.name}.jsonl"
        with records.open("w", encoding="utf-8") as file:
            for i, page in enumerate(pages):
                record = {"url": url(data.name, i), "html": texts.read(page.path), "time": 1000}
                file.write(json.dumps(record) + "\n")
        subprocess.run([self.options.program, "ingest", self.store, records, "--view", self.options.view],
                       check=True, stdout=subprocess.DEVNULL)
        chosen = distinct_pages(data.kind, pages)
        self.listed[data.name] = len(chosen)
        with (self.work / "distinct.txt").open("a", encoding="utf-8") as file:
            file.writelines(url(data.name, i) + "\n" for i in chosen)

    def ask(self) -> tuple[list[dict], dict]:
        """The removed pages of the list, and the totals."""
        done = subprocess.run([self.options.program, "audit", self.store, "--distinct", self.work / "distinct.txt",
                               "--json"], check=True, capture_output=True, text=True)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        return [line for line in lines[:-1] if line["verdict"] == "removed"], lines[-1]

    def name_of(self, address: str) -> str:
        name, number = address.removeprefix("http://").split(".example/")
        return f"{name}/{self.pages[name][int(number)].name}"


def set_of(address: str) -> str:
    return address.removeprefix("http://").split(".example/")[0]


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.3f} %" if whole else "-"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--sets", type=lambda names: names.split(","), default=SETS)
    parser.add_argument("--view", default="any")
    options = parser.parse_args()
    options.program = options.program.resolve()
    folders: dict[str, pathlib.Path | None] = {}
    with tempfile.TemporaryDirectory() as folder:
        audit = Audit(options, pathlib.Path(folder))
        for name in options.sets:
            data = truth_run.load(name, audit.work, folders)
            if data is not None:
                audit.add(data)
        if not audit.pages:
            return 0
        removed, totals = audit.ask()
        by_set = collections.Counter(set_of(line["url"]) for line in removed)
        print("| set | pages | listed as distinct | removed | rate |\n|---|---|---|---|---|")
        for name, pages in audit.pages.items():
            print(f"| {name} | {len(pages)} | {audit.listed[name]} | {by_set[name]} | "
                  f"{percent(by_set[name], audit.listed[name])} |")
        print(f"| all | {sum(map(len, audit.pages.values()))} | {totals['listed']} | {totals['removed']} | "
              f"{percent(totals['removed'], totals['live'])} |\n")
        for line in removed:
            both = "listed too" if line["kept_is_listed"] else "not listed"
            print(f"{audit.name_of(line['url'])} for {audit.name_of(line['kept'])} ({both}): {line['level']}, "
                  f"{line['similarity']['jaccard']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
