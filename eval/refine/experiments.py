#!/usr/bin/env python3
"""Reproduces the experiments of the Bloom filter paper on other data, and the comparison it left open.

  experiments.py MEASURE DEV

MEASURE is the program of measure.cc, which run.sh builds; DEV is the folder of real data (emacs-manuals, debian-html, copycat-judgments, ota-recrawl-dev, henzinger-variants).
Writes plots/*.svg and tables.md beside this file. Nothing is random; only the times differ from run to run.
"""
import collections
import csv
import io
import itertools
import json
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))  # svg.py, which several experiments use
import svg

HERE = pathlib.Path(__file__).resolve().parent
DEGREES = [50, 60, 70, 80, 90, 100]
WAYS = {"raw": ("1", "0"), "corrected": ("0", "0"), "corrected, strict": ("0", "1")}


class Measure:
    def __init__(self, program):
        self.program = program

    def table(self, *words, lines=()):
        done = subprocess.run([self.program, *words], input="\n".join(map(str, lines)) + "\n" if lines else "",
                              capture_output=True, text=True, check=True)
        return list(csv.DictReader(io.StringIO(done.stdout), delimiter="\t"))

    def pairs(self, pairs, edit=False):
        """pairs: (label, name, file, file)."""
        return self.table("pairs", *(["--edit"] if edit else []), lines=["\t".join(map(str, pair)) for pair in pairs])


def markdown(columns, rows):
    return "\n".join(["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns),
                      *("| " + " | ".join(map(str, row)) + " |" for row in rows)]) + "\n"


# -- rank correlation ----------------------------------------------------------------------------------------------

def ranks(values):
    """Mean ranks, equal values sharing theirs."""
    order = sorted(range(len(values)), key=values.__getitem__)
    out = [0.0] * len(values)
    for _, group in itertools.groupby(enumerate(order), key=lambda place: values[place[1]]):
        group = list(group)
        mean = sum(place for place, _ in group) / len(group)
        for _, index in group:
            out[index] = mean
    return out


def spearman(left, right):
    a, b = ranks(left), ranks(right)
    mean = (len(a) - 1) / 2
    cov = sum((x - mean) * (y - mean) for x, y in zip(a, b))
    var = (sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b)) ** .5
    return cov / var if var else float("nan")


def correlations(rows):
    rows = [row for row in rows if float(row["edit"]) >= 0]
    edit = [float(row["edit"]) for row in rows]
    return [len(rows)] + [f"{spearman([float(row[m]) for row in rows], edit):.3f}"
                          for m in ("raw", "corrected", "gear", "minhash", "jaccard")]


def figures_3_to_5(measure, dev, tables):
    emacs, debian = dev / "emacs-manuals", dev / "debian-html"
    rows = []

    def one_against_all(title, file, page, others):
        found = measure.pairs([(0, other.name, page, other) for other in sorted(others)], edit=True)
        close = [row for row in found if float(row["jaccard"]) >= .02]
        rows.append([title, *correlations(found)])
        rows.append(["... those that share a fiftieth of their shingles", *correlations(close)])
        svg.scatter(HERE / "plots" / file, f"{page.name} against {len(found)} pages", "similarity by word edits",
                    "similarity of filters",
                    {m: [(float(r["edit"]), float(r[m])) for r in found if float(r["edit"]) >= 0] for m in ("raw", "corrected")})

    one_against_all("figure 3: Init-Examples.html of Emacs 26.3 against nine manuals", "figure3.svg",
                    emacs / "26.3/emacs/Init-Examples.html", emacs.rglob("*.html"))
    postgres = [next(debian.glob(f"postgresql-doc-{v}_*")) for v in (13, 15)]
    page = next(postgres[1].rglob("sql-createview.html"))
    one_against_all("figure 4: sql-createview.html of PostgreSQL 15 against 13 and 15", "figure4.svg", page,
                    [p for folder in postgres for p in folder.rglob("*.html")])

    releases = ["24.4", "24.5", "25.1", "25.2", "25.3", "26.1", "26.2", "26.3", "master"]
    names = sorted(set.intersection(*({p.name for p in (emacs / r).rglob("*.html")} for r in releases)))
    versions = [(r, n, emacs / "24.4/emacs" / n, emacs / r / "emacs" / n) for n in names for r in releases[1:]]
    found = [row for row in measure.pairs(versions, edit=True) if float(row["edit"]) < 1]
    rows.append(["figure 5: changed pages of the manual 24.4 against their later versions", *correlations(found)])
    by_name = collections.defaultdict(list)
    for row in found:
        by_name[row["name"]].append(row)
    name = max(by_name, key=lambda n: (len({r["edit"] for r in by_name[n]}), int(by_name[n][0]["words_a"])))
    history = by_name[name]
    svg.lines(HERE / "plots" / "figure5.svg", f"{name} of 24.4 against later releases", "release", "similarity",
              {m: [(releases.index(r["label"]), float(r[m])) for r in history] for m in ("edit", "raw", "corrected", "gear")},
              x_range=(1, 8), x_ticks=list(enumerate(releases)), y_range=(0, 1))
    tables.append("## Figures 3 to 5: rank correlation with word edit distance (Spearman)\n\n"
                  + markdown(["pages", "pairs", "raw", "corrected", "gear", "MinHash", "Jaccard"], rows))


