"""Which pages were joined, by whatever joined them: the removals and the groups of one run.

Pages are known by their number in the list of pages that was compared.
"""
import dataclasses
from collections.abc import Iterable


@dataclasses.dataclass
class Joins:
    """kept_for: removed page -> the page that is kept instead; level: how it was proved; group: page -> group."""
    kept_for: dict[int, int] = dataclasses.field(default_factory=dict)
    level: dict[int, str] = dataclasses.field(default_factory=dict)
    group: dict[int, int] = dataclasses.field(default_factory=dict)

    def root(self, page: int) -> int:
        """The page that stays for this one: itself, if it was not removed."""
        return self.kept_for.get(page, page)

    def same_root(self, left: int, right: int) -> bool:
        """One was removed for the other, or both for the same page."""
        return self.root(left) == self.root(right)

    def same_group(self, left: int, right: int) -> bool:
        return left in self.group and self.group[left] == self.group.get(right)

    def removals(self) -> list[tuple[int, int]]:
        """(removed, kept) in the order of pages."""
        return sorted(self.kept_for.items())


def from_pairs(pages: int, pairs: Iterable[tuple[int, int]]) -> Joins:
    """What `dedup` makes of these pairs: in page order, a page is removed for the first kept page it is paired with."""
    neighbours: dict[int, list[int]] = {}
    for left, right in pairs:
        neighbours.setdefault(left, []).append(right)
        neighbours.setdefault(right, []).append(left)
    joins = Joins()
    for page in range(pages):
        kept = [other for other in neighbours.get(page, ()) if other < page and other not in joins.kept_for]
        if kept:
            joins.kept_for[page], joins.level[page] = min(kept), "near"
    for page in sorted(neighbours):
        if page in joins.group:
            continue
        open_pages = [page]
        while open_pages:
            member = open_pages.pop()
            if member not in joins.group:
                joins.group[member] = page
                open_pages += neighbours[member]
    return joins
