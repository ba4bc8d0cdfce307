#!/usr/bin/env python3
"""`doppel dedup` of a WARC.gz from end to end against libdeflate alone on the same bytes: CPU seconds on one core.

  warc_dedup.py BUILD web|docs [BYTES]     the file: make_warc.py --mix (4e8 bytes), in BUILD/peers

Runs take turns, the best of each counts. User and system time, of the whole process.
"""
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys

RUNS = 5


def cpu_of(command, env=None):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(["taskset", "-c", "0", *map(str, command)], env=env, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def libdeflate(build, file):
    command = ["taskset", "-c", "0", build / "bench/warc_bench", "--benchmark_filter=libdeflate_alone",
               "--benchmark_min_time=0.1", "--benchmark_format=json"]
    out = subprocess.run(command, env={**os.environ, "DOPPEL_BENCH_WARC": str(file)}, check=True,
                         capture_output=True).stdout
    return json.loads(out)["benchmarks"][0]["cpu_time"] / 1e3


def main():
    build, kind = pathlib.Path(sys.argv[1]), sys.argv[2]
    size = sys.argv[3] if len(sys.argv) > 3 else "4e8"
    work = build / "peers"
    work.mkdir(exist_ok=True)
    file, out = work / f"{kind}-mix-{size}.warc.gz", work / "dedup"
    if not file.exists():
        make = pathlib.Path(__file__).parent / "make_warc.py"
        subprocess.run([sys.executable, make, "--kind", kind, "--bytes", size, "--mix", "--out", file], check=True)
    best = {}
    for _ in range(RUNS):
        times = {"libdeflate": libdeflate(build, file)}
        for view in ("full", "main"):
            shutil.rmtree(out, ignore_errors=True)
            times[view] = cpu_of([build / "doppel", "dedup", file, "--threads", 1, "--view", view, "--out", out])
        best = {name: min(time, best.get(name, time)) for name, time in times.items()}
    for view in ("full", "main"):
        print(f"{kind} {view}: libdeflate {best['libdeflate']:.3f} s, dedup {best[view]:.3f} s, "
              f"{100 * best['libdeflate'] / best[view]:.0f} %")


if __name__ == "__main__":
    main()
