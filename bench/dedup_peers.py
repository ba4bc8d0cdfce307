#!/usr/bin/env python3
"""Runs doppel and its peers on the same files, one core each, and prints one table a file.

  dedup_peers.py --doppel PROGRAM --work FOLDER --shared FOLDER SET...

CPU seconds are user + system, the best of the runs. Start-up is excluded on both sides: the Python libraries start
their clock after their imports (dedup_peer.py); of doppel, text-dedup and datatrove the CPU time of the whole process is
taken, less that of the same command on a file of one record. What doppel is charged with includes writing the kept
records and a certificate of every removal; the peers write the ids they keep. Peak memory is the largest resident set.

P8 is the share of the removed pages that have a kept page at an exact similarity of 0.8 or more, R the share of the
removals of a transitive closure that were made; both by the exact answer and the words of SHARED. Afterwards
`doppel check` recomputes every certificate: a removal without a proof fails the run.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys

CORE = "1" if (os.cpu_count() or 1) > 1 else "0"
HERE = pathlib.Path(__file__).resolve().parent
LIBRARIES = ("rensa", "gaoya", "datasketch")
SLOW = {"datasketch", "text-dedup", "datatrove"}  # run once, and on T1s only
ENVIRONMENT = {**os.environ, "OMP_NUM_THREADS": "1", "RAYON_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1",
               "HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"}


def measured(command):
    """Runs it on one core: (CPU seconds with the children it waited for, peak megabytes, standard output)."""
    with subprocess.Popen(["taskset", "-c", CORE, *map(str, command)], env=ENVIRONMENT, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        printed = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"{command[0]} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1e3, printed


class Bench:
    """One file, and every tool on it."""

    def __init__(self, options, name):
        self.options, self.name, self.work = options, name, options.work
        self.input = self.work / "data" / ("plain" if name == "plain" else "t1") / f"{name}.jsonl"
        self.out = self.work / "out"
        self.one_record = self.out / "one_record.jsonl"
        self.megabytes = 0
        with open(self.input, encoding="utf-8") as file:
            self.one_record.write_text(file.readline(), encoding="utf-8")
            file.seek(0)
            self.megabytes = sum(len(json.loads(line)["text"].encode()) for line in file) / 1e6

    def kept(self, tool):
        return self.out / f"{tool}_{self.name}.kept"

    def result(self, tool):
        return self.out / f"{tool}_work"

    def library(self, tool):
        _, peak, printed = measured([self.work / "venvs/sig/bin/python", HERE / "dedup_peer.py", tool, self.input,
                                     self.kept(tool)])
        return json.loads(printed)["cpu_seconds"], peak

    def program(self, tool):
        start_up = measured(self.command(tool, self.one_record))[0]
        seconds, peak, _ = measured(self.command(tool, self.input))
        self.note_kept(tool)
        return seconds - start_up, peak

    def command(self, tool, path):
        result, peers = self.result(tool), self.options.shared / "peers"
        shutil.rmtree(result, ignore_errors=True)
        if tool == "doppel":
            return [self.options.doppel, "dedup", path, "--out", result, "--threads", "1"]
        if tool == "text-dedup":
            return ["env", f"PEERS_WORK={self.work}", peers / "e2e_textdedup.sh", path, result]
        return [self.work / "venvs/dt/bin/python", peers / "e2e_datatrove.py", path, result]

    def note_kept(self, tool):
        if tool == "doppel":
            kept = next(self.result(tool).rglob(self.input.name))
            with open(kept, encoding="utf-8") as file:
                self.kept(tool).write_text("".join(json.loads(line)["id"] + "\n" for line in file), encoding="utf-8")
        elif tool == "text-dedup":
            subprocess.run([self.work / "venvs/td/bin/python", self.options.shared / "peers/dump_textdedup.py",
                            self.result(tool) / "ds", self.kept(tool)], check=True, stdout=subprocess.DEVNULL)
        else:
            shutil.copy(self.result(tool) / "kept_ids.txt", self.kept(tool))

    def best(self, tools):
        """Tool by tool in turn, so that all see the same machine; a tool that fails is left out."""
        best = {}
        for repeat in range(self.options.repeats):
            for tool in tools:
                if tool in SLOW and (repeat > 0 or self.name != "T1s"):
                    continue
                try:
                    seconds, peak = (self.library if tool in LIBRARIES else self.program)(tool)
                except (RuntimeError, OSError, ValueError) as error:
                    print(f"peers: {tool}: {error}", file=sys.stderr)
                    continue
                old = best.get(tool, (float("inf"), 0))
                best[tool] = (min(seconds, old[0]), max(peak, old[1]))
        return best

    def exact_pairs(self):
        pairs = self.out / f"{self.name}.pairs.tsv"
        if not pairs.exists():
            with open(pairs, "w", encoding="utf-8") as file:
                subprocess.run([self.out / "oracle", "join", self.input, "0.7"], check=True, stdout=file,
                               stderr=subprocess.DEVNULL)
        edits, truth = self.input.parent / "edits.tsv", self.input.parent / "truth.tsv"
        if edits.exists():  # in the four columns the scorer reads
            rows = [line.split("\t") for line in edits.read_text(encoding="utf-8").splitlines()[1:]]
            truth.write_text("".join(f"{r[0]}\t{r[1]}\t{r[2]}\t0\n" for r in rows), encoding="utf-8")
        return pairs

    def scores(self, tools):
        scorer = self.options.shared / "peers/evaluate.py"
        if not scorer.exists():
            return {}
        answer = subprocess.run([sys.executable, scorer, self.input, self.exact_pairs(),
                                 *(f"{tool}={self.kept(tool)}" for tool in tools)],
                                check=True, capture_output=True, text=True).stdout
        rows = [line.split("\t") for line in answer.splitlines() if not line.startswith("#")]
        return {row[0]: row[2:4] + row[6:7] for row in rows[1:]}


def table(bench, best, scores):
    ours = best.get("doppel", (float("nan"),))[0]
    lines = [f"{bench.name}: {bench.megabytes:.1f} MB of text", "",
             "| tool | CPU s | MB/s | times doppel | peak MB | removed | P8 | R |", "|---|---|---|---|---|---|---|---|"]
    if "exact-star" in scores:
        lines.append("| exact answer | | | | | {} | {} | {} |".format(*scores["exact-star"]))
    for tool, (seconds, peak) in sorted(best.items(), key=lambda item: item[1][0]):
        removed, precision, recall = scores.get(tool, ("", "", ""))
        lines.append(f"| {tool} | {seconds:.2f} | {bench.megabytes / seconds:.1f} | {seconds / ours:.1f} | {peak:.0f} | "
                     f"{removed} | {precision} | {recall} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser()
    for name in ("--doppel", "--work", "--shared"):
        parser.add_argument(name, type=pathlib.Path, required=True)
    parser.add_argument("--tools", default="doppel,rensa,gaoya,datasketch,text-dedup,datatrove")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("sets", nargs="+", metavar="SET")
    options = parser.parse_args()
    for name in options.sets:
        bench = Bench(options, name)
        best = bench.best(options.tools.split(","))
        print(table(bench, best, bench.scores(best)), flush=True)
        if "doppel" in best:
            subprocess.run([options.doppel, "check", bench.result("doppel")], check=True)


if __name__ == "__main__":
    main()
