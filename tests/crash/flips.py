#!/usr/bin/env python3
"""Flips one byte of one file of a store, and sees what the program makes of it.

  flips.py --doppel PATH --kill-switch PATH --work DIR [--flips N] [--seed N]

Two stores are damaged in turn: one that was closed, and one that was killed, whose last rounds are only in its log.
After each flip `check`, `status` and `ingest` run on copies. Each of them must give the right answer, or fail with a
message that tells what is damaged. A wrong answer, a crash or a hang is a fault. The table counts, for each kind of
file: flips that hurt nobody, and those that were reported with the name of the file, or with that of the store alone.
Exit status: 0, or 1 with the faults.
"""
import argparse
import collections
import json
import pathlib
import random
import re
import resource
import shutil
import sys

import lab

FAMILIES = ["default", "pages", "texts", "signatures", "groups", "events"]
SMALL_FILES = ["FORMAT", "ACKNOWLEDGED", "CURRENT", "IDENTITY"]
DAMAGE = ["is damaged", "is incomplete", "has lost changes", "has format"]


def kind_of(path):
    """What is flipped: a table of a family, or another kind of file. None: nothing depends on it."""
    if path.suffix == ".sst":
        _, _, rest = path.read_bytes().rpartition(b"column.family.id")  # of the table's properties
        family = next((name for name in FAMILIES if f"name{name}".encode() in rest[:40]), None)
        return family and "table of " + family  # a kill leaves tables without properties, which nobody reads
    if path.suffix == ".log":
        return "log"
    if path.name.startswith(("MANIFEST", "OPTIONS")):
        return path.name.partition("-")[0]
    return path.name if path.name in SMALL_FILES else None


def ageless(answers):
    """Lines of `status`, without what changes from second to second."""
    return [re.sub(r'"age_seconds": \d+', "", line) for line in answers.splitlines()]


class Damaged:
    """A store to damage, and the right answers about it."""

    def __init__(self, the_lab, folder):
        self.lab, self.folder = the_lab, folder
        self.digest = the_lab.check(folder)["digest"]
        self.urls = [json.loads(line)["url"] for line in the_lab.input.read_text(encoding="utf-8").splitlines()[::25]]
        self.answers = ageless(the_lab.expect(the_lab.run("status", folder, *self.urls, "--json")).output)
        self.files = collections.defaultdict(list)
        for path in sorted(folder.iterdir()):
            kind = kind_of(path)
            if kind and path.stat().st_size > 0:
                self.files[kind].append(path.name)

    def try_flip(self, file, at, mask):
        """The messages of the three commands; an empty one where the answer was right."""
        return {"check": self.check(self.flipped(file, at, mask)),
                "status": self.status(self.flipped(file, at, mask)),
                "ingest": self.ingest(self.flipped(file, at, mask))}

    def flipped(self, file, at, mask):
        copy = self.lab.work / "flipped"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.folder, copy)
        data = bytearray((copy / file).read_bytes())
        data[at] ^= mask
        (copy / file).write_bytes(data)
        return copy

    def check(self, store, digest=None):
        done = self.lab.run("check", store, "--json")
        if done.code != 0:
            return self.complaint("check", done)
        if json.loads(done.output)["digest"] != (digest or self.digest):
            raise lab.Fault(f"check prints a wrong digest: {done.output}")
        return ""

    def status(self, store):
        done = self.lab.run("status", store, *self.urls, "--json")
        if done.code != 0:
            return self.complaint("status", done)
        wrong = set(ageless(done.output)) - set(self.answers)
        if wrong or len(ageless(done.output)) != len(self.answers):
            raise lab.Fault(f"status prints wrong answers: {sorted(wrong)}")
        return ""

    def ingest(self, store):
        done = self.lab.run(*self.lab.ingest(store))
        return self.complaint("ingest", done) if done.code != 0 else self.check(store, self.lab.digest)

    @staticmethod
    def complaint(verb, done):
        if not any(word in done.errors for word in DAMAGE):
            raise lab.Fault(f"{verb} does not say what is damaged: {done.output}{done.errors}")
        return done.errors


class Flips:
    def __init__(self, args):
        self.random = random.Random(args.seed)
        self.lab = lab.Lab(args.doppel, args.work, args.kill_switch)
        closed = self.lab.generate(pages=200, seed=args.seed, round_pages=25)
        self.stores = [Damaged(self.lab, closed), Damaged(self.lab, self.killed_store())]
        self.table = collections.defaultdict(collections.Counter)
        self.faults = []

    def killed_store(self):
        """Twice killed: the first rounds are in tables, the last ones in the log."""
        store = self.lab.work / "killed"
        for operation in [20, 12]:
            process = self.lab.start(*self.lab.ingest(store), aim=lab.Aim("log", operation, "half"))
            process.communicate(timeout=lab.LIMIT_SECONDS)
        return store

    def flip(self, number):
        kinds = sorted({(i, kind) for i, store in enumerate(self.stores) for kind in store.files})
        index, kind = kinds[number % len(kinds)]
        store = self.stores[index]
        file = self.random.choice(store.files[kind])
        at = self.random.randrange((store.folder / file).stat().st_size)
        mask = 1 << self.random.randrange(8)
        try:
            messages = store.try_flip(file, at, mask)
        except lab.Fault as fault:
            self.faults.append(f"{store.folder.name}/{file}, byte {at} ^ {mask}: {fault}")
            return
        self.table[kind]["flips"] += 1
        told = [message for message in messages.values() if message]
        by_name = [message for message in told if file in message or file.partition("-")[0] in message]
        outcome = "harmless" if not told else "file" if by_name else "store"
        self.table[kind][outcome] += 1

    def report(self):
        columns = ["flips", "harmless", "file", "store"]
        rows = [[kind, *(counts[column] for column in columns)] for kind, counts in sorted(self.table.items())]
        print(lab.table(rows, ["kind of file", "flips", "harmless", "file named", "store named"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--doppel", required=True, type=pathlib.Path)
    parser.add_argument("--kill-switch", required=True, type=pathlib.Path)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--flips", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    flips = Flips(args)
    for number in range(args.flips):
        flips.flip(number)
    flips.report()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{args.flips} flips, {used.ru_utime + used.ru_stime:.1f} s CPU")
    print("\n".join(flips.faults), end="")
    shutil.rmtree(args.work, ignore_errors=True)
    return 1 if flips.faults else 0


if __name__ == "__main__":
    sys.exit(main())
