#!/usr/bin/env python3
"""Right and wrong joins on every labelled set, for each view of the program and for the texts of other tools.

  eval/truth/run.py PROGRAM [--views main,full,any] [--sets NAME,...] [--json FILE] [--list N] [--no-peers]

PROGRAM is build/<preset>/doppel. README.md has the definitions.
"""
import argparse
import json
import os
import pathlib
import sys
import tarfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "tests" / "oracle")]
import judge            # noqa: E402
import labelled         # noqa: E402
import peers            # noqa: E402
import program          # noqa: E402
import report           # noqa: E402
import shared_data      # noqa: E402
import trap             # noqa: E402

# Large sets of documentation, where other tools would take long and say nothing new.
WITHOUT_PEERS = ("debian-llvm", "debian-clang", "debian-postgresql", "debian-installation-guide")


def data_folder(archive: str) -> pathlib.Path | None:
    """The folder that holds the unpacked archive, unpacked on first use; None, with a reason, if it is absent."""
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "doppel"
    if not (cache / archive).is_dir():
        shared = pathlib.Path(os.environ.get("DOPPEL_SHARED") or HERE.parents[2] / "shared")
        packed = shared / "data" / f"{archive}.tar.xz"
        if not packed.exists():
            print(f"skipped: {packed} is absent")
            return None
        try:
            shared_data.unpack(packed, cache / archive)
        except (OSError, tarfile.TarError) as error:
            print(f"skipped: {packed} could not be unpacked: {error}")
            return None
    return cache


def load(name: str, work: pathlib.Path, folders: dict[str, pathlib.Path | None]) -> labelled.LabelledSet | None:
    if name in trap.SETS:
        return trap.write(name, work / name)
    archive, loader = labelled.SETS[name]
    if archive not in folders:
        folders[archive] = data_folder(archive)
    return loader(str(folders[archive])) if folders[archive] else None


def measure(options: argparse.Namespace, data: labelled.LabelledSet, truth: judge.Truth,
            work: pathlib.Path) -> dict[str, judge.Verdict]:
    """The verdict for each view and each other tool."""
    verdicts = {}
    for view in options.views:
        if data.kind == "pairs":
            verdicts[f"doppel {view}"] = truth.judge_pairs(program.join_pairs(options.program, view, data))
        else:
            paths = [page.path for page in data.pages]
            verdicts[f"doppel {view}"] = truth.judge(program.dedup(options.program, view, paths))
    if options.peers and data.name not in WITHOUT_PEERS:
        python = peers.environment(work.parent)
        for tool in peers.TOOLS:
            made = peers.texts_of(tool, data, python, work)
            verdicts[tool] = (truth.judge_pairs(peers.join_pairs(data, made)) if data.kind == "pairs" else
                              truth.judge(peers.join(made)))
    return verdicts


def print_joins(heading: str, joins: list[dict], count: int, shown: int) -> None:
    if joins:
        print(f"\n{heading}: {count}")
        print("\n".join(report.lines(known) for known in joins[:shown]))
        if count > shown:
            print(f"    ... and {count - shown} more (--list {count} shows all)")


def print_set(options: argparse.Namespace, data: labelled.LabelledSet, truth: judge.Truth,
              verdicts: dict[str, judge.Verdict], words: program.PageWords) -> dict:
    """Prints table and wrong joins; returns the same for --json. Joins of other tools are only counted."""
    kind = f"{len(data.pairs)} pairs" if data.kind == "pairs" else f"{len(data.pages)} pages"
    if data.name in trap.SETS:
        kind += f", {trap.same_template_pairs(data)} pairs of one template"
    print(f"\n## {data.name} ({kind})\n\n{report.table(data, verdicts)}")
    result = {}
    for text, verdict in verdicts.items():
        result[text] = {"counts": verdict.counts}
        if text.startswith("doppel "):
            limit = None if options.json else options.list
            wrong = [report.describe(truth, words, *pair) for pair in verdict.wrong[:limit]]
            print_joins(f"{text}: wrong joins", wrong, len(verdict.wrong), options.list)
            result[text]["wrong"] = wrong
            if data.kind == "pairs":
                missed = [report.describe(truth, words, *pair) for pair in verdict.missed]
                print_joins(f"{text}: same content, not joined", missed, len(missed), options.list)
                result[text]["missed"] = missed
    sys.stdout.flush()
    return result


def arguments() -> argparse.Namespace:
    names = [*labelled.SETS, *trap.SETS]
    parser = argparse.ArgumentParser(description="Prints right and wrong joins on every labelled set.")
    parser.add_argument("program", help="build/<preset>/doppel")
    parser.add_argument("--views", default="main,full,any", help="views to measure (default %(default)s)")
    parser.add_argument("--sets", default=",".join(names), help="sets to measure (default: all)")
    parser.add_argument("--json", metavar="FILE", help="also write counts and all wrong joins to this file")
    parser.add_argument("--list", type=int, default=100, metavar="N", help="joins listed per set and view")
    parser.add_argument("--no-peers", dest="peers", action="store_false", help="leave the other tools out")
    options = parser.parse_args()
    options.sets, options.views = options.sets.split(","), options.views.split(",")
    unknown = [name for name in options.sets if name not in names]
    if unknown:
        parser.error(f"unknown set {unknown[0]}: use {', '.join(names)}")
    options.program = str(pathlib.Path(options.program).resolve())
    return options


def main() -> int:
    options = arguments()
    work = pathlib.Path(options.program).parent / "truth"
    work.mkdir(parents=True, exist_ok=True)
    for view in [view for view in options.views if not program.knows_view(options.program, view)]:
        print(f"skipped: this program has no view {view}")
        options.views.remove(view)
    words, folders, results = program.PageWords(options.program), {}, {}
    for name in options.sets:
        started = time.monotonic()
        data = load(name, work, folders)
        if data is None:
            continue
        truth = judge.Truth(data)
        results[name] = print_set(options, data, truth, measure(options, data, truth, work), words)
        print(f"{name}: {time.monotonic() - started:.0f} s", file=sys.stderr)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(results, file, ensure_ascii=False, indent=1)
            file.write("\n")
    return 0 if results else shared_data.SKIPPED


if __name__ == "__main__":
    sys.exit(main())
