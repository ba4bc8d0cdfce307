#!/usr/bin/env python3
"""Shows that tools/check_layers.py notices each kind of fault: a small tree that is clean, then one fault at a time.

run.py CHECK_LAYERS
"""
import pathlib
import subprocess
import sys
import tempfile

CLEAN = {
    "tools/layers.txt": "base:\nwords:\nfind: words   # reason\n<zstd.h>: words\n<hwy/>: find\n<thread>: base\n",
    "include/doppel/types.h": "#include <string>\n",
    "src/base/pool.h": "#include <thread>\n",
    "src/base/pool.cc": '#include "base/pool.h"\n',
    "src/words/words.h": '#include "doppel/types.h"\n',
    "src/words/words.cc": '#include "words/words.h"\n#include <zstd.h>\n',
    "src/words/words_test.cc": '#include <gtest/gtest.h>\n#include <brotli/encode.h>\n#include "support/pages.h"\n#include "words/peer.h"\n',
    "src/words/peer.h": "#include <unicode/uchar.h>\n",
    "src/find/find.cc": '#include "base/pool.h"\n#include "words/words.h"\n#include <hwy/highway.h>\n',
}

# What is changed in the clean tree, and a part of the line that must be printed.
FAULTS = [
    ({"src/words/words.h": '#include "find/find.h"\n'}, "words.h: includes find/find.h, but words may include only"),
    ({"src/words/words_test.cc": '#include "find/find.h"\n'}, "words_test.cc: includes find/find.h"),
    ({"src/find/find.h": "#include <words/words.h>\n"}, "our own headers stand in quotes"),
    ({"src/lost/lost.cc": ""}, "lost is not in tools/layers.txt"),
    ({"include/doppel/types.h": "#include <zstd.h>\n"}, "public headers use only each other"),
    ({"src/find/more.cc": "#include <zstd.h>\n"}, "more.cc: includes <zstd.h>, but the only door to it is words"),
    ({"src/find/more.cc": "#include <thread>\n"}, "more.cc: includes <thread>, but the only door to it is base"),
    ({"src/find/more.cc": "#include <lz4.h>\n"}, "more.cc: includes <lz4.h>, which has no line"),
    ({"src/words/words.cc": '#include "words/peer.h"\n#include <zstd.h>\n'}, "peer.h: includes <unicode/uchar.h>"),
    ({"src/words/words.cc": ""}, "nobody includes <zstd.h>"),
    ({"src/find/find.cc": "#include <hwy/highway.h>\n"}, "find includes nothing of words"),
    ({"src/words/words.cc": '#include "support/pages.h"\n#include <zstd.h>\n'}, "words.cc: includes support/pages.h"),
    ({"tools/layers.txt": CLEAN["tools/layers.txt"] + "<zstd.h>: find\n"}, "find includes none of <zstd.h>"),
]


def check(program, files):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        run = subprocess.run([sys.executable, "-B", program, folder], capture_output=True, text=True)
        return run.returncode, run.stdout + run.stderr


def main():
    program, failures = sys.argv[1], 0
    for change, wanted in [({}, "8 files, 0 faults")] + FAULTS:
        code, output = check(program, CLEAN | change)
        if wanted not in output or code != (1 if change else 0):
            failures += 1
            print(f"{change or 'the clean tree'}: expected {wanted!r}, got exit code {code} and:\n{output}")
    print(f"{len(FAULTS) + 1} trees, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