# -- groups by degree and by number of results -----------------------------------------------------------------------

def figures_6_and_7(measure, dev, tables):
    searches = [("figure6", "emacs manual", 493, dev / "emacs-manuals", {50: 56, 60: 220, 70: 317, 80: 328, 90: 340}),
                ("figure7", "create table", 836, dev / "debian-html", {50: None})]
    for file, query, count, folder, paper in searches:
        found = measure.table("results", query, str(count), lines=sorted(folder.rglob("*.html")))
        groups = {(int(r["results"]), int(r["degree"]), r["raw"], r["strict"]): int(r["groups"]) for r in found}
        sizes = sorted({key[0] for key in groups})
        last = sizes[-1]
        rows = []
        for degree in DEGREES:
            theirs = paper.get(degree)
            j = [theirs, f"{1 - theirs / 493:.0%}"] if theirs else ["", ""]
            if file == "figure7":
                j = ["", {50: "64 %", 90: "24 %"}.get(degree, "")]
            rows.append([f"{degree} %", *j] + [cell for raw, strict in WAYS.values()
                        for cell in (groups[last, degree, raw, strict], f"{1 - groups[last, degree, raw, strict] / last:.0%}")])
        tables.append(f"## Figure {file[6:]}: \"{query}\", {last} results of {folder.name}\n\n"
                      + markdown(["degree", "J: groups", "J: duplicates", *(f"{way}: {what}" for way in WAYS
                                  for what in ("groups", "duplicates"))], rows))
        for way, (raw, strict) in list(WAYS.items())[:2]:
            svg.lines(HERE / "plots" / f"{file}_{way}.svg", f"\"{query}\": duplicates, {way}", "results", "share of duplicates",
                      {f"{d} %": [(n, 1 - groups[n, d, raw, strict] / n) for n in sizes] for d in DEGREES[:5]}, y_range=(0, 1))


# -- many queries ----------------------------------------------------------------------------------------------------

QUERIES = {"emacs-manuals": ["key bindings", "undo", "mail", "spell checking", "init file", "regular expression", "dired",
                             "version control", "calendar", "international"],
           "debian-html": ["partition", "installation", "create index", "memory", "debugging", "replication", "boot",
                           "warning", "network", "attributes"]}


def figures_13_to_15(measure, dev, tables):
    """The nearest thing to ten popular queries on three engines: ten queries on two collections."""
    rows = []
    for collection, queries in QUERIES.items():
        files = sorted((dev / collection).rglob("*.html"))
        shares = collections.defaultdict(list)
        for query in queries:
            for row in measure.table("results", query, "50", lines=files):
                if row["degree"] == "70" and row["raw"] == row["strict"] == "0":
                    shares[int(row["results"])].append(1 - int(row["groups"]) / int(row["results"]))
        rows += [[collection, n, *(f"{f(shares[n]):.0%}" for f in (min, lambda s: sum(s) / len(s), max))] for n in (10, 20, 30, 40, 50)]
    tables.append("## In place of figures 13 to 15: ten queries each, duplicates among the best n at 70 %\n\n"
                  + markdown(["collection", "n", "least", "mean", "most"], rows))


# -- what an edit costs ----------------------------------------------------------------------------------------------

def edits(measure, tables):
    found = measure.table("edits", str(HERE.parent.parent / "examples" / "prose" / "english.txt"))
    tables.append("## What an edit costs, by chunker: mean and least share of common chunks over 200 slices of prose\n\n"
                  + markdown(["bytes", "edits", "Jaccard", "Rabin", "gear", "Rabin, least", "gear, least"],
                             [list(row.values()) for row in found]))


# -- times -----------------------------------------------------------------------------------------------------------

