"""The tables, and the list of wrong joins, as text."""
import judge
import labelled
import program

# For each kind of set: the columns of its table. A pair of names is a share: (found, of how many).
COLUMNS: dict[str, list[str | tuple[str, str]]] = {
    "gold": ["removed", "wrong", "wrong of one site", ("same gold joined", "same gold")],
    "releases": ["removed", "other name", "wrong", "by template", ("versions joined", "versions"),
                 ("version pairs in one group", "version pairs")],
    "distinct": ["removed", "wrong"],
    "pairs": [("same joined", "same"), ("other joined", "other")],
}


def _cell(counts: dict[str, int], column: str | tuple[str, str]) -> str:
    if isinstance(column, str):
        return str(counts[column])
    found, all_of_them = (counts[name] for name in column)
    return f"{found} of {all_of_them}" + (f" = {found / all_of_them:.4f}" if all_of_them else "")


def _columns(data: labelled.LabelledSet, counts: dict[str, int]) -> list[str | tuple[str, str]]:
    """The columns of the kind, then the finer ones of this set."""
    columns = [column for column in COLUMNS[data.kind] if not isinstance(column, str) or column in counts]
    if data.kind == "distinct":
        columns += [name for name in counts if name not in columns]
    if data.kind == "pairs":
        kinds = [name.removesuffix(": pairs") for name in counts if name.endswith(": pairs")]
        columns += [(f"{kind}: joined", f"{kind}: pairs") for kind in kinds]
    return columns


def table(data: labelled.LabelledSet, verdicts: dict[str, judge.Verdict]) -> str:
    """One row for each text (a view, or another tool), in the order given. Many columns become rows instead."""
    columns = _columns(data, next(iter(verdicts.values())).counts)
    names = [column if isinstance(column, str) else column[0] for column in columns]
    rows = [["text", *names]]
    rows += [[text, *(_cell(verdict.counts, column) for column in columns)] for text, verdict in verdicts.items()]
    if len(columns) > len(COLUMNS["releases"]):
        rows = [list(row) for row in zip(*rows)]
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])


def describe(truth: judge.Truth, words: program.PageWords, left: int, right: int) -> dict:
    """What is known about one join: names, titles, words and similarities."""
    pages = [truth.data.pages[page] for page in (left, right)]
    paths = [page.path for page in pages]
    known = {"names": [page.name for page in pages], "titles": [words.title(path) for path in paths]}
    for view in ("main", "full"):
        known[f"{view} words"] = [words.words(path, view) for path in paths]
        known[f"J {view}"] = round(words.similarity(*paths, view), 4)
    content = truth.content_similarity(left, right)
    if content:
        known[f"J {content[0]}"] = round(content[1], 4)
    return known


def lines(known: dict) -> str:
    """A join on three lines."""
    shown = [f"    {name}  main {main}, full {full} words  \"{' '.join(title.split())[:100]}\""
             for name, title, main, full in zip(known["names"], known["titles"], known["main words"],
                                                known["full words"])]
    similarities = "  ".join(f"{name} {value:.3f}" for name, value in known.items() if name.startswith("J "))
    return "\n".join([*shown, f"        {similarities}"])
