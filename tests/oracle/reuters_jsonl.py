#!/usr/bin/env python3
"""Reuters-21578 as JSONL: the stories that have a body, in file order; id = NEWID, text = title, newline, body.

  reuters_jsonl.py FOLDER OUT.jsonl [--limit N]

FOLDER holds reut2-000.sgm and its neighbours.
"""
import argparse
import itertools
import json
import pathlib
import re

STORY = re.compile(r'<REUTERS [^>]*\bNEWID="(\d+)"[^>]*>(.*?)</REUTERS>', re.DOTALL)
TITLE = re.compile(r"<TITLE>(.*?)</TITLE>", re.DOTALL)
BODY = re.compile(r"<BODY>(.*?)</BODY>", re.DOTALL)
ENTITY = re.compile(r"&(?:#(\d+)|(lt|gt|amp));")
NAMED = {"lt": "<", "gt": ">", "amp": "&"}


def unescape(text):
    """Replaces the entities of these files; unlike html.unescape it keeps the control characters."""
    return ENTITY.sub(lambda entity: chr(int(entity[1])) if entity[1] else NAMED[entity[2]], text)


def stories(folder):
    """The stories with a body, as dictionaries."""
    for path in sorted(pathlib.Path(folder).glob("*.sgm")):
        for newid, story in STORY.findall(path.read_text(encoding="latin-1")):
            title, body = TITLE.search(story), BODY.search(story)
            if body:
                yield {"id": newid, "text": unescape((title[1] if title else "") + "\n" + body[1])}


def write(folder, out, limit=None):
    """Writes the first stories, all of them without a limit."""
    with open(out, "w", encoding="utf-8") as file:
        for story in itertools.islice(stories(folder), limit):
            file.write(json.dumps(story, ensure_ascii=False) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("out")
    parser.add_argument("--limit", type=int)
    args = parser.parse_args()
    write(args.folder, args.out, args.limit)


if __name__ == "__main__":
    main()
