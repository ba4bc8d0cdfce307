"""Right and wrong joins of one labelled set: the definitions of README.md in code."""
import dataclasses
import functools
import itertools

import joins
import labelled
import texts

WRONG_GOLD = 0.5    # below: the two pages have different contents
WRONG_BODY = 0.55   # the same for the bodies of documentation; from looking at all joins of ipython-doc, see README
SAME_PAGE = 0.8     # from here on: two versions of one page, which ought to be joined


@dataclasses.dataclass
class Verdict:
    """counts: what the tables show, by name; wrong: each wrong join as (removed, kept); missed: pairs not joined."""
    counts: dict[str, int]
    wrong: list[tuple[int, int]]
    missed: list[tuple[int, int]] = dataclasses.field(default_factory=list)


class Truth:
    """What is known about one set. The costly parts are computed once for all views and tools."""

    def __init__(self, data: labelled.LabelledSet):
        self.data = data
        self._known: dict[tuple[str, int, int], float] = {}
        self._gold: dict[int, frozenset[int]] = {}

    def _gold_windows(self, page: int) -> frozenset[int]:
        if page not in self._gold:
            self._gold[page] = texts.windows(self.data.pages[page].gold())
        return self._gold[page]

    def _html(self, page: int) -> str:
        return texts.read(self.data.pages[page].path)

    def gold_similarity(self, left: int, right: int) -> float:
        return texts.jaccard(self._gold_windows(left), self._gold_windows(right))

    def full_similarity(self, left: int, right: int) -> float:
        """J of all text, tags removed."""
        return self._similarity("full", texts.stripped, left, right)

    def body_similarity(self, left: int, right: int) -> float:
        """J of the bodies of two pages of documentation; two empty bodies are equal."""
        return self._similarity("body", texts.body, left, right)

    def _similarity(self, name: str, text_of, left: int, right: int) -> float:
        if (name, left, right) not in self._known:
            windows = [texts.windows(text_of(self._html(page))) for page in (left, right)]
            both_empty = not windows[0] and not windows[1]
            self._known[name, left, right] = 1.0 if both_empty else texts.jaccard(*windows)
        return self._known[name, left, right]

    def content_similarity(self, left: int, right: int) -> tuple[str, float] | None:
        """What decides whether a join is wrong, with its name, for the list of wrong joins."""
        if self.data.kind == "gold":
            return "gold", self.gold_similarity(left, right)
        return ("body", self.body_similarity(left, right)) if self.data.kind == "releases" else None

    @functools.cached_property
    def versions(self) -> list[tuple[int, int]]:
        """Pairs of pages with one key whose full texts are similar enough to be joined."""
        by_key: dict[str, list[int]] = {}
        for i, page in enumerate(self.data.pages):
            by_key.setdefault(page.key, []).append(i)
        found = []
        for pages in by_key.values():
            sets = {page: texts.windows(texts.stripped(self._html(page))) for page in pages}
            found += [(left, right) for left, right in itertools.combinations(pages, 2)
                      if texts.jaccard(sets[left], sets[right]) >= SAME_PAGE]
        return sorted(found)

    @functools.cached_property
    def gold_pairs(self) -> list[tuple[int, int]]:
        """Pairs of pages with almost the same gold."""
        return texts.similar_pairs([self._gold_windows(page) for page in range(len(self.data.pages))], SAME_PAGE)

    def judge(self, made: joins.Joins) -> Verdict:
        rule = {"gold": self._judge_gold, "releases": self._judge_releases, "distinct": self._judge_distinct}
        return rule[self.data.kind](made)

    def _judge_gold(self, made: joins.Joins) -> Verdict:
        pages = self.data.pages
        wrong = [pair for pair in made.removals()
                 if self.gold_similarity(*pair) < WRONG_GOLD and self.full_similarity(*pair) < 1]
        missed = [pair for pair in self.gold_pairs if not made.same_group(*pair)]
        counts = {"removed": len(made.kept_for), "wrong": len(wrong),
                  "same gold": len(self.gold_pairs), "same gold joined": len(self.gold_pairs) - len(missed)}
        if pages[0].key:
            counts["wrong of one site"] = sum(1 for a, b in wrong if pages[a].key == pages[b].key)
        return Verdict(counts, wrong, missed)

    def _judge_releases(self, made: joins.Joins) -> Verdict:
        pages = self.data.pages
        other = [pair for pair in made.removals() if pages[pair[0]].key != pages[pair[1]].key]
        unlike = [pair for pair in other if self.body_similarity(*pair) < WRONG_BODY]
        wrong = [pair for pair in unlike if self.full_similarity(*pair) < SAME_PAGE]
        due = {page for pair in self.versions for page in pair}
        found = {page for pair in self.versions if made.same_root(*pair) for page in pair}
        found |= (due & made.kept_for.keys()) - {removed for removed, _ in unlike}
        missed = sorted(pair for pair in self.versions if not made.same_group(*pair))
        counts = {"removed": len(made.kept_for), "other name": len(other), "wrong": len(wrong),
                  "by template": len(unlike) - len(wrong), "versions": len(due), "versions joined": len(found),
                  "version pairs": len(self.versions), "version pairs in one group": len(self.versions) - len(missed)}
        return Verdict(counts, wrong, missed)

    def _judge_distinct(self, made: joins.Joins) -> Verdict:
        wrong, pages = made.removals(), self.data.pages
        counts = {"removed": len(wrong), "wrong": len(wrong)}
        keys = [page.key.split("; ") for page in pages if page.key]
        for position, column in enumerate(zip(*keys)):
            for kind in dict.fromkeys(column):
                counts[kind] = sum(1 for removed, _ in wrong if keys[removed][position] == kind)
        return Verdict(counts, wrong)

    def judge_pairs(self, joined: list[bool]) -> Verdict:
        """Of a set of pairs, where `joined` answers for each of them."""
        answers = list(zip(self.data.pairs, joined))
        counts = {}
        for name, same in (("same", True), ("other", False)):
            chosen = [hit for pair, hit in answers if pair.same is same]
            counts[name], counts[f"{name} joined"] = len(chosen), sum(chosen)
        for kind in dict.fromkeys(pair.kind for pair in self.data.pairs):
            chosen = [hit for pair, hit in answers if pair.kind == kind]
            counts[f"{kind}: pairs"], counts[f"{kind}: joined"] = len(chosen), sum(chosen)
        wrong = [(pair.left, pair.right) for pair, hit in answers if hit and pair.same is False]
        missed = [(pair.left, pair.right) for pair, hit in answers if not hit and pair.same]
        return Verdict(counts, wrong, missed)
