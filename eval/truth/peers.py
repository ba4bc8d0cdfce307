"""What the same predicate joins in the texts of other tools: J of five-word windows >= .8, all pairs, exactly.

The tools live in the environment of eval/main_content. Their texts are kept, because they take minutes.
"""
import hashlib
import os
import pathlib
import subprocess
import sys

import joins
import labelled
import texts

HERE = pathlib.Path(__file__).resolve().parent
MAIN_CONTENT = HERE.parent / "main_content"
TOOLS = ("trafilatura", "resiliparse")
THRESHOLD = 0.8

sys.path.append(str(MAIN_CONTENT))
import tools    # noqa: E402


def environment(build: pathlib.Path) -> pathlib.Path:
    """The Python with the tools, made on first use as eval/main_content/run.sh does, in the same place."""
    work = build / "main_content"
    requirements, ready = MAIN_CONTENT / "requirements.txt", work / "ready"
    if not ready.exists() or ready.stat().st_mtime < requirements.stat().st_mtime:
        work.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "venv", str(work / "venv")], check=True)
        pip = [str(work / "venv/bin/pip"), "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--upgrade", "pip"], check=True)
        subprocess.run([*pip, "--requirement", str(requirements)], check=True)
        ready.touch()
    return work / "venv/bin/python"


def texts_of(tool: str, data: labelled.LabelledSet, python: pathlib.Path, work: pathlib.Path) -> list[str]:
    """The tool's text of each page, made once for these files."""
    paths = [page.path for page in data.pages]
    state = "".join(f"{path} {os.path.getsize(path)}\n" for path in paths)
    kept = work / f"{tool}.{data.name}.{hashlib.md5(state.encode()).hexdigest()[:12]}"
    if not kept.exists():
        partial = kept.with_suffix(".partial")
        subprocess.run([str(python), "-B", str(HERE / "peer_texts.py"), tool, str(partial)], check=True,
                       input="".join(path + "\n" for path in paths).encode())
        partial.rename(kept)
    return tools.read_sequence(str(kept))


def join(made: list[str]) -> joins.Joins:
    """Which pages of a whole set are joined."""
    return joins.from_pairs(len(made), texts.similar_pairs([texts.windows(text) for text in made], THRESHOLD))


def join_pairs(data: labelled.LabelledSet, made: list[str]) -> list[bool]:
    """For each labelled pair, whether it is joined."""
    windows = [texts.windows(text) for text in made]
    return [texts.jaccard(windows[pair.left], windows[pair.right]) >= THRESHOLD for pair in data.pairs]
