#!/usr/bin/env python3
"""Writes results.json: the answers of two search engines to one query, with mirrors, an old edition and a part.

    make_results.py [FILE]     FILE is results.json beside this file unless given

Standard library only; the same bytes every time. The chapters are the articles of prose/english.txt.
"""
import json, pathlib, re, sys

HERE = pathlib.Path(__file__).resolve().parent


def chapters():
    parts = (HERE / "prose" / "english.txt").read_text("utf-8").split("== ")[1:]
    for part in parts:
        head, body = part.split("\n", 1)
        yield head.split(" | ")[1] + "\n\n" + body.strip()


def main():
    all_chapters = list(chapters())
    handbook, almanac, reader = all_chapters[:10], all_chapters[10:20], all_chapters[20:29]
    def page(parts, before="", after=""):
        return "\n\n".join(filter(None, [before, *parts, after]))
    numbered = [f"{i}. {part}" for i, part in enumerate(handbook, 1)]
    shouted = [re.sub(r"^[^\n]+", lambda title: title[0].upper(), part) for part in numbered]
    pages = {
        "https://handbook.example/whole": ("The handbook", page(handbook, "Home | Search | Help", "Last change: May")),
        "http://mirror.example.net/handbook.html": ("The handbook (mirror)",
                                                    page(handbook, "Mirror of handbook.example", "This site is run by volunteers.")),
        "https://almanac.example/": ("The almanac", page(almanac)),
        "http://old.example.org/hb?print=1": ("THE HANDBOOK", page(shouted)),
        "https://handbook.example/part-one": ("The handbook, part one", page(handbook[:5])),
        "https://almanac.example/2?session=77": ("The almanac", page(almanac, "Welcome back!")),
        "https://archive.example/handbook-1st-edition": ("The handbook, first edition", page(handbook[:9] + reader[:1])),
        "https://reader.example/": ("A reader", page(reader)),
        "https://note.example/": ("A note", "The handbook is at handbook.example."),
    }
    lists = {"north": [0, 1, 2, 3, 4, 6], "south": [0, 2, 1, 5, 7, 8]}
    results = []
    for engine, places in lists.items():
        for rank, place in enumerate(places, 1):
            url = list(pages)[place]
            results.append({"rank": rank, "engine": engine, "url": url, "title": pages[url][0], "text": pages[url][1]})
    out = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "results.json"
    lines = ",\n".join(json.dumps(result) for result in results)
    out.write_text('{"query": "stone bridge", "results": [\n' + lines + "\n]}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
