#!/usr/bin/env python3
"""Writes the table of named character references from the list in Python's html.entities.

    tools/make_references.py > src/html/reference_table.cc

The list is that of the HTML standard and is frozen: no name was or will be added.
"""
from html.entities import html5


def rows():
    names = sorted(html5)
    at = {name: i for i, name in enumerate(names)}
    offset = 0
    for i, name in enumerate(names):
        # The longest other name that this one begins with; itself when there is none.
        shorter = next((name[:n] for n in range(len(name) - 1, 1, -1) if name[:n] in at), name)
        points = [ord(c) for c in html5[name]] + [0]
        yield offset, len(name), at[shorter], points[0], points[1], name
        offset += len(name)


def wrapped(pieces, width=96):
    line = " "
    for piece in pieces:
        if len(line) + 1 + len(piece) > width:
            yield line
            line = " "
        line += " " + piece
    yield line


def main():
    table = list(rows())
    print("// Made by tools/make_references.py; do not edit.")
    print('#include "html/reference_table.h"\n')
    print("namespace doppel::html {\n")
    print("// clang-format off")
    print("const char kReferenceNames[] =")
    text = "".join(row[5] for row in table)
    for i in range(0, len(text), 90):
        print(f'  "{text[i:i + 90]}"')
    print("  ;\n")
    print(f"const NamedReference kNamedReferences[{len(table)}] = {{")
    for line in wrapped(f"{{{o},{n},{s},{a:#x},{b:#x}}}," for o, n, s, a, b, _ in table):
        print(line)
    print("};\n// clang-format on\n")
    print("}  // namespace doppel::html")


main()
