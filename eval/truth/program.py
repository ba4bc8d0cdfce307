"""The program under test: its views, its removals, and its words of a page."""
import json
import pathlib
import subprocess
import tempfile

import joins
import labelled
import texts


def knows_view(program: str, view: str) -> bool:
    """Does `dedup --view` accept this name? Tried on one tiny page."""
    with tempfile.TemporaryDirectory() as work:
        page = pathlib.Path(work, "page.html")
        page.write_text("<title>t</title><p>one two three four five six")
        done = subprocess.run([program, "dedup", str(page), "--out", f"{work}/out", "--view", view],
                              capture_output=True, check=False)
        return done.returncode == 0


def join_pairs(program: str, view: str, data: labelled.LabelledSet) -> list[bool]:
    """For each labelled pair, whether a run over its two pages alone would remove one of them.

    One run over the whole set settles most pairs: pages of two groups are no pair, and a page that was removed for
    the other is one. The rest, such as two pages removed for a third, have a run each.
    """
    paths = [page.path for page in data.pages]
    whole = dedup(program, view, paths)
    joined = []
    for pair in data.pairs:
        if not whole.same_group(pair.left, pair.right):
            joined.append(False)
        elif pair.left == whole.root(pair.right) or pair.right == whole.root(pair.left):
            joined.append(True)
        else:
            joined.append(bool(dedup(program, view, [paths[pair.left], paths[pair.right]]).kept_for))
    return joined


def dedup(program: str, view: str, paths: list[str]) -> joins.Joins:
    """One run over these files, which must differ in path. Page numbers are positions in `paths`."""
    number = {path: i for i, path in enumerate(paths)}
    with tempfile.TemporaryDirectory() as work:
        names = pathlib.Path(work, "files.txt")
        names.write_text("".join(path + "\n" for path in paths))
        command = [program, "dedup", "--files-from", str(names), "--out", f"{work}/out", "--view", view,
                   "--threads", "1", "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 3):
            raise RuntimeError(f"{' '.join(command)} failed: {done.stderr.strip()}")
        return _read_lists(pathlib.Path(work, "out"), number)


def _read_lists(folder: pathlib.Path, number: dict[str, int]) -> joins.Joins:
    result = joins.Joins()
    with open(folder / "duplicates.jsonl", encoding="utf-8") as file:
        for line in file:
            entry = json.loads(line)
            removed = number[entry["removed"]["input"]]
            result.kept_for[removed] = number[entry["kept"]["input"]]
            result.level[removed] = entry["level"]
    with open(folder / "groups.jsonl", encoding="utf-8") as file:
        for line in file:
            entry = json.loads(line)
            for member in entry["members"]:
                result.group[number[member["input"]]] = entry["group"]
    return result


class PageWords:
    """Title and windows of a page as the program sees them in views main and full. Asked once for each page."""

    def __init__(self, program: str):
        self._program = program
        self._known: dict[tuple[str, str], dict] = {}

    def _ask(self, path: str, view: str) -> dict:
        if (path, view) not in self._known:
            done = subprocess.run([self._program, "text", path, "--view", view, "--json"], capture_output=True,
                                  check=True)
            answer = json.loads(done.stdout.decode("utf-8", "replace"))
            self._known[path, view] = {
                "title": answer["title"] or "", "words": len(answer["tokens"]),
                "windows": texts.windows_of_words(answer["tokens"])}
        return self._known[path, view]

    def title(self, path: str) -> str:
        return self._ask(path, "main")["title"]

    def words(self, path: str, view: str) -> int:
        return self._ask(path, view)["words"]

    def similarity(self, left: str, right: str, view: str) -> float:
        return texts.jaccard(self._ask(left, view)["windows"], self._ask(right, view)["windows"])
