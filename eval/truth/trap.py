"""The template trap: pages of a few sites, each with one template, and no content in common. Every join is wrong.

The templates are in templates.py. The content is random words, as paragraphs or in forms that are easily taken for a
menu: links, table rows, captions. In the shortest pages the boilerplate is many times as long as the content.
There are two sets, because of the second a rule that sees only two pages cannot be right: where 600 of 650 words are
the same, nothing in the two pages says that these are terms of use and not an article.
"""
import itertools
import pathlib
import random

import labelled
import templates

SEED = 20
PAGES_OF_A_KIND = 15            # for each site, kind of title, length and form
LENGTHS = ((20, 49), (50, 99), (100, 199), (200, 499), (500, 1500))     # words of content
TITLES = ("same title", "own title", "no title")
FORMS = {"paragraphs": ("<p>", "</p>", 40), "links": ('<li><a href="#">', "</a></li>", 4),
         "table rows": ("<tr><td>", "</td></tr>", 6), "captions": ('<div class="item">', "</div>", 10)}
AROUND = {"links": ("<ul>", "</ul>"), "table rows": ("<table>", "</table>")}
TERMS_WORDS = 600               # of the long text at the foot of the site `directory`
SETS = {"template-trap": ("blog", "manual", "shop", "portal"), "long-template-trap": ("directory",)}

def _vocabulary(random_words: random.Random) -> list[str]:
    starts, middles = "b br c d f g gr h k l m n p pl r s st t tr v w".split(), "a e i o u ai ea ou".split()
    ends = "n r l s t d m nd st ck ng".split()
    syllables = ["".join(parts) for parts in itertools.product(starts, middles, ends)]
    words = {random_words.choice(syllables) + random_words.choice(["", "er", "ing", "y", "en"] + syllables[:40])
             for _ in range(12_000)}
    return sorted(words)


def _content(chosen: random.Random, vocabulary: list[str], form: str, count: int) -> str:
    """This many words in all, in blocks of the form's size, give or take a half."""
    before, after, size = FORMS[form]
    words, blocks = chosen.choices(vocabulary, k=count), []
    while words:
        length = chosen.randint(size // 2, size + size // 2)
        blocks.append(f"{before}{' '.join(words[:length]).capitalize()}{'.' if size > 6 else ''}{after}")
        words = words[length:]
    first, last = AROUND.get(form, ("", ""))
    return "\n".join([first, *blocks, last])


def _page(chosen: random.Random, vocabulary: list[str], site: str, titles: str, content: str) -> str:
    name, template = templates.SITES[site]
    own = " ".join(chosen.choices(vocabulary, k=4)).capitalize()
    title = {"same title": f"<title>{name}</title>", "own title": f"<title>{own} - {name}</title>", "no title": ""}
    heading = f"<h1>{own}</h1>" if titles == "own title" or chosen.random() < 0.5 else ""
    terms = _content(random.Random(SEED), vocabulary, "paragraphs", TERMS_WORDS)
    return template.format(title=title[titles], heading=heading, content=content, terms=terms)


def write(name: str, folder: pathlib.Path) -> labelled.LabelledSet:
    """Writes the pages and lists them. The same seed makes the same bytes. A page's key lists its properties."""
    chosen = random.Random(SEED)
    vocabulary = _vocabulary(chosen)
    folder.mkdir(parents=True, exist_ok=True)
    pages = []
    for site, titles, (least, most), form in itertools.product(SETS[name], TITLES, LENGTHS, FORMS):
        for i in range(PAGES_OF_A_KIND):
            kind = (site, titles, f"{least} to {most} words", form)
            path = folder / ("_".join((*kind, str(i))).replace(" ", "_") + ".html")
            content = _content(chosen, vocabulary, form, chosen.randint(least, most))
            path.write_text(_page(chosen, vocabulary, site, titles, content), encoding="utf-8")
            pages.append(labelled.Page(path.stem, str(path), "; ".join(kind)))
    return labelled.LabelledSet(name, "distinct", pages)


def same_template_pairs(data: labelled.LabelledSet) -> int:
    """Pairs of pages of one site and one kind of title."""
    templates_used = len(SETS[data.name]) * len(TITLES)
    per_template = len(data.pages) // templates_used
    return templates_used * per_template * (per_template - 1) // 2
