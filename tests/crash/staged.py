#!/usr/bin/env python3
"""Kills commands about staged crawls with SIGKILL, and looks at what they leave.

  staged.py --doppel PATH --kill-switch PATH --work DIR [--kills N] [--seed N]

The first half of a crawl is in a store. The second half is staged (`ingest --collection`), then committed or dropped
(`collections`), and each of these commands is killed at random writes until it ends by itself. While the crawl is only
staged, and after it was dropped, the digest must be that of the first half; after the commit, that of a store that took
all of it directly; a commit must have made each of its rounds once. `check` must never find a fault.
Exit status: 0, or 1 with the first fault.
"""
import argparse
import json
import pathlib
import random
import resource
import shutil
import sys

import lab

ROUND_PAGES = 25
NAME = "second-half"


class Staged:
    def __init__(self, args):
        self.random = random.Random(args.seed)
        self.lab = lab.Lab(args.doppel, args.work, args.kill_switch)
        self.lab.generate(pages=200, seed=args.seed, round_pages=ROUND_PAGES)
        self.kills = 0
        lines = self.lab.input.read_text(encoding="utf-8").splitlines(keepends=True)
        self.halves = [self.lab.work / "first.jsonl", self.lab.work / "second.jsonl"]
        middle = len(lines) // 2
        for path, half in zip(self.halves, (lines[:middle], lines[middle:])):
            path.write_text("".join(half), encoding="utf-8")
        self.base, self.store = self.lab.work / "base", self.lab.work / "store"
        self.lab.expect(self.lab.run("ingest", self.base, self.halves[0], "--round-pages", ROUND_PAGES))
        self.base_digest = self.lab.check(self.base)["digest"]
        self.measure()

    def measure(self):
        """An undisturbed commit: its writes are the range to aim at, its rounds those of every other commit."""
        self.begin()
        writes = {}
        for kind, command in self.commands().items():
            process = self.lab.start(*command)
            process.communicate(timeout=lab.LIMIT_SECONDS)
            writes[kind] = lab.Record(self.lab.record_path).operations["log"]
            if kind == "commit":
                self.committed = self.collections()
                self.begin()
                self.lab.expect(self.lab.run(*self.commands()["stage"]))
        self.writes = writes

    def begin(self):
        shutil.rmtree(self.store, ignore_errors=True)
        shutil.copytree(self.base, self.store)

    def commands(self):
        verb = ["collections", self.store]
        return {"stage": ["ingest", self.store, self.halves[1], "--collection", NAME, "--round-pages", ROUND_PAGES],
                "commit": [*verb, "--commit", NAME, "--round-pages", ROUND_PAGES],
                "cancel": [*verb, "--cancel", NAME]}

    def collections(self):
        done = self.lab.expect(self.lab.run("collections", self.store, "--json"))
        return [json.loads(line) for line in done.output.splitlines()]

    def until_it_ends(self, kind, after_kill):
        """Kills a command at a random write, and begins it again, until it is done."""
        while True:
            aim = lab.Aim("log", self.random.randint(1, self.writes[kind] + 1), self.random.choice(lab.PLACES))
            process = self.lab.start(*self.commands()[kind], aim=aim)
            _, errors = process.communicate(timeout=lab.LIMIT_SECONDS)
            if process.returncode == 0:
                return
            # A command that was killed after its last write has done its work.
            if process.returncode == lab.NOT_FOUND and ("committed already" in errors or "no collection" in errors):
                return
            if process.returncode != -9:
                raise lab.Fault(f"{kind}: exit code {process.returncode}: {errors}")
            self.kills += 1
            after_kill(f"{kind}, killed at {aim}")

    def expect_digest(self, digest, story):
        found = self.lab.check(self.store)["digest"]
        if found != digest:
            raise lab.Fault(f"{story}: digest {found}, expected {digest}")

    def life(self, end):
        self.begin()
        self.until_it_ends("stage", lambda story: self.expect_digest(self.base_digest, story))
        self.expect_digest(self.base_digest, "staged")
        if end == "cancel":
            self.until_it_ends("cancel", lambda story: self.expect_digest(self.base_digest, story))
            self.expect_digest(self.base_digest, "dropped")
            if self.collections():
                raise lab.Fault(f"dropped, but there is {self.collections()}")
            return
        self.until_it_ends("commit", lambda story: self.lab.check(self.store))
        self.expect_digest(self.lab.digest, "committed")
        if self.collections() != self.committed:
            raise lab.Fault(f"committed as {self.collections()}, but undisturbed as {self.committed}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--doppel", required=True, type=pathlib.Path)
    parser.add_argument("--kill-switch", required=True, type=pathlib.Path)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    try:
        staged = Staged(args)
        lives = 0
        while staged.kills < args.kills:
            staged.life("cancel" if lives % 3 == 2 else "commit")
            lives += 1
    except lab.Fault as fault:
        print(f"seed {args.seed}: {fault}\nthe store is in {args.work}")
        return 1
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{staged.kills} kills in {lives} lives of a store, {used.ru_utime + used.ru_stime:.1f} s CPU")
    shutil.rmtree(args.work, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
