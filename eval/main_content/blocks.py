"""Blocks as main_blocks writes them."""
import struct
import subprocess

import numpy as np

import tools


class Names:
    def __init__(self, program):
        self.features, self.hints, self.tags = [], [], []
        lines = subprocess.run([program, "--names"], check=True, capture_output=True, text=True).stdout
        for line in lines.splitlines():
            kind, name = line.split(" ", 1)
            {"feature": self.features, "hint": self.hints, "tag": self.tags}[kind].append(name)


class PageBlocks:
    """texts, words, kept, score: one for each block; levels: blocks x features; hints own, near, all; tags."""

    def text(self, keep=None):
        keep = self.kept if keep is None else keep
        return "\n".join(text for text, wanted in zip(self.texts, keep) if wanted)


RULES = ("model", "low bar", "plain rule", "all")


def read(path, features):
    with open(path, "rb") as file:
        data = file.read()
    pages, at = [], 0
    tail = np.dtype([("words", "<u4"), ("kept", "u1"), ("score", "<i4"), ("levels", "u1", (features,)),
                     ("own", "<u4"), ("near", "<u4"), ("all", "<u4"), ("tags", "<u8")])
    while at < len(data):
        count, rule, thin = struct.unpack_from("<IBB", data, at)
        at += 6
        page = PageBlocks()
        page.rule, page.thin, page.texts, rows = RULES[rule], bool(thin), [], []
        for _ in range(count):
            size, = struct.unpack_from("<I", data, at)
            at += 4
            page.texts.append(data[at:at + size].decode("utf-8", "replace"))
            at += size
            rows.append(data[at:at + tail.itemsize])
            at += tail.itemsize
        table = np.frombuffer(b"".join(rows), dtype=tail)
        page.words, page.kept, page.score = table["words"].astype(int), table["kept"].astype(bool), table["score"]
        page.levels, page.tags = table["levels"], table["tags"]
        page.own, page.near, page.all = table["own"], table["near"], table["all"]
        pages.append(page)
    return pages


def extract(program, pages, work):
    tools.write_sequence(f"{work}/ours.pages", pages)
    subprocess.run([program, f"{work}/ours.pages", f"{work}/ours.blocks"], check=True)
    return read(f"{work}/ours.blocks", len(Names(program).features))
