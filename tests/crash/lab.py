"""What the scripts of the crash lab share: running the program, aiming at it, and comparing what it leaves."""
import dataclasses
import json
import os
import pathlib
import shutil
import signal
import struct
import subprocess

LIMIT_SECONDS = 120  # for one command: a program that hangs must not hang the lab
WORKS = ["log", "flush", "compaction", "opening", "note"]  # as kill_switch.cc has them
NOT_FOUND = 2  # the exit code when there is no store
PLACES = ["before", "half", "after"]


class Fault(Exception):
    """The program did something that it must not do."""


@dataclasses.dataclass
class Done:
    code: int
    output: str
    errors: str


@dataclasses.dataclass
class Aim:
    """An operation of kill_switch.cc."""
    work: str
    number: int
    place: str

    def __str__(self):
        return f"{self.work}:{self.number}:{self.place}"


class Record:
    """What kill_switch.cc wrote down."""

    def __init__(self, path):
        numbers = struct.unpack(f"{3 * len(WORKS)}I", path.read_bytes())
        self.operations, self.inside, self.tables = (
            dict(zip(WORKS, numbers[i * len(WORKS):(i + 1) * len(WORKS)])) for i in range(3))

    def under_way(self):
        """What a kill at this moment interrupts."""
        out = [work for work in WORKS if work != "note" and (self.inside[work] or self.tables[work])]
        return out or ["between writes"]


class Lab:
    """One program, one input, one folder to work in."""

    def __init__(self, doppel, work, kill_switch):
        self.doppel = str(doppel.resolve())
        self.environment = os.environ | {"LC_ALL": "C", "LD_PRELOAD": str(kill_switch.resolve())}
        self.work = pathlib.Path(work)
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(parents=True)
        self.record_path = self.work / "record"

    # -- running ---------------------------------------------------------------------------------------------------

    def start(self, *args, aim=None, stop=False):
        """A process to be aimed at. The record is that of the last process."""
        self.record_path.unlink(missing_ok=True)
        environment = self.environment | {"CRASH_RECORD": str(self.record_path)}
        if aim:
            environment |= {"CRASH_AT": str(aim), "CRASH_SIGNAL": str(int(signal.SIGSTOP if stop else signal.SIGKILL))}
        return subprocess.Popen([self.doppel, *map(str, args)], env=environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="backslashreplace")

    def run(self, *args):
        """What a command does when nobody interrupts it. A crash or a hang of its own is a fault."""
        try:
            done = subprocess.run([self.doppel, *map(str, args)], stdin=subprocess.DEVNULL, capture_output=True,
                                  text=True, errors="backslashreplace", timeout=LIMIT_SECONDS,
                                  env=self.environment, check=False)
        except subprocess.TimeoutExpired:
            raise Fault(f"doppel {args[0]} hangs") from None
        if done.returncode < 0:
            raise Fault(f"doppel {args[0]} died of signal {-done.returncode}: {done.stderr}")
        return Done(done.returncode, done.stdout, done.stderr)

    # -- the input and its store ------------------------------------------------------------------------------------

    def generate(self, pages, seed, round_pages):
        """A recrawl in three rounds, and the digest of a store that reads it without a crash."""
        self.input, self.round_pages = self.work / "crawl.jsonl", round_pages
        self.expect(self.run("gen", "--pages", pages, "--words", 60, "--rounds", 3, "--seed", seed,
                             "--out", self.input))
        self.add_other_kinds()
        store = self.work / "uninterrupted"
        self.expect(self.run(*self.ingest(store)))
        self.digest = self.check(store)["digest"]
        return store

    def add_other_kinds(self):
        """Up to now there are only texts. In the end every tenth page redirects, dies or is deleted."""
        lines = self.input.read_text(encoding="utf-8").splitlines()
        urls = sorted({json.loads(line)["url"] for line in lines})
        more = []
        for i, url in enumerate(urls[::10]):
            update = {"url": url, "version": 100}
            kinds = [{"redirect": urls[1]}, {"status": 404}, {"delete": True}]
            more.append(json.dumps(update | kinds[i % 3]))
        self.input.write_text("\n".join(lines + more) + "\n", encoding="utf-8")

    def ingest(self, store):
        return ["ingest", store, self.input, "--round-pages", self.round_pages]

    def check(self, store):
        """The report of `check`, which must have no faults."""
        done = self.run("check", store, "--json")
        if done.code != 0:
            raise Fault(f"check: {done.output}{done.errors}")
        return json.loads(done.output)

    def finish(self, store):
        """Reads the input to its end: then the store must be that of an uninterrupted run."""
        self.expect(self.run(*self.ingest(store)))
        digest = self.check(store)["digest"]
        if digest != self.digest:
            raise Fault(f"digest {digest}, but that of an uninterrupted run is {self.digest}")

    @staticmethod
    def expect(done):
        if done.code != 0:
            raise Fault(f"exit code {done.code}: {done.errors}")
        return done


def table(rows, header):
    """Rows of text, aligned."""
    lines = [[str(cell) for cell in row] for row in [header, *rows]]
    widths = [max(len(line[i]) for line in lines) for i in range(len(header))]
    return "\n".join("  ".join(cell.ljust(width) if i == 0 else cell.rjust(width)
                               for i, (cell, width) in enumerate(zip(line, widths))) for line in lines)
