#!/usr/bin/env python3
"""`doppel dedup` against the oracle: the same kept set, levels, groups, winners and proofs, or a fault. With the
strategy lsh some pairs may be missed: there every proof and the counts are held against the oracle, and the recall of
removals must reach RECALL.

  dedup.py --doppel PATH --shared DIR --set demo|articles|reuters [--source DIR]

For every strategy, k and threshold below the product runs once over the set; the oracle computes the right answer from the same
inputs and checks everything that was written, and `doppel check` must hold too. Prints one line a run.
Exit status: 0 no fault, 1 a fault, 77 something needed is absent.
"""
import argparse
import contextlib
import functools
import gzip
import io
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
from fractions import Fraction

import reuters_jsonl
import shared_data

THRESHOLDS = (Fraction(1, 2), Fraction(4, 5), Fraction(19, 20))
WINDOWS = (2, 5)
STRATEGIES = {"lsh": False, "exact": True, "scan": True}  # does it find every pair?
RECALL = 0.98
REUTERS_STORIES = 5000


# -- the sets: each answers plain JSONL files ----------------------------------------------------------------------

def demo(args, folder):
    """The crawl of the examples, broken records included; compressed inputs are decompressed first."""
    crawl = pathlib.Path(args.source) / "examples" / "crawl"
    paths = []
    for path in sorted([*crawl.glob("*.jsonl"), *crawl.glob("*.jsonl.gz")]):
        if path.suffix == ".gz":
            plain = folder / path.stem
            with gzip.open(path) as packed, open(plain, "wb") as unpacked:
                shutil.copyfileobj(packed, unpacked)
            path = plain
        paths.append(path)
    if not paths:  # it is part of the repository: a failure, not a reason to skip
        sys.exit(f"{crawl} holds no input")
    return paths


def articles(args, folder):
    """News articles with planted duplicates, three files in one run."""
    data = shared_data.dev_folder(args.shared) / "minhash-articles" / "data"
    paths = []
    for count in (100, 1000, 2500):
        source = shared_data.require(data / f"articles_{count}.train")
        paths.append(folder / f"articles_{count}.jsonl")
        with open(source, encoding="utf-8") as lines, open(paths[-1], "w", encoding="utf-8") as out:
            for line in lines:
                name, _, text = line.rstrip("\n").partition(" ")
                out.write(json.dumps({"id": name, "text": text}) + "\n")
    return paths


def reuters(args, folder):
    """The first news stories of Reuters-21578."""
    source = shared_data.require(shared_data.dev_folder(args.shared) / "reuters21578")
    path = folder / "reuters.jsonl"
    reuters_jsonl.write(source, path, REUTERS_STORIES)
    return [path]


SETS = {"demo": demo, "articles": articles, "reuters": reuters}


# -- the two sides -------------------------------------------------------------------------------------------------

def remember(oracle):
    """Makes the oracle read, tokenise and shingle each input once, not once a run; its answers stay the same."""
    read, tokens = oracle.read, oracle.tokens
    once = functools.lru_cache(maxsize=None)
    read_once, tokens_once = once(lambda paths: read(list(paths))), once(lambda text: tuple(tokens(text)))
    oracle.read = lambda paths: read_once(tuple(paths))
    oracle.tokens = tokens_once
    oracle.shingles = once(oracle.shingles)
    dedup, answers = oracle.dedup, {}

    def dedup_once(records, k, tau):
        if (id(records), k, tau) not in answers:
            answers[id(records), k, tau] = dedup(records, k, tau)
        return answers[id(records), k, tau]

    oracle.dedup = dedup_once


def run(command):
    """Runs the product; its exit status must be 0."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    if done.returncode != 0:
        raise RuntimeError(f"exit status {done.returncode}: {' '.join(command)}\n{done.stdout}")


class Comparison:
    """One set, compared run by run; keeps the time each side took."""

    def __init__(self, name, doppel, oracle, paths, folder):
        self.name, self.doppel, self.oracle, self.paths, self.folder = name, doppel, oracle, paths, folder
        self.product_seconds = self.oracle_seconds = 0.0

    def holds(self, strategy, k, threshold):
        """Runs both sides, prints the line, and answers whether there is no fault."""
        out = str(self.folder / f"out-{strategy}-{k}-{threshold.numerator}-{threshold.denominator}")
        start = time.perf_counter()
        try:
            run([self.doppel, "dedup", *self.paths, "--out", out, "--threshold", str(threshold), "--k", str(k),
                 "--strategy", strategy])
            run([self.doppel, "check", out])
        except RuntimeError as error:
            print(f"{self.name}: {strategy}, threshold {threshold}, k {k}: {error}")
            return False
        ran = time.perf_counter()
        self.product_seconds += ran - start
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            right = self.oracle.check(out, self.paths, k, threshold, exact=STRATEGIES[strategy])
        self.oracle_seconds += time.perf_counter() - ran
        *faults, totals = said.getvalue().splitlines()
        count = dict(part.rsplit(" ", 1) for part in totals.split(", "))
        recall = count["recall of removals"]
        print(*faults, f"{self.name}: {strategy}, threshold {threshold}, k {k}: records {count['records']}, "
              f"removed {count['removed']}, recall {recall}, faults {count['faults']}", sep="\n", flush=True)
        return right and float(recall) >= RECALL


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--doppel", required=True, help="the program doppel")
    parser.add_argument("--shared", required=True, help="the folder that holds oracle/ and data/")
    parser.add_argument("--set", required=True, choices=SETS)
    parser.add_argument("--source", default=pathlib.Path(__file__).resolve().parents[2], help="the repository")
    args = parser.parse_args()
    oracle = shared_data.load_oracle(args.shared)
    remember(oracle)
    with tempfile.TemporaryDirectory(prefix="doppel-oracle-") as temporary:
        folder = pathlib.Path(temporary)
        paths = [str(path) for path in SETS[args.set](args, folder)]
        comparison = Comparison(args.set, args.doppel, oracle, paths, folder)
        right = [comparison.holds(strategy, k, threshold)
                 for k in WINDOWS for threshold in THRESHOLDS for strategy in STRATEGIES]
    print(f"{args.set}: {len(right)} runs, {right.count(False)} wrong; "
          f"doppel {comparison.product_seconds:.1f} s, oracle {comparison.oracle_seconds:.1f} s")
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
