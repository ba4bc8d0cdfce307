#!/usr/bin/env python3
"""Kills `doppel markets` while it exchanges the markets of a store.

  market_kills.py --doppel PATH --kill-switch PATH --work DIR [--kills N] [--seed N]

After each kill the store must have exactly the old markets or exactly the new ones, `check` must find no fault, and each
market must say what it says in a store that was created with it. Kills are aimed at the writes of the log
(kill_switch.cc), or come at a random moment. Exit status: 0, or 1 with the first fault.
"""
import argparse
import pathlib
import random
import shutil
import sys
import time

import lab

FILES = ["market uk prefer-domain .uk\n", "market short short-url\nmarket uk first-seen\n", ""]


class MarketKills:
    def __init__(self, args):
        self.random = random.Random(args.seed)
        self.lab = lab.Lab(args.doppel, args.work, args.kill_switch)
        self.source = self.lab.generate(pages=600, seed=args.seed, round_pages=100)
        self.files = []
        for i, content in enumerate(FILES):
            path = self.lab.work / f"markets{i}"
            path.write_text(content, encoding="utf-8")
            self.files.append(path)
        self.answers = [self.answers_of_new_store(i) for i in range(len(FILES))]
        self.kept = [0, 0]  # kills that left the old markets, and the new ones

    def answers_of(self, store):
        """What the store has, and what each of its markets says."""
        rules = self.lab.expect(self.lab.run("markets", store)).output
        names = ["neutral", *sorted({line.split()[1] for line in rules.splitlines()})]
        return rules, [self.lab.expect(self.lab.run("export", store, "--removed", "--market", name)).output
                       for name in names]

    def answers_of_new_store(self, i):
        store = self.lab.work / f"created{i}"
        self.lab.expect(self.lab.run(*self.lab.ingest(store), "--markets", self.files[i]))
        return self.answers_of(store)

    def measure(self):
        """How long a change takes, and how many operations of the log it has."""
        store = self.copy()
        began = time.monotonic()
        process = self.lab.start("markets", store, self.files[1])
        process.communicate(timeout=lab.LIMIT_SECONDS)
        self.seconds = time.monotonic() - began
        self.operations = lab.Record(self.lab.record_path).operations["log"]

    def copy(self):
        store = self.lab.work / "store"
        shutil.rmtree(store, ignore_errors=True)
        shutil.copytree(self.source, store)
        return store

    def life(self):
        """One store and some changes, each of which may be killed."""
        store, now = self.copy(), 2  # without markets
        for _ in range(3):
            wanted = self.random.choice([i for i in range(len(FILES)) if i != now])
            aim = None
            if self.random.random() < 0.7:
                aim = lab.Aim("log", self.random.randint(1, self.operations), self.random.choice(lab.PLACES))
            process = self.lab.start("markets", store, self.files[wanted], aim=aim)
            if aim is None:
                time.sleep(self.random.uniform(0, self.seconds))
                process.kill()
            _, errors = process.communicate(timeout=lab.LIMIT_SECONDS)
            if process.returncode not in (0, -9):
                raise lab.Fault(f"markets: exit code {process.returncode}: {errors}")
            found = self.answers_of(store)
            if found not in (self.answers[now], self.answers[wanted]):
                raise lab.Fault(f"killed at {aim or 'a random moment'}: the store has neither the old nor the new markets")
            self.lab.check(store)
            if process.returncode == -9:
                self.kept[found == self.answers[wanted]] += 1
            elif found != self.answers[wanted]:
                raise lab.Fault("a change that ended has changed nothing")
            now = wanted if found == self.answers[wanted] else now


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--doppel", required=True, type=pathlib.Path)
    parser.add_argument("--kill-switch", required=True, type=pathlib.Path)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--kills", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    try:
        kills = MarketKills(args)
        kills.measure()
        while sum(kills.kept) < args.kills:
            kills.life()
    except lab.Fault as fault:
        print(f"seed {args.seed}: {fault}\nthe stores are in {args.work}")
        return 1
    print(f"{sum(kills.kept)} kills: {kills.kept[0]} left the old markets, {kills.kept[1]} the new ones")
    shutil.rmtree(args.work, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
