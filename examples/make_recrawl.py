#!/usr/bin/env python3
"""Writes the example recrawl: a small town's web, fetched on three days, for a store.

    make_recrawl.py [DIR]        DIR is recrawl/ beside this file unless given

Standard library only, no clock and no random numbers, so every run writes the same lines. The prose is in
prose/english.txt. Each line is what a crawler saw of one URL; examples/README.md tells the story.
"""
import json, pathlib, sys

from make_crawl import ENGLISH

NEWS, MOBILE, MIRROR = "https://news.example.org", "http://m.news.example.org", "http://mirror.example.net/news"
UK, BLOG, SHOP = "https://www.example.co.uk", "https://blog.example.com", "https://shop.example.com"
UK_LINE = "\n\nPrices are in pounds. Reprinted by permission."
CLOSED = "This page has moved. Please use the search field to find what you were looking for."
SOON = "A new page is being prepared here. Please come back in a few days."

EVERGREEN = ["lighthouse-stairs", "small-telescope", "night-train", "river-source", "wall-bees", "salt-works",
             "snow-fences", "clock-repair", "weather-balloon", "bookbinding"]


class Day:
    """The lines of one day, a minute apart."""

    def __init__(self, date):
        self.date, self.lines = date, []

    def saw(self, url, **fields):
        minute = len(self.lines)
        time = f"{self.date}T{8 + minute // 60:02d}:{minute % 60:02d}:00Z"
        self.lines.append(json.dumps({"url": url, "time": time, **fields}, ensure_ascii=False))

    def write(self, path):
        path.write_text("\n".join(self.lines) + "\n", "utf-8")


def monday():
    day = Day("2026-03-02")
    for number, slug in enumerate(EVERGREEN):
        day.saw(f"{NEWS}/{slug}", text=ENGLISH[slug], score=number % 4)
    # One article, four addresses: the news site, its mobile site, a mirror, and an edition for the United Kingdom.
    for slug in ("stone-bridge", "tide-mill"):
        day.saw(f"{NEWS}/{slug}", text=ENGLISH[slug], score=5)
        day.saw(f"{MOBILE}/{slug}?s=1", text=ENGLISH[slug].upper())
        day.saw(f"{MIRROR}/{slug}", text=ENGLISH[slug])
        day.saw(f"{UK}/{slug}", text=ENGLISH[slug] + UK_LINE, score=5)
    day.saw(f"{MIRROR}/canal-lock", text=SOON)
    day.saw(f"{NEWS}/canal-lock", text=ENGLISH["canal-lock"])
    day.saw(f"{SHOP}/teapot", text=ENGLISH["guide-teapot"])
    day.saw(f"{SHOP}/teapot?ref=home", text=ENGLISH["guide-teapot"], canonical=f"{SHOP}/teapot")
    day.saw(f"{NEWS}/bridges", status=301, redirect="/stone-bridge")
    day.saw(f"{NEWS}/ads", status=404)
    return day


def wednesday():
    day = Day("2026-03-04")
    for slug in EVERGREEN:
        if slug not in ("wall-bees", "salt-works"):
            day.saw(f"{NEWS}/{slug}", status=304)
    # New pages, two of which are copies of each other.
    for slug in ("paper-maps", "bell-tower", "cable-ferry", "kites"):
        day.saw(f"{BLOG}/{slug}", text=ENGLISH[slug])
    day.saw(f"{MOBILE}/kites", text=ENGLISH["kites"])
    # Changed pages that stay alone.
    day.saw(f"{NEWS}/wall-bees", text=ENGLISH["wall-bees"] + "\n\nUpdate: the bees have been counted, and there are more.")
    day.saw(f"{NEWS}/salt-works", text=ENGLISH["apple-orchard"])
    # The mirror has its article at last, and joins the group.
    day.saw(f"{MIRROR}/canal-lock", text=ENGLISH["canal-lock"])
    # Another page of the mirror is taken down, and leaves its group.
    day.saw(f"{MIRROR}/tide-mill", text=CLOSED)
    # An edited copy is still near the original.
    day.saw(f"{UK}/stone-bridge", text=ENGLISH["stone-bridge"] + UK_LINE + " Revised.", score=5)
    day.saw(f"{NEWS}/old-bridges", status=301, redirect="/bridges")
    day.saw(f"{SHOP}/teapot", status=503)
    return day


def friday():
    day = Day("2026-03-06")
    # The winner of a group is gone: another page takes its place.
    day.saw(f"{NEWS}/stone-bridge", status=410)
    # A page that was alone redirects to another one.
    day.saw(f"{NEWS}/salt-works", status=302, redirect=f"{BLOG}/kites")
    # The original of the mirror is edited, and its copy is not near it any more.
    day.saw(f"{NEWS}/canal-lock", text=ENGLISH["glassblowers"])
    day.saw(f"{BLOG}/bell-tower", flag="spam")
    day.saw(f"{SHOP}/teapot?ref=home", delete=True)
    for slug in ("storks", "comet", "violin-maker", "hedgehog-road"):
        day.saw(f"{BLOG}/{slug}", text=ENGLISH[slug])
    # What was fetched on Tuesday comes late, and is older than what is known.
    day.saw(f"{NEWS}/wall-bees", text=ENGLISH["wall-bees"], time="2026-03-03T08:00:00Z")
    for slug in EVERGREEN:
        if slug != "salt-works":
            day.saw(f"{NEWS}/{slug}", status=304)
    return day


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent / "recrawl"
    folder.mkdir(parents=True, exist_ok=True)
    for name, day in (("monday", monday()), ("wednesday", wednesday()), ("friday", friday())):
        day.write(folder / f"{name}.jsonl")


if __name__ == "__main__":
    main()
