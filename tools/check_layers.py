#!/usr/bin/env python3
"""Holds every #include "..." of src/ and include/ against tools/layers.txt.

A module may include the public headers, base, itself, and what its line names. Public headers include only
each other and the standard library. Test files may include what their module may.
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.MULTILINE)


def read_table(path):
    table = {}
    for line in path.read_text().splitlines():
        line = line.split("#")[0].strip()
        if line:
            module, allowed = line.split(":")
            table[module] = set(allowed.split())
    return table


def faults_of_module(file, module, table):
    allowed = table[module] | {"doppel", "base", module}
    for bracket, name in INCLUDE.findall(file.read_text()):
        first = name.split("/")[0]
        if bracket == '"' and first not in allowed:
            yield f"{file}: includes {name}, but {module} may include only {' '.join(sorted(allowed))}"
        if bracket == "<" and first in table and "/" in name:
            yield f"{file}: includes <{name}>; our own headers stand in quotes"


def faults_of_public(file):
    for bracket, name in INCLUDE.findall(file.read_text()):
        ours = name.startswith("doppel/")
        if bracket == '"' and not ours or bracket == "<" and re.search(r"[./]", name):
            yield f"{file}: includes {name}; public headers use only each other and the standard library"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    table = read_table(root / "tools/layers.txt")
    faults, files = [], 0
    for file in sorted((root / "include").rglob("*.h")):
        files += 1
        faults += faults_of_public(file)
    for file in sorted(f for f in (root / "src").rglob("*") if f.suffix in (".h", ".cc")):
        module = file.relative_to(root / "src").parts[0]
        files += 1
        if module in table:
            faults += faults_of_module(file, module, table)
        else:
            faults.append(f"{file}: {module} is not in tools/layers.txt")
    print(*faults, sep="\n", end="\n" if faults else "")
    print(f"{files} files, {len(faults)} faults")
    return 1 if faults or not files else 0


if __name__ == "__main__":
    sys.exit(main())
