#!/usr/bin/env python3
"""Kills `doppel ingest` with SIGKILL again and again, and looks at what it leaves.

  kills.py --doppel PATH --kill-switch PATH --work DIR [--kills N] [--at-least N] [--seed N]

A store is created and lives through one to four kills, some at random moments and some at a chosen file operation
(kill_switch.cc). After each kill `check` must find no fault. Then the same command runs to the end, and the digest must
be that of a store that was never interrupted. The table at the end says what the kills interrupted. `between writes`
means that the program was computing, or had written a batch and not yet noted that it was acknowledged.
Exit status: 0, or 1 with the first fault; also 1 if something was interrupted less often than --at-least.
"""
import argparse
import collections
import itertools
import pathlib
import random
import resource
import shutil
import sys
import time

import lab

RIPE_TABLES = 4  # of one family: then RocksDB merges them
KINDS = ["moment", "log", "flush", "compaction", "opening", "note", "creation"]  # of the first kill of a store
FROM_RIPE = ["compaction", "opening"]  # in the life of a store that exists


class Kills:
    def __init__(self, args):
        self.random = random.Random(args.seed)
        self.lab = lab.Lab(args.doppel, args.work, args.kill_switch)
        self.lab.generate(pages=300, seed=args.seed, round_pages=25)
        self.kills = 0
        self.table = collections.defaultdict(collections.Counter)
        self.measure()
        self.ripen()

    def measure(self):
        """How long a whole run takes, and how many operations it has: the range to aim at."""
        began = time.monotonic()
        process = self.lab.start(*self.lab.ingest(self.lab.work / "measured"))
        process.communicate(timeout=lab.LIMIT_SECONDS)
        self.seconds = time.monotonic() - began
        self.operations = dict(lab.Record(self.lab.record_path).operations)
        self.operations["creation"] = self.operations["opening"]

    def ripen(self):
        """A store with so many small tables that the next open merges them."""
        self.ripe = self.lab.work / "ripe"
        for life in range(RIPE_TABLES + 1):
            aim = lab.Aim("log", 12, self.random.choice(lab.PLACES))
            self.kill(self.ripe, aim, "ripening")
        copy = self.copy_of_ripe()
        process = self.lab.start(*self.lab.ingest(copy))
        process.communicate(timeout=lab.LIMIT_SECONDS)
        for work in FROM_RIPE:
            self.operations[work] = lab.Record(self.lab.record_path).operations[work]
        if self.operations["compaction"] == 0:
            raise lab.Fault("the prepared store is not compacted")

    def copy_of_ripe(self):
        copy = self.lab.work / "store"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.ripe, copy)
        return copy

    # -- one kill --------------------------------------------------------------------------------------------------

    def kill(self, store, aim, how):
        """Runs ingest until it is killed. False if it ended before."""
        process = self.lab.start(*self.lab.ingest(store), aim=aim)
        if aim is None:
            time.sleep(self.random.uniform(0, self.seconds))
            process.kill()
        _, errors = process.communicate(timeout=lab.LIMIT_SECONDS)
        if process.returncode == 0:
            return False
        if process.returncode != -9:
            raise lab.Fault(f"ingest, {how}: exit code {process.returncode}: {errors}")
        was_complete = (store / "ACKNOWLEDGED").exists()
        under_way = self.under_way(was_complete)
        self.kills += 1
        for work in under_way:
            self.table[work][how] += 1
        self.look(store, f"killed at {aim or 'a random moment'} ({', '.join(under_way)})")
        return True

    def under_way(self, was_complete):
        if not self.lab.record_path.exists() or not was_complete:
            return ["creating"]
        return lab.Record(self.lab.record_path).under_way()

    def look(self, store, story):
        done = self.lab.run("check", store, "--json")
        if done.code == 0 and '"faults": []' in done.output:
            return
        if done.code == lab.NOT_FOUND and not (store / "FORMAT").exists():
            return  # it is no store yet
        if done.code == lab.NOT_FOUND and "because its creation was interrupted; ingest" in done.errors:
            return
        raise lab.Fault(f"{story}: check: {done.output}{done.errors}")

    # -- lives of a store ------------------------------------------------------------------------------------------

    def aim_at(self, kind):
        """None: at a random moment."""
        if kind == "moment":
            return None
        work = "opening" if kind == "creation" else kind
        return lab.Aim(work, self.random.randint(1, self.operations[kind]), self.random.choice(lab.PLACES))

    def life(self, kind, wanted):
        """One store, killed at most as often as wanted, then completed."""
        store = self.copy_of_ripe()
        if kind not in FROM_RIPE:
            shutil.rmtree(store)
        for _ in range(min(wanted, self.random.randint(1, 4))):
            aim = self.aim_at(kind)
            if not self.kill(store, aim, "a moment" if aim is None else "an operation"):
                break
            kind = self.random.choice([kind, "moment", "log", "opening", "note"])
        self.lab.finish(store)

    def report(self):
        hows = ["a moment", "an operation", "ripening"]
        rows = [[work, *(self.table[work][how] for how in hows), sum(self.table[work].values())]
                for work in ["between writes", "log", "flush", "compaction", "opening", "creating"]]
        print(lab.table(rows, ["interrupted", "by random time", "by aim", "preparing", "all"]))
        return {row[0]: row[-1] for row in rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--doppel", required=True, type=pathlib.Path)
    parser.add_argument("--kill-switch", required=True, type=pathlib.Path)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--at-least", type=int, default=1, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    try:
        kills = Kills(args)
        for kind in itertools.cycle(KINDS):
            if kills.kills >= args.kills:
                break
            kills.life(kind, args.kills - kills.kills)
    except lab.Fault as fault:
        print(f"seed {args.seed}: {fault}\nthe store is in {args.work}")
        return 1
    counts = kills.report()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{kills.kills} kills, {used.ru_utime + used.ru_stime:.1f} s CPU")
    rare = [work for work, count in counts.items() if count < args.at_least]
    if rare:
        print(f"interrupted less than {args.at_least} times: {', '.join(rare)}")
        return 1
    shutil.rmtree(args.work, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
