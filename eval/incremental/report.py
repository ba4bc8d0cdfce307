"""Results, tables and plots of the incremental experiments."""
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))  # svg.py, which several experiments use
import svg

COLUMNS = ["experiment", "data", "pages", "point", "name", "value"]


class Results:
    """Numbers by experiment, data, pages, point and name. With a file, each experiment replaces its rows there at once,
    so that nothing is lost if the next one fails."""

    def __init__(self, path=None):
        self.path = path
        self.values = {}
        self.load()

    def load(self):
        if self.path and self.path.exists():
            rows = [line.split("\t") for line in self.path.read_text().splitlines()[1:]]
            self.values = {tuple(key): float(value) for *key, value in rows}

    def put(self, experiment, data, pages, rows):
        self.load()  # somebody else may have added something
        place = experiment, data, str(pages)
        self.values = {key: value for key, value in self.values.items() if key[:3] != place}
        for point, name, value in rows:
            self.values[place + (point, name)] = float(value)
        self.save()

    def save(self):
        if not self.path:
            return
        rows = sorted(self.values.items(), key=lambda item: (item[0][:2], int(item[0][2]), item[0][3:]))
        lines = ["\t".join([*key, f"{value:.10g}"]) for key, value in rows]
        self.path.write_text("\n".join(["\t".join(COLUMNS), *lines]) + "\n")

    def sizes(self, experiment, data):
        return sorted({int(key[2]) for key in self.values if key[:2] == (experiment, data)})

    def points(self, experiment, data, pages):
        """By point, numbers by name."""
        out = {}
        for (*place, point, name), value in self.values.items():
            if place == [experiment, data, str(pages)]:
                out.setdefault(point, {})[name] = value
        return dict(sorted(out.items(), key=lambda item: (len(item[0]), item[0])))


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|---" * len(header) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def percent(part, whole):
    return f"{100 * part / whole:.2f} %" if whole else "-"


# -- figure 7 ------------------------------------------------------------------------------------------------------

def ratios(values):
    """A run over all pages against a round; one page scanned against one page of a round."""
    of_a_page = values["round_cpu"] / values["round_pages"]
    return values["all_cpu"] / values["round_cpu"], values["scan_cpu"] / of_a_page, of_a_page


def figure7_rows(results):
    rows = []
    for pages in results.sizes("figure7", "generated"):
        values = results.points("figure7", "generated", pages)[""]
        by_round, by_scan, of_a_page = ratios(values)
        rows.append([f"{pages:,}", f"{values['all_cpu']:.2f} s", f"{values['round_cpu']:.3f} s", f"{by_round:.1f}",
                     f"{1e6 * values['scan_cpu']:,.0f} us", f"{1e6 * of_a_page:.0f} us", f"{by_scan:.1f}",
                     f"{1e6 * values['base_cpu'] / values['base_pages']:.0f} us"])
    return rows


FIGURE7 = ["pages", "dedup over all", "a round of 1 %", "ratio", "one page by scan", "one page of a round", "ratio",
           "one new page, first crawl"]


# -- figure 8 ------------------------------------------------------------------------------------------------------

def figure8_rows(results):
    rows = []
    for data in ("generated", "ota-trace"):
        for pages in results.sizes("figure8", data):
            for values in results.points("figure8", data, pages).values():
                rows.append([data, f"{pages:,}", f"{values['processed']:,.0f}", f"{values['updated']:,.0f}",
                             f"{values['stayed']:,.0f}", percent(values["stayed"], values["updated"])])
    return rows


FIGURE8 = ["data", "pages", "processed", "updated", "stay", "share"]


# -- modes ---------------------------------------------------------------------------------------------------------

def modes_rows(results):
    rows = []
    for data in ("generated", "ota-trace"):
        for pages in results.sizes("modes", data):
            for point, values in results.points("modes", data, pages).items():
                rows.append([data, f"{pages:,}", point, f"{values['pages']:,.0f}",
                             *(percent(values[f"{what}_{mode}"] - values[f"{what}_both"], values[f"{what}_{mode}"])
                               for what in ("removed", "pairs") for mode in ("paper", "sound")),
                             *(percent(values[f"unlike_{mode}"], values[f"members_{mode}"])
                               for mode in ("paper", "sound")),
                             f"{values['paper_cpu']:.2f} / {values['sound_cpu']:.2f} s"])
    return rows


MODES = ["data", "pages", "generation", "live", "removed: precision error", "removed: recall error",
         "pairs: precision error", "pairs: recall error", "unlike the winner, paper", "unlike the winner, sound",
         "CPU paper / sound"]


# -- everything ----------------------------------------------------------------------------------------------------

def tables(results):
    return [("Figure 7", table(FIGURE7, figure7_rows(results))),
            ("Figure 8", table(FIGURE8, figure8_rows(results))),
            ("Mode paper beside mode sound", table(MODES, modes_rows(results)))]


def print_tables(results):
    for title, text in tables(results):
        print(f"{title}\n\n{text}\n")


def write_all(results, folder):
    (folder / "tables.md").write_text("# Tables of eval/incremental\n\nMade by `run.py --save`.\n\n"
                                      + "\n\n".join(f"## {title}\n\n{text}" for title, text in tables(results)) + "\n")
    plots = folder / "plots"
    plots.mkdir(exist_ok=True)
    if sizes := results.sizes("figure7", "generated"):
        plot_figure7(results, sizes, plots)
    if sizes := results.sizes("figure8", "generated"):
        plot_figure8(results, sizes[-1], plots / "figure8.svg")
    if sizes := results.sizes("modes", "generated"):
        plot_modes(results, sizes[-1], plots / "modes.svg")


def plot_figure7(results, sizes, plots):
    measured = {pages: ratios(results.points("figure7", "generated", pages)[""]) for pages in sizes}
    # Z's machines had 2 million pages each in the end, and its figure begins below 1.
    for file, title, which in (("figure7_round.svg", "a run over all pages / a round of 1 %", 0),
                               ("figure7_scan.svg", "one page by scan / one page of a round", 1)):
        svg.lines(plots / file, title, "million pages", "ratio of CPU time",
                  {"here": [(pages / 1e6, measured[pages][which]) for pages in sizes],
                   "Z, at the end": [(0, 24), (2, 24)]}, x_range=(0, 2),
                  y_range=(0, max(24, *(ratio[which] for ratio in measured.values()))))


def plot_figure8(results, pages, path):
    values = results.points("figure8", "generated", pages).values()
    last = max(v["processed"] for v in values)
    svg.lines(path, "updated pages that stay", "share of the second crawl processed", "percent of updated pages",
              {"generated": [(v["processed"] / last, 100 * v["stayed"] / v["updated"]) for v in values],
               "Z": [(n / 30, 30) for n in (2.5, 5, 10, 15, 20, 25, 30)]}, y_range=(0, 100))


def plot_modes(results, pages, path):
    points = results.points("modes", "generated", pages)

    def error(what, mode):
        return [(int(point), 100 * (1 - v[f"{what}_both"] / v[f"{what}_{mode}"])) for point, v in points.items()]

    svg.lines(path, "what mode paper misses and adds", "generation", "percent",
              {"removed: precision": error("removed", "paper"), "removed: recall": error("removed", "sound"),
               "pairs: precision": error("pairs", "paper"), "pairs: recall": error("pairs", "sound")})
