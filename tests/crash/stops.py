#!/usr/bin/env python3
"""Stops `doppel ingest` with SIGSTOP in the middle of file operations, reads beside it, and lets it go on.

  stops.py --doppel PATH --kill-switch PATH --work DIR [--stops N] [--seed N]

While the writer is stopped, `check` and `status` answer from the rounds that are complete, and a second writer is
told that the store is in use. In the end the digest is that of an uninterrupted run.
Exit status: 0, or 1 with the first fault.
"""
import argparse
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import sys

import lab


def wait_until_stopped(process):
    """False if it ended instead."""
    _, status = os.waitpid(process.pid, os.WUNTRACED)
    if os.WIFSTOPPED(status):
        return True
    process.returncode = os.waitstatus_to_exitcode(status)
    return False


def look_beside(the_lab, store, url):
    for command in (["check", store, "--json"], ["status", store, url]):
        done = the_lab.run(*command)
        new = done.code == lab.NOT_FOUND and "because its creation was interrupted" in done.errors
        if done.code != 0 and not new:
            raise lab.Fault(f"{command[0]} beside a stopped writer: {done.output}{done.errors}")
    second = the_lab.run(*the_lab.ingest(store))
    if second.code == 0 or "is in use by another process" not in second.errors:
        raise lab.Fault(f"a second writer beside a stopped one: {second.output}{second.errors}")


def stop(the_lab, aim):
    """True if the writer was stopped there."""
    store = the_lab.work / "store"
    shutil.rmtree(store, ignore_errors=True)
    url = json.loads(the_lab.input.read_text(encoding="utf-8").splitlines()[0])["url"]
    process = the_lab.start(*the_lab.ingest(store), aim=aim, stop=True)
    stopped = wait_until_stopped(process)
    try:
        if stopped:
            look_beside(the_lab, store, url)
    finally:
        if stopped:
            os.kill(process.pid, signal.SIGCONT)
        _, errors = process.communicate(timeout=lab.LIMIT_SECONDS)
    if process.returncode != 0:
        raise lab.Fault(f"ingest went on and failed: {errors}")
    if the_lab.check(store)["digest"] != the_lab.digest:
        raise lab.Fault("wrong digest after going on")
    return stopped


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--doppel", required=True, type=pathlib.Path)
    parser.add_argument("--kill-switch", required=True, type=pathlib.Path)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--stops", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    choice = random.Random(args.seed)
    stopped = 0
    aim = None
    try:
        the_lab = lab.Lab(args.doppel, args.work, args.kill_switch)
        the_lab.generate(pages=200, seed=args.seed, round_pages=25)
        while stopped < args.stops:
            aim = lab.Aim(["log", "note", "flush"][stopped % 3], choice.randint(2, 26), choice.choice(lab.PLACES))
            stopped += stop(the_lab, aim)
    except lab.Fault as fault:
        print(f"seed {args.seed}, stopped at {aim}: {fault}")
        return 1
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{stopped} stops, {used.ru_utime + used.ru_stime:.1f} s CPU")
    shutil.rmtree(args.work, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
