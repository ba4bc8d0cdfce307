#!/usr/bin/env python3
"""Main content by all tools on the same pages, and what it does to near-duplicates: prints the tables of README.md.

  tables.py MAIN_BLOCKS WORK   (run.sh makes the environment and both arguments)
"""
import collections
import re
import sys

import blocks
import gold
import measure
import tools

EMPTY_WORDS = 5
OURS, OURS_ALL = "doppel main", "doppel full"


def page_type(page, full_text):
    """A rough guess by address and length; types with under 50 pages are anecdotes."""
    if len(measure.words(full_text)) < 150:
        return "thin (under 150 words)"
    url = page.url.lower()
    if re.search(r"forum|thread|viewtopic|showtopic|/topic|board|community|discussion", url):
        return "forum"
    if re.search(r"product|/shop|store|/dp/|/item|/buy|katalog|catalog", url):
        return "product"
    if re.search(r"categor|/tag|archiv|/list|index\.|/search|directory|[?&]page=|://[^/]+/?$", url):
        return "list"
    return "article"


def our_texts(program, pages, work):
    made = blocks.extract(program, pages, work)
    return [page.text() for page in made], [page.text([True] * len(page.texts)) for page in made], made


def score(page, text):
    if page.set == "trafilatura-eval":
        return measure.strings_found(text, page.gold)
    return measure.words_f1(text, page.gold)


def summary(set_name, scores):
    if not scores:
        return "-"
    if set_name == "trafilatura-eval":
        return "{:.3f} {:.3f} **{:.3f}**".format(*measure.strings_f1(scores))
    return f"{sum(scores) / len(scores):.3f}"


def table(title, columns, rows):
    print(f"\n{title}\n\n| " + " | ".join(columns) + " |\n" + "|---" * len(columns) + "|")
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |")


def quality_tables(pages, texts, scores, types):
    for even, half in ((False, "odd pages (reported)"), (True, "even pages (the model was made from these)")):
        rows = []
        for tool in texts:
            row = [tool]
            for name in gold.SETS:
                row.append(summary(name, [s for p, s in zip(pages, scores[tool])
                                          if p.set == name and gold.even(p.name) == even]))
            empty = [len(measure.words(text)) < EMPTY_WORDS
                     for page, text in zip(pages, texts[tool]) if gold.even(page.name) == even]
            rows.append(row + [f"{100 * sum(empty) / len(empty):.1f} %"])
        columns = ["tool", "trafilatura-eval P R F1", *gold.SETS[1:], f"under {EMPTY_WORDS} words"]
        table(f"**{half}**", columns, rows)
    rows = []
    for set_name in gold.SETS[:2]:
        for kind in sorted(set(types)):
            chosen = [i for i, page in enumerate(pages)
                      if page.set == set_name and types[i] == kind and not gold.even(page.name)]
            if chosen:
                row = [summary(set_name, [scores[tool][i] for i in chosen]).split("**")[-2 if "eval" in set_name else 0]
                       for tool in texts]
                rows.append([f"{set_name}, {kind} ({len(chosen)})", *row])
    table("**by type of page, odd pages (F1)**", ["pages", *texts], rows)


def near_duplicate_tables(pairs, texts, paths):
    place = {path: i for i, path in enumerate(paths)}
    kinds = list(dict.fromkeys((pair.set, pair.kind) for pair in pairs))
    rows = []
    for tool, made in texts.items():
        sets = [measure.shingles(text) for text in made]
        joined = collections.defaultdict(list)
        for pair in pairs:
            joined[pair.set, pair.kind].append(measure.jaccard(sets[place[pair.left]], sets[place[pair.right]]) >= 0.8)
        rows.append([tool, *(f"{sum(joined[k]) / len(joined[k]):.3f}" for k in kinds)])
    count = collections.Counter((pair.set, pair.kind) for pair in pairs)
    table("**share of pairs joined: J of 5-word shingles >= .8**",
          ["text", *(f"{s}: {k.replace('_', ' ')} ({count[s, k]})" for s, k in kinds)], rows)


def main():
    program, work = sys.argv[1:]
    pages = gold.pages()
    html = [page.html for page in pages]
    main_text, full_text, made = our_texts(program, html, work)
    texts = {OURS: main_text, OURS_ALL: full_text}
    peers = tools.peers(work)
    for name, tool in peers.items():
        texts[name] = tools.kept_answers(name, tool, html, work)
    scores = {tool: [score(p, t) for p, t in zip(pages, answers)] for tool, answers in texts.items()}
    types = [page_type(p, t) for p, t in zip(pages, full_text)]
    quality_tables(pages, texts, scores, types)
    rules = collections.Counter(page.rule for page in made)
    wordless = sum(1 for m, f in zip(main_text, full_text) if measure.words(f) and not measure.words(m))
    print(f"\nrule that decided: {dict(rules)}; thin: {sum(page.thin for page in made)}; "
          f"pages with words and an empty main text: {wordless}")

    pairs = gold.pairs()
    paths = sorted({path for pair in pairs for path in (pair.left, pair.right)})
    html = [gold.read(path) for path in paths]
    main_text, full_text, _ = our_texts(program, html, work)
    texts = {OURS: main_text, OURS_ALL: full_text}
    for name, tool in peers.items():
        texts[name] = tools.kept_answers(name, tool, html, work)
    near_duplicate_tables(pairs, texts, paths)


if __name__ == "__main__":
    main()
