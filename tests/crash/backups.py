#!/usr/bin/env python3
"""Backs up a store while another process writes to it, and kills backups and restores.

  backups.py --doppel PATH --kill-switch PATH --work DIR [--backups N] [--kills N] [--seed N]

While `doppel ingest` runs, `doppel backup` adds one backup after the other. Each of them is restored: `check` must find no
fault, and when the same ingest goes on in the restored store, the store must become that of an uninterrupted run. Then
backups and restores are killed at random moments. After each kill every backup that is listed must be whole, and what a
killed restore leaves must be a whole store or none. Exit status: 0, or 1 with the first fault.
"""
import argparse
import json
import pathlib
import random
import shutil
import sys
import time

import lab


class Backups:
    def __init__(self, args):
        self.random = random.Random(args.seed)
        self.lab = lab.Lab(args.doppel, args.work, args.kill_switch)
        self.source = self.lab.generate(pages=1500, seed=args.seed, round_pages=20)
        self.rounds = self.round_of(self.source)
        self.folder = self.lab.work / "backups"
        self.beside = set()  # rounds of backups that were made while the store was written

    def round_of(self, store):
        return json.loads(self.lab.expect(self.lab.run("stats", store, "--json", "--recall-sample", 0)).output)["round"]

    def backup(self, store):
        return json.loads(self.lab.expect(self.lab.run("backup", store, self.folder, "--json")).output)

    # -- beside a writer -------------------------------------------------------------------------------------------

    def beside_a_writer(self, wanted):
        """One store, written from its beginning to its end."""
        store = self.lab.work / "written"
        for folder in [store, self.folder]:
            shutil.rmtree(folder, ignore_errors=True)
        writer = self.lab.start(*self.lab.ingest(store))
        made = []
        while writer.poll() is None and len(self.beside) + len(made) < wanted:
            done = self.lab.run("backup", store, self.folder, "--json")
            if done.code == 0:
                made.append(json.loads(done.output))
            elif done.code != lab.NOT_FOUND or made:
                raise lab.Fault(f"backup beside a writer: {done.errors}")
        if writer.wait(lab.LIMIT_SECONDS) != 0:
            raise lab.Fault(f"ingest: {writer.stderr.read()}")
        for backup in made:
            self.restore_and_finish(backup)
        self.beside.update((len(self.beside) + i, backup["round"]) for i, backup in enumerate(made))

    def restore_and_finish(self, backup):
        target = self.lab.work / "restored"
        shutil.rmtree(target, ignore_errors=True)
        self.lab.expect(self.lab.run("restore", self.folder, target, "--backup", backup["backup"]))
        self.lab.check(target)
        found = self.round_of(target)
        if found != backup["round"] or found > self.rounds:
            raise lab.Fault(f"backup {backup['backup']} has round {found} of {self.rounds}, its list says {backup['round']}")
        self.lab.finish(target)

    # -- kills -----------------------------------------------------------------------------------------------------

    def timed(self, *args):
        began = time.monotonic()
        self.lab.expect(self.lab.run(*args))
        return time.monotonic() - began

    def kill(self, seconds, *args):
        """True if it was killed before it ended."""
        process = self.lab.start(*args)
        time.sleep(self.random.uniform(0, seconds))
        process.kill()
        process.communicate(timeout=lab.LIMIT_SECONDS)
        return process.returncode == -9

    def killed_backups(self, wanted):
        shutil.rmtree(self.folder, ignore_errors=True)
        seconds = self.timed("backup", self.source, self.folder)
        killed = 0
        while killed < wanted:
            if self.random.random() < 0.5:
                shutil.rmtree(self.folder)  # then everything is copied
            killed += self.kill(seconds, "backup", self.source, self.folder)
            listed = self.lab.run("restore", self.folder, "--list", "--verify")
            if listed.code != 0 and (self.folder / "BACKUPS").exists():
                raise lab.Fault(f"after a killed backup: {listed.output}{listed.errors}")
            last = self.backup(self.source)
        self.restore_and_finish(last)

    def killed_restores(self, wanted):
        target = self.lab.work / "target"
        shutil.rmtree(target, ignore_errors=True)
        seconds = self.timed("restore", self.folder, target)
        killed = whole = 0
        while killed < wanted:
            shutil.rmtree(target, ignore_errors=True)
            killed += self.kill(seconds, "restore", self.folder, target)
            done = self.lab.run("stats", target)
            if done.code not in (0, lab.NOT_FOUND):
                raise lab.Fault(f"after a killed restore: {done.output}{done.errors}")
            if done.code == 0 and self.lab.check(target)["digest"] != self.lab.digest:
                raise lab.Fault("a killed restore left another store")
            whole += done.code == 0
        return whole


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--doppel", required=True, type=pathlib.Path)
    parser.add_argument("--kill-switch", required=True, type=pathlib.Path)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--backups", type=int, default=12)
    parser.add_argument("--kills", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    try:
        backups = Backups(args)
        while len(backups.beside) < args.backups:
            backups.beside_a_writer(args.backups)
        backups.killed_backups(args.kills)
        whole = backups.killed_restores(args.kills)
    except lab.Fault as fault:
        print(f"seed {args.seed}: {fault}\nthe stores are in {args.work}")
        return 1
    rounds = {found for _, found in backups.beside}
    print(f"{len(backups.beside)} backups beside a writer, at {len(rounds)} different rounds of {backups.rounds}")
    print(f"{args.kills} killed backups, {args.kills} killed restores; {whole} restores had just ended")
    shutil.rmtree(args.work, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
