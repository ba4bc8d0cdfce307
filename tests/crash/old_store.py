#!/usr/bin/env python3
"""A store that an earlier version wrote opens with all that it had.

  old_store.py --doppel PATH --work DIR [--write]

tests/golden/pages_store_1 is a small store of format 1, closed, without the files that RocksDB can do without, and
tests/golden/pages_store_1.answers what it said: the digest, and the status of each page. A program that no longer opens it
must have another format number, and say how to upgrade (docs/design/storage_format.md). --write makes both anew, which
is right only before a format was ever released. Exit status: 0, or 1 with the difference.
"""
import argparse
import difflib
import json
import pathlib
import shutil
import subprocess
import sys

GOLDEN = pathlib.Path(__file__).resolve().parent.parent / "golden"
FOX = "the quick brown fox jumps over the lazy dog near the river bank at noon"
PAGES = [
    {"url": "http://a.org/", "text": FOX, "version": 1, "time": 1000, "score": 2},
    {"url": "http://b.org/near", "text": FOX + " today", "version": 1, "time": 1000},
    {"url": "http://c.co.uk/loud", "text": FOX.upper(), "version": 1, "time": 1000},
    {"url": "http://d.org/html", "html": f"<title>d</title><p>{FOX} and then home", "version": 1, "time": 1000},
    {"url": "http://d.org/same", "text": FOX, "canonical": "http://d.org/html", "version": 1, "time": 1000},
    {"url": "http://e.org/old", "redirect": "http://a.org/", "version": 1, "time": 1000},
    {"url": "http://e.org/gone", "status": 410, "version": 1, "time": 1000},
    {"url": "http://e.org/deleted", "delete": True, "version": 1, "time": 1000},
    {"url": "http://f.org/", "text": "something else entirely stands here and nobody says it", "version": 1, "time": 1000},
    {"url": "http://f.org/", "text": "now it says something new that nobody else has said", "version": 2, "time": 2000},
]
NEEDLESS = ["IDENTITY", "LOCK", "LOG*", "OPTIONS-*"]


def run(*args, stdin=None):
    done = subprocess.run([str(arg) for arg in args], input=stdin, capture_output=True, text=True, check=False)
    return f"exit code {done.returncode}\n{done.stderr}" if done.returncode else done.stdout


def answers(doppel, store):
    """What the store says, without what depends on the clock or was not stored in format 1."""
    out = [run(doppel, "check", store, "--json")]
    for market in ["neutral", "uk"]:
        for line in run(doppel, "status", store, *sorted({page["url"] for page in PAGES}), "--market", market,
                        "--verify", "--json").splitlines():
            answer = json.loads(line) if line.startswith("{") else {"line": line}
            out.append(json.dumps({key: value for key, value in answer.items()
                                   if key not in ("age_seconds", "recheck_due", "unchanged_since")}) + "\n")
    return "".join(out)


def ingest(doppel, store, work, pages):
    """From standard input, so that the store has no path of this machine in it."""
    (work / "markets").write_text("market uk prefer-domain .uk\n", encoding="utf-8")
    lines = "".join(json.dumps(page) + "\n" for page in pages)
    return run(doppel, "ingest", store, "-", "--markets", work / "markets", "--round-pages", 4, stdin=lines)


def write(doppel, work):
    store = work / "store"
    print(ingest(doppel, store, work, PAGES), end="")
    for name in NEEDLESS:
        for path in store.glob(name):
            path.unlink()
    shutil.rmtree(GOLDEN / "pages_store_1", ignore_errors=True)
    shutil.copytree(store, GOLDEN / "pages_store_1")
    (GOLDEN / "pages_store_1.answers").write_text(answers(doppel, store), encoding="utf-8")


def compare(doppel, work):
    """Read only, after an upgrade, which has nothing to do, and then by a writer that adds a page."""
    store = work / "store"
    shutil.copytree(GOLDEN / "pages_store_1", store)
    expected = (GOLDEN / "pages_store_1.answers").read_text(encoding="utf-8")
    found = answers(doppel, store)
    print("".join(difflib.unified_diff(expected.splitlines(True), found.splitlines(True), "stored", "now")), end="")
    upgraded = run(doppel, "upgrade", store)
    same = upgraded == "already of the present format, 1\n" and answers(doppel, store) == expected
    print("" if same else f"after the upgrade: {upgraded}", end="")
    more = [{"url": "http://g.org/copy", "text": FOX, "version": 1, "time": 3000}]
    print(ingest(doppel, store, work, more), end="")
    status = run(doppel, "status", store, "http://g.org/copy", "--json")
    checked = run(doppel, "check", store, "--json")
    print(status, checked, sep="", end="")
    return found == expected and same and '"kept": "http://a.org/"' in status and '"faults": []' in checked


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--doppel", required=True, type=pathlib.Path)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--write", action="store_true", help="make the stored files anew")
    args = parser.parse_args()
    shutil.rmtree(args.work, ignore_errors=True)
    args.work.mkdir(parents=True)
    if args.write:
        write(args.doppel.resolve(), args.work)
        return 0
    return 0 if compare(args.doppel.resolve(), args.work) else 1


if __name__ == "__main__":
    sys.exit(main())
