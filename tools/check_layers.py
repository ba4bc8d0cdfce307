#!/usr/bin/env python3
"""Checks every #include of src/ and include/ against tools/layers.txt.

Rooms: a module may include the public headers, base, itself, and the modules its line names. Public headers
include only each other and the standard library. Tests may include what their module may, and
tests/support. A module that is named and never included is a fault, too.

Outside: a header that is neither ours nor the standard library's must have a line (<zstd.h>: io), and only
the modules of that line may include it; <hwy/> stands for every header below hwy/. A standard header is
checked when it has a line (<thread>: base). A permission that nobody uses is a fault, too. Tests may include
any outside header, for they compare us with other libraries; a header that only tests include is a test.
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.MULTILINE)
OUTSIDE = re.compile(r"<([^>]+)>")


class Table:
    """tools/layers.txt: `modules` by name, and `outside`, a list of (header patterns, modules)."""

    def __init__(self, path):
        self.modules, self.outside = {}, []
        for line in path.read_text().splitlines():
            line = line.split("#")[0].strip()
            if not line:
                continue
            subject, allowed = line.split(":")
            if subject.startswith("<"):
                self.outside.append((OUTSIDE.findall(subject), allowed.split()))
            else:
                self.modules[subject] = set(allowed.split())


def matches(pattern, header):
    return header.startswith(pattern) if pattern.endswith("/") else header == pattern


def is_standard(header):
    return "." not in header and "/" not in header


def includes_of(file):
    return INCLUDE.findall(file.read_text())


def product_files(files, src):
    """The files that are part of the product: no tests, and no header that only tests include."""
    product = {f for f in files if f.suffix == ".cc" and not f.name.endswith("_test.cc")}
    waiting = list(product)
    while waiting:
        for bracket, name in includes_of(waiting.pop()):
            header = src / name
            if bracket == '"' and header in files and header not in product:
                product.add(header)
                waiting.append(header)
    return product


def faults_of_module(file, module, table, is_test):
    allowed = table.modules[module] | {"doppel", "base", module}
    if is_test:
        allowed.add("support")
    for bracket, name in includes_of(file):
        first = name.split("/")[0]
        if bracket == '"' and first not in allowed:
            yield f"{file}: includes {name}, but {module} may include only {' '.join(sorted(allowed))}"
        if bracket == "<" and first in table.modules and "/" in name:
            yield f"{file}: includes <{name}>; our own headers stand in quotes"


def faults_unused(files, src, table):
    """Permissions of modules that none of their files uses."""
    used = {(f.relative_to(src).parts[0], name.split("/")[0])
            for f in files for bracket, name in includes_of(f) if bracket == '"'}
    for module, allowed in table.modules.items():
        for other in sorted(allowed):
            if (module, other) not in used:
                yield f"tools/layers.txt: {module} includes nothing of {other}"


def faults_of_public(file):
    for bracket, name in includes_of(file):
        ours = name.startswith("doppel/")
        if bracket == '"' and not ours or bracket == "<" and not is_standard(name):
            yield f"{file}: includes {name}; public headers use only each other and the standard library"


def faults_outside(product, src, table):
    """Outside headers of the product without a permission, then the permissions without an include."""
    used = set()  # (pattern, module)
    for file in sorted(product):
        module = file.relative_to(src).parts[0]
        for header in (name for bracket, name in includes_of(file) if bracket == "<"):
            found = [(p, modules) for patterns, modules in table.outside for p in patterns if matches(p, header)]
            used.update((pattern, module) for pattern, _ in found)
            if not found and not is_standard(header):
                yield f"{file}: includes <{header}>, which has no line in tools/layers.txt"
            if found and all(module not in modules for _, modules in found):
                doors = " ".join(sorted(m for _, modules in found for m in modules))
                yield f"{file}: includes <{header}>, but the only door to it is {doors}"
    for patterns, modules in table.outside:
        for pattern in patterns:
            if not any((pattern, module) in used for module in modules):
                yield f"tools/layers.txt: nobody includes <{pattern}>"
        for module in modules:
            if not any((pattern, module) in used for pattern in patterns):
                yield f"tools/layers.txt: {module} includes none of <{'> <'.join(patterns)}>"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    src = root / "src"
    table = Table(root / "tools/layers.txt")
    public = sorted((root / "include").rglob("*.h"))
    files = {f for f in src.rglob("*") if f.suffix in (".h", ".cc")}
    product = product_files(files, src)
    faults = [fault for file in public for fault in faults_of_public(file)]
    for file in sorted(files):
        module = file.relative_to(src).parts[0]
        if module in table.modules:
            faults += faults_of_module(file, module, table, file not in product)
        else:
            faults.append(f"{file}: {module} is not in tools/layers.txt")
    faults += faults_unused(files, src, table)
    faults += faults_outside(product, src, table)
    print(*faults, sep="\n", end="\n" if faults else "")
    print(f"{len(public) + len(files)} files, {len(faults)} faults")
    return 1 if faults or not files else 0


if __name__ == "__main__":
    sys.exit(main())
