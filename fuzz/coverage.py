#!/usr/bin/env python3
"""Which lines of each parser does the corpus of its fuzz target run?

    fuzz/coverage.py BUILD [TARGET...]

BUILD is that of the preset fuzz-coverage. Every file of fuzz/corpus/<target> and of the cache is run once; then one
line is printed for each source that fuzz/targets.txt names: target, source, lines and regions covered. A region is a
stretch of code without a branch, so a half tested condition shows there and not in the lines.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE.parent / "src"


def read_targets():
    out = {}
    for line in (HERE / "targets.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, sources = line.split(":")
            out[name] = sources.split()
    return out


def cache_folder():
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.environ["HOME"], ".cache")
    return pathlib.Path(home) / "doppel" / "fuzz"


def measure(program, target, sources, folder):
    """The summary of llvm-cov for each source, after one run over the corpus."""
    corpus = [path for path in (HERE / "corpus" / target, cache_folder() / target) if path.is_dir()]
    raw, merged = folder / f"{target}.profraw", folder / f"{target}.profdata"
    environment = {**os.environ, "LLVM_PROFILE_FILE": str(raw), "TMPDIR": str(folder)}
    subprocess.run([program, target, *corpus], env=environment, stdout=subprocess.DEVNULL, check=True)
    subprocess.run(["llvm-profdata-14", "merge", "-sparse", raw, "-o", merged], check=True)
    command = ["llvm-cov-14", "export", "-summary-only", f"-instr-profile={merged}", program]
    export = subprocess.run(command + [SOURCES / source for source in sources],
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    files = json.loads(export.stdout)["data"][0]["files"]
    return {os.path.relpath(file["filename"], SOURCES): file["summary"] for file in files}


def share(summary):
    return f"{summary['covered']:5d} of {summary['count']:5d} {summary['percent']:5.1f} %"


def main():
    if len(sys.argv) < 2:
        print("usage: fuzz/coverage.py BUILD [TARGET...]", file=sys.stderr)
        return 2
    program = pathlib.Path(sys.argv[1]).resolve() / "fuzz" / "fuzz_corpus"
    targets = read_targets()
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    missing = []
    print(f"{'target':20s} {'source':36s} {'lines':>22s} {'regions':>23s}")
    for target in sys.argv[2:] or targets:
        if target not in targets:
            print(f"coverage: there is no target {target}", file=sys.stderr)
            return 2
        with tempfile.TemporaryDirectory(prefix="doppel-fuzz-", dir=memory) as folder:
            found = measure(program, target, targets[target], pathlib.Path(folder))
        for source in targets[target]:
            if source not in found:
                missing.append(f"coverage: {target} names {source}, which is not in the program")
                continue
            print(f"{target:20s} {source:36s} {share(found[source]['lines'])}  {share(found[source]['regions'])}")
    print(*missing, sep="\n", end="\n" if missing else "", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