def tables_1_to_4(measure, tables):
    found = measure.table("times")
    ms = {(r["table"], r["row"], r["column"]): float(r["ms"]) for r in found}
    sizes = {"10000": "10 KB", "100000": "100 KB", "1000000": "1 MB", "10000000": "10 MB"}
    j1 = {"10000": [.3, .3, .2, .2], "100000": [4, 3, 3, 2], "1000000": [29, 27, 26, 24], "10000000": [405, 321, 267, 259]}
    rows = [[text] + [f"{j1[size][i]:g} / {ms['1 SHA-1', size, c]:.3f} / {ms['1 XXH3', size, c]:.3f}"
                      for i, c in enumerate(("256", "512", "2048", "8192"))] for size, text in sizes.items()]
    tables.append("## Table 1: cutting and naming chunks, ms (J / here with SHA-1 / here with XXH3)\n\n"
                  + markdown(["page", "256 B", "512 B", "2 KB", "8 KB"], rows))
    j2 = {"10000": [35, 11, 12, 14], "100000": [309, 118, 120, 126], "1000000": [2959, 961, 1042, 1198],
          "10000000": [30463, 11792, 11960, 12860]}
    rows = []
    for size, text in sizes.items():
        mine = {r["column"]: (r["table"][2:], float(r["ms"])) for r in found if r["table"].startswith("2 ") and r["row"] == size}
        rows.append([text, f"{j2[size][0]} / {mine['2'][0]}"] + [f"{j2[size][i + 1]} / {mine[k][1]:.4f}" for i, k in enumerate("248")])
    tables.append("## Table 2: making the filter from the chunks, ms (J / here)\n\n"
                  + markdown(["page", "chunks", "k = 2", "k = 4", "k = 8"], rows))
    j3 = {"128": (100, 1.9), "320": (300, 2.4), "640": (625, 2.9), "1280": (1250, 3.9), "2560": (2500, 6.2), "5120": (5000, 10.7)}
    rows = [[f"{j3[bits][0]} / {bits}", j3[bits][1] * 1000, f"{ms['3', 'AND', bits] * 1e6:.1f}",
             f"{j3[bits][1] * 1000 / (ms['3', 'AND', bits] * 1e6):.0f}"] for bits in j3]
    tables.append("## Table 3: common bits of two filters, ns\n\n" + markdown(["bits, J / here", "J", "here", "times"], rows))
    j4 = {"10": 1, "20": 4, "40": 15, "80": 66, "160": 286, "320": 1233}
    rows = [[n, j4[n], f"{ms['4', 'group', n]:.3f}", f"{j4[n] / ms['4', 'group', n]:.0f}"] for n in j4]
    tables.append("## Table 4: matching and grouping, ms (\"emacs manual\" of J / unrelated pages here)\n\n"
                  + markdown(["results", "J", "here", "times"], rows))


# -- against shingling -----------------------------------------------------------------------------------------------

MEASURES = {"Bloom, corrected": ("corrected", 1), "Bloom, raw": ("raw", 1), "Bloom, gear": ("gear", 1),
            "Bloom, containment": ("contained", 1), "Jaccard, exact": ("jaccard", 1), "MinHash, 128": ("minhash", 1),
            "SimHash, 64": ("simhash", -1)}
USUAL = {"Bloom, corrected": .7, "Bloom, raw": .7, "Bloom, gear": .7, "Bloom, containment": .9, "Jaccard, exact": .8,
         "MinHash, 128": .8, "SimHash, 64": -3}


def value(row, name):
    column, sign = MEASURES[name]
    return sign * float(row[column])


