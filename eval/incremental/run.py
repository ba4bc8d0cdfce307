#!/usr/bin/env python3
"""The incremental experiments of Zhu et al. (WWW 2012, section 6.2) on generated and on real recrawls.

  eval/incremental/run.py PROGRAM [--sizes N,...] [--recrawl N] [--save]

PROGRAM is build/<preset>/doppel. --sizes are the pages of figure 7, --recrawl those of figure 8 and of mode paper; 0
leaves them out. Prints the tables. With --save, what was measured replaces the same rows of results.tsv and is added to
the others, and tables.md and plots/ are made from all of them. README.md has the commands of the committed ones.
"""
import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import report
import trace_pages

SEED = 22
STEPS = 7         # points of figure 8
GENERATIONS = 6   # of the comparison of modes, after the first crawl
ROUND = ["--fetched", "1/100", "--changed", "3/10", "--dead", "1/20", "--new", "1/10"]
WEEK = ["--fetched", "1", "--changed", "1/4", "--new", "1/2"]  # half of the second crawl is known
RECRAWL = ["--fetched", "1/2", "--changed", "3/10", "--redirected", "1/50", "--dead", "1/20", "--new", "1/10"]


class Lab:
    """The programs, and a folder for one measurement."""

    def __init__(self, program):
        self.doppel = pathlib.Path(program).resolve()
        build = self.doppel.parent
        subprocess.run(["cmake", "--build", build, "--target", "incremental_measure"], check=True,
                       stdout=subprocess.DEVNULL)
        self.measure_program = build / "eval" / "incremental_measure"

    def crawl(self, folder, pages, rounds, shares):
        """One file for each round. A template has some hundred pages, in a crawl of any size."""
        files = []
        for number in range(rounds):
            files.append(folder / f"round{number}.jsonl")
            subprocess.run([self.doppel, "gen", "--pages", str(pages), "--templates", str(pages // 2000 + 1),
                            "--seed", str(SEED), "--rounds", str(rounds), *shares, "--only-round", str(number),
                            "--out", files[-1]], check=True)
        return files

    def measure(self, what, folder, *args):
        """What the program prints: numbers by name, in two parts if there is a slash."""
        done = subprocess.run([self.measure_program, what, folder, *map(str, args)], check=True, text=True,
                              stdout=subprocess.PIPE)
        return [(name.rpartition("/")[0], name.rpartition("/")[2], value)
                for name, value in (line.split("\t") for line in done.stdout.splitlines())]


def figure7(lab, results, pages):
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        base, later = lab.crawl(folder, pages, 2, ROUND)
        results.put("figure7", "generated", pages, lab.measure("round", folder, base, later))


def figure8(lab, results, pages):
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        first, second = lab.crawl(folder, pages, 2, WEEK)
        shuffle_lines(second)
        results.put("figure8", "generated", pages, lab.measure("stay", folder, first, second, STEPS))


def shuffle_lines(path):
    """The new pages come last in a generated round, and anywhere in a crawl."""
    lines = path.read_bytes().splitlines(keepends=True)
    random.Random(SEED).shuffle(lines)
    path.write_bytes(b"".join(lines))


def modes(lab, results, pages):
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        crawls = lab.crawl(folder, pages, 1 + GENERATIONS, RECRAWL)
        results.put("modes", "generated", pages, lab.measure("modes", folder, *crawls))


def real_trace(lab, results):
    """Figure 8 and the modes on 1,200 snapshots of 25 pages."""
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
    trace = cache / "doppel" / "dev" / "ota-trace-dev"
    if not trace.is_dir():
        print(f"skipped: {trace} is absent")
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        days = trace_pages.write_crawls(lab.doppel, trace, folder)
        results.put("figure8", "ota-trace", 25, trace_stays(lab, folder, days))
        results.put("modes", "ota-trace", 25, last_point(lab.measure("modes", folder, *days)))


def trace_stays(lab, folder, days):
    """The first crawl is the first snapshot of every page; all others are processed in steps of one crawl."""
    later = folder / "later.jsonl"
    later.write_bytes(b"".join(day.read_bytes() for day in days[1:]))
    return last_point(lab.measure("stay", folder, days[0], later, len(days) - 1))


def last_point(rows):
    """What holds after the last crawl, and the time of all of them."""
    last = max(int(point) for point, _, _ in rows)
    spent = {}
    for _, name, value in rows:
        if name.endswith("_cpu"):
            spent[name] = spent.get(name, 0) + float(value)
    return [("all", name, spent.get(name, value)) for point, name, value in rows if int(point) == last]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--sizes", default="1000,20000,50000")
    parser.add_argument("--recrawl", type=int, default=10000)
    parser.add_argument("--save", action="store_true")
    args = parser.parse_args()
    here = pathlib.Path(__file__).resolve().parent
    results = report.Results(here / "results.tsv" if args.save else None)
    lab = Lab(args.program)
    for pages in filter(None, map(int, args.sizes.split(","))):
        figure7(lab, results, pages)
    if args.recrawl:
        figure8(lab, results, args.recrawl)
        modes(lab, results, args.recrawl)
        real_trace(lab, results)
    report.print_tables(results)
    if args.save:
        report.write_all(results, here)


if __name__ == "__main__":
    sys.exit(main())
