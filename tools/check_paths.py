#!/usr/bin/env python3
"""Checks that every file named in a document or a comment exists.

  check_paths.py ROOT

What counts as the name of a file, in Markdown and in comments of sources and scripts:

  src/characters/utf8.h    a path from ROOT
  characters/utf8.h        a path from ROOT/src or ROOT/include whose folder is a module
  `utf8.h`           in backquotes, a source of any folder
  [text](utf8.md)    in Markdown, a link, from the folder of the document

Placeholders such as src/<module>/x.cc, `x_test.cc` and *_test.cc are not names. The changelog is not checked, because it
describes the past, nor is tests/layers, whose trees are made up.
Exit status: 0 all files exist, 1 some do not; each is printed with its place.
"""
import pathlib
import re
import sys

FOLDERS = ("src", "include", "docs", "tests", "tools", "bench", "eval", "fuzz", "examples", "cmake")
READ = (".md", ".cc", ".h", ".py", ".txt", ".cmake", ".sh")
SOURCE = r"(?:cc|h|inc)"
END = r"(?!\.?\w|[*/<])"
FROM_ROOT = re.compile(rf"(?<![\w./<>*-])((?:{'|'.join(FOLDERS)})(?:/[\w.-]+)+\.(?:cc|h|inc|py|sh|md|txt|tsv)){END}")
FROM_SRC = re.compile(rf"(?<![\w./<>*-])([a-z_]+)/([\w-]+\.{SOURCE}){END}")
BARE = re.compile(rf"`((?!x[._])[a-z]\w+\.{SOURCE})`")
LINK = re.compile(r"\]\(([\w./-]+)(?:#[\w-]*)?\)")
COMMENT = re.compile(r"(?://|#)(.*)")


class Tree:
    def __init__(self, root):
        self.root = root
        self.files = sorted(root.glob("*.md")) + [
            file for folder in FOLDERS for file in sorted((root / folder).rglob("*")) if file.is_file()]
        self.names = {file.name for file in self.files}
        self.modules = {folder.name for folder in (root / "src").iterdir()} | {"doppel"}

    def missing_in(self, file, line):
        """The names in a line of a file that do not exist."""
        markdown = file.suffix == ".md"
        text = line if markdown else " ".join(COMMENT.findall(line))
        for name in FROM_ROOT.findall(text):
            if not (self.root / name).exists():
                yield name
        for module, name in FROM_SRC.findall(text):
            found = any((self.root / top / module / name).exists() for top in ("", "src", "include"))
            if module in self.modules and not found:
                yield f"{module}/{name}"
        for name in BARE.findall(text):
            if name not in self.names:
                yield name
        for name in LINK.findall(text) if markdown else ():
            if not (file.parent / name).exists():
                yield name


def main():
    tree = Tree(pathlib.Path(sys.argv[1]))
    faults = []
    for file in tree.files:
        if file.suffix not in READ or file.name == "CHANGELOG.md" or tree.root / "tests/layers" in file.parents:
            continue
        lines = file.read_text(encoding="utf-8", errors="replace").split("\n")
        for number, line in enumerate(lines, start=1):
            faults += [f"{file.relative_to(tree.root)}:{number}: no such file, {name}"
                       for name in tree.missing_in(file, line)]
    print("\n".join(faults + [f"{len(tree.files)} files, {len(faults)} names of files that do not exist"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