def quality(chosen, labels):
    right = sum(1 for c, l in zip(chosen, labels) if c and l)
    precision = right / sum(chosen) if any(chosen) else 1.0
    recall = right / sum(labels)
    return precision, recall, 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def candidates(values):
    distinct = sorted(set(values))
    return [distinct[i * (len(distinct) - 1) // 40] for i in range(41)] if len(distinct) > 41 else distinct


def area(values, labels):
    """Probability that a duplicate scores above another pair."""
    order = ranks(values)
    positive = sum(labels)
    negative = len(labels) - positive
    return (sum(r for r, l in zip(order, labels) if l) - positive * (positive - 1) / 2) / (positive * negative)


def labelled_sets(dev):
    copycat = []
    for folder in sorted((dev / "copycat-judgments").iterdir()):
        label = (folder / "label").read_text().strip()
        if label.replace(".", "").isdigit():
            copycat.append((int(float(label) >= 2), folder.name, folder / "src-doc", folder / "target-doc"))
    with open(dev / "ota-recrawl-dev" / "content_pairs.tsv") as file:
        graded = {(r["version_a"], r["version_b"]): float(r["jaccard4"]) for r in csv.DictReader(file, delimiter="\t")}
    pages = collections.defaultdict(list)
    with open(dev / "ota-recrawl-dev" / "manifest.tsv") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if row["rule_upgrade"] == "0":
                pages[row["service"], row["terms"]].append(row)
    recrawl = []
    for a, b in itertools.chain(*(itertools.combinations(rows, 2) for rows in pages.values())):
        same = 1.0 if a["version"] == b["version"] else graded.get((a["version"], b["version"]),
                                                                   graded.get((b["version"], a["version"])))
        if same is not None and (same >= .95 or same < .8):
            html = dev / "ota-recrawl-dev" / "html"
            recrawl.append((int(same >= .95), a["doc"] + "-" + b["doc"], html / (a["doc"] + ".html"), html / (b["doc"] + ".html")))
    variants = []
    for line in open(dev / "henzinger-variants" / "pairs.jsonl"):
        pair = json.loads(line)
        files = [dev / "henzinger-variants" / pair[side]["html_path"] for side in ("page_a", "page_b")]
        if all(file.exists() for file in files):
            variants.append((pair["label"], pair["pair_id"], *files))
    return {"copycat": copycat, "ota-recrawl": recrawl, "henzinger": variants}


def against_shingling(measure, dev, tables):
    out = ["## Against shingling: labelled pairs\n"]
    for name, pairs in labelled_sets(dev).items():
        rows = measure.pairs(pairs)
        labels = [int(row["label"]) for row in rows]
        values = {m: [value(row, m) for row in rows] for m in MEASURES}
        table = []
        for m in MEASURES:
            usual = quality([v >= USUAL[m] for v in values[m]], labels)
            best = max((quality([v >= t for v in values[m]], labels) + (t,) for t in set(values[m])), key=lambda q: (q[2], q[3]))
            table.append([m, f"{area(values[m], labels):.3f}", f"{abs(USUAL[m]):g}", *(f"{q:.3f}" for q in usual),
                          f"{abs(best[3]):.3g}", *(f"{q:.3f}" for q in best[:3])])
        for a, b in itertools.combinations(["Bloom, corrected", "Bloom, containment", "Jaccard, exact", "MinHash, 128", "SimHash, 64"], 2):
            for word, join in (("and", lambda x, y: x and y), ("or", lambda x, y: x or y)):
                best = max((quality([join(x >= s, y >= t) for x, y in zip(values[a], values[b])], labels) + (s, t)
                            for s in candidates(values[a]) for t in candidates(values[b])), key=lambda q: q[2])
                table.append([f"{a} {word} {b}", "", "", "", "", "", f"{abs(best[3]):.3g}, {abs(best[4]):.3g}",
                              *(f"{q:.3f}" for q in best[:3])])
        singles, combined = table[:len(MEASURES)], sorted(table[len(MEASURES):], key=lambda r: -float(r[9]))[:4]
        out.append(f"### {name}: {len(labels)} pairs, {sum(labels)} duplicates\n\n" + markdown(
            ["measure", "area", "usual threshold", "precision", "recall", "F1", "best threshold", "precision", "recall", "F1"],
            singles + combined))
        svg.lines(HERE / "plots" / f"precision_recall_{name}.svg", f"{name}: precision by recall", "recall", "precision",
                  {m: sorted({quality([v >= t for v in values[m]], labels)[1::-1] for t in candidates(values[m])})
                   for m in ("Bloom, corrected", "Bloom, raw", "Jaccard, exact", "MinHash, 128", "SimHash, 64")})
    tables.append("\n".join(out))


def main():
    if len(sys.argv) != 3:
        print(__doc__)
        return 2
    measure, dev, tables = Measure(sys.argv[1]), pathlib.Path(sys.argv[2]), []
    (HERE / "plots").mkdir(exist_ok=True)
    figures_3_to_5(measure, dev, tables)
    figures_6_and_7(measure, dev, tables)
    figures_13_to_15(measure, dev, tables)
    edits(measure, tables)
    tables_1_to_4(measure, tables)
    against_shingling(measure, dev, tables)
    (HERE / "tables.md").write_text("# Tables\n\nWritten by run.sh; README.md tells what they say.\n\n" + "\n".join(tables))
    return 0


if __name__ == "__main__":
    sys.exit(main())
