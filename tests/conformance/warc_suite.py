#!/usr/bin/env python3
"""The archives of peers' suites, read by the library, against the table warc_counts.tsv.

A row is a file, our counts by record type, our payload bytes and rejected records (reason@offset), the same of warcio,
and a reason where the two differ: a difference without a reason fails, and so does a reason without a difference.

  warc_suite.py --printer PATH --shared DIR [--make WARCIO_PYTHON]

Exit status: 0 as listed, 1 not, 77 the archives are absent. --make writes the table anew, keeping the reasons.
"""
import argparse
import os
import pathlib
import subprocess
import sys

SKIPPED = 77  # ctest's SKIP_RETURN_CODE
HERE = pathlib.Path(__file__).parent
TABLE = HERE / "warc_counts.tsv"
HEADER = "# file\tcounts\tpayload\trejected\twarcio counts\twarcio payload\twarcio end\twhy they differ"


def folders(shared):
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
    return {"suites": shared / "data/suites/warc", "samples": cache / "doppel/dev/warc-samples"}


def is_archive(path):
    return path.is_file() and not any(word in path.name for word in (".cdx", ".wacz"))


def files(roots):
    """Name in the table -> path."""
    found = {}
    for prefix, root in roots.items():
        for path in sorted(root.rglob("*")):
            if is_archive(path):
                found[f"{prefix}/{path.relative_to(root)}"] = path
    return found


def ask(command, paths):
    """Path -> the other columns."""
    lines = subprocess.run(command + [str(path) for path in paths], capture_output=True, text=True, check=True).stdout
    return {row[0]: row[1:] for row in (line.split("\t") for line in lines.splitlines())}


def read_table():
    rows = [line.split("\t") for line in TABLE.read_text().splitlines() if not line.startswith("#")]
    return {row[0]: row[1:] for row in rows}


def differs(ours, theirs):
    return ours[:2] != theirs[:2] or ours[2] != theirs[2]


def make(found, printer, python):
    ours = ask([printer], found.values())
    theirs = ask([python, str(HERE / "warc_peer.py")], found.values())
    known = read_table() if TABLE.exists() else {}
    with TABLE.open("w") as table:
        print(HEADER, file=table)
        for name, path in found.items():
            row = ours[str(path)] + theirs[str(path)]
            reason = known.get(name, [""])[-1] if differs(row[:3], row[3:]) else "-"
            print("\t".join([name] + row + [reason]), file=table)


def check(found, printer):
    listed = read_table()
    ours = ask([printer], found.values())
    faults = []
    for name, path in found.items():
        row = listed.get(name)
        if row is None:
            faults.append(f"{name}: not in the table")
            continue
        if ours[str(path)] != row[:3]:
            faults.append(f"{name}: found {ours[str(path)]}, listed {row[:3]}")
        if differs(row[:3], row[3:6]) != (row[6] not in ("-", "")):
            faults.append(f"{name}: a difference without a reason, or a reason without a difference")
    for fault in faults:
        print(fault)
    print(f"{len(found)} archives, {len(faults)} faults, {sum(row[6] != '-' for row in listed.values())} differences "
          "from warcio listed")
    return 1 if faults else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--printer", required=True)
    parser.add_argument("--shared", required=True, type=pathlib.Path)
    parser.add_argument("--make", metavar="WARCIO_PYTHON")
    args = parser.parse_args()
    roots = folders(args.shared)
    if not roots["suites"].is_dir():
        print(f"skipped: {roots['suites']} is absent")
        return SKIPPED
    if not roots["samples"].is_dir():
        print(f"not looked at: {roots['samples']} is absent")
    found = files(roots)
    if args.make:
        make(found, args.printer, args.make)
        return 0
    return check(found, args.printer)


if __name__ == "__main__":
    sys.exit(main())
