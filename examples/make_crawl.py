#!/usr/bin/env python3
"""Writes the example crawl: about 200 small web pages with every kind of duplicate in them.

    make_crawl.py [DIR]        DIR is crawl/ beside this file unless given

Standard library only; a fixed seed and no clock, so every run writes the same lines. The prose is in prose/*.txt.
The id of a page names its family, its article and its number in that family, as in "mirror/stone-bridge/2":

  single    pages like no other page: kept
  mirror    one article on several hosts, the same bytes: one is kept
  session   one article under session ids and tracking parameters: the plain URL is kept
  words     the same words in other case, punctuation and white space: one is kept
  compat    the same words in ligatures or full-width letters: one is kept
  print     printer versions, the article and one more line: one is kept
  edit      copies with a few words changed: one is kept
  score     copies of which the score, not the URL, chooses the one to keep
  chain     versions of a page, each near the next, the first not near the third: more than one is kept
  product   shop pages, one frame around different goods: kept, except a few true copies
  branch    library pages that differ in some ten words of 126: kept
  short     short texts, in which one changed word is a large part: kept, except equal ones and one of 49 words
  language  Chinese, Japanese, Thai, Russian, Greek, Turkish, Arabic, German; mirrors, other forms, edits
  wordless  texts without a word: only equal bytes are duplicates
  broken    lines that are no record: rejected, each with its reason
"""
import gzip, io, json, pathlib, random, re, sys, textwrap, unicodedata

HERE = pathlib.Path(__file__).resolve().parent
NEWS, SHOP, WORLD, ARCHIVE = "news.jsonl", "shop.jsonl", "world.jsonl", "archive.jsonl.gz"
SEED = 1998


def load(name):
    """The articles of a prose file as {slug: text}; the title is the first line of the text."""
    articles = {}
    for part in (HERE / "prose" / name).read_text("utf-8").split("== ")[1:]:
        head, body = part.split("\n", 1)
        slug, title = head.split(" | ")
        paragraphs = [" ".join(p.split("\n")) for p in body.strip().split("\n\n")]
        articles[slug] = "\n\n".join([title, *paragraphs])
    return articles


ENGLISH, GOODS, WORLDWIDE = load("english.txt"), load("shop.txt"), load("world.txt")


def family(name, slug, *copies):
    """Pages of one article; a copy is (file, url, text) or (file, url, text, score). None is a missing field."""
    for number, (file, url, text, *score) in enumerate(copies, 1):
        record = {"url": url, "id": f"{name}/{slug}/{number}", "text": text, "score": score[0] if score else None}
        yield file, {field: value for field, value in record.items() if value is not None}


def edit(text, changes):
    """The text with some passages replaced; each must be there exactly once."""
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


# -- other forms of the same words ----------------------------------------------------------------------------------

def shouted(text):
    return text.upper()


def wrapped(text):
    return "\n\n".join(textwrap.fill(p, 48, initial_indent="    ") for p in text.split("\n\n"))


def unpunctuated(text):
    return " ".join(re.findall(r"\w+", text.lower()))


def soft_hyphenated(text):
    return re.sub(r"\w{4}(?=\w{4})", "\\g<0>\u00ad", text)


def with_ligatures(text):
    for letters, ligature in (("ffi", "ﬃ"), ("ffl", "ﬄ"), ("ff", "ﬀ"), ("fi", "ﬁ"), ("fl", "ﬂ")):
        text = text.replace(letters, ligature)
    return text


def full_width(text):
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


def half_width(text):
    """Katakana in the narrow forms of old terminals, where a voicing mark is a character of its own."""
    narrow = {}
    for base in map(chr, range(0xFF66, 0xFF9E)):
        for mark in ("", "\uff9e", "\uff9f"):
            wide = unicodedata.normalize("NFKC", base + mark)
            if len(wide) == 1:
                narrow[wide] = base + mark
    return "".join(narrow.get(c, c) for c in text)


# -- pages that are kept ----------------------------------------------------------------------------------------------

SINGLES = {"windmill-sails": 31, "moss-garden": None, "seed-library": 12, "dry-stone": 4, "lake-swimming": None,
           "rain-gauge": 2.5, "puppet-theatre": 18, "sea-glass": 0, "pencil-factory": 77, "swifts": None,
           "railway-clock": 140, "lantern-walk": 9}


def singles():
    for number, (slug, score) in enumerate(SINGLES.items()):
        url = f"https://{('news.example.org', 'blog.example.com')[number % 2]}/{slug}"
        yield from family("single", slug, (NEWS, url, ENGLISH[slug], score))


PRODUCT = """Harbour Lane Stores
Home | Kitchen | Garden | Travel | Gifts

{name}

{description}

Price: {price} crowns. In stock. Orders placed before noon leave the same day, and delivery is free from forty \
crowns. If you change your mind, send it back unused within thirty days and we will refund the price and the postage. \
Questions? Write to us, or come in and ring the bell."""
COPIED_GOODS = ("storm-lantern", "wool-socks", "music-stand")


def products():
    for number, (slug, text) in enumerate(GOODS.items()):
        name, description = text.split("\n\n")
        text = PRODUCT.format(name=name, description=description, price=14 + 9 * number)
        copies = [(SHOP, f"https://shop.example.com/goods/{slug}", text, 3 * number)]
        if slug in COPIED_GOODS:
            copies.append((ARCHIVE, f"http://shop.example.com/goods/{slug}", text))
        yield from family("product", slug, *copies)


BRANCH = """The {0} branch

The {0} branch of the Fenwick District Library is in {1} Street, opposite the post office. It is open from Tuesday to \
Saturday between ten and six, and on {2} evenings until eight. Membership is free for everyone who lives, works or \
goes to school in the district. You may borrow up to twelve items for four weeks and renew them twice, at the desk or \
by telephone. Story hour for small children is on Saturday morning in the reading room. Your librarian is {3}, who is \
glad to help with family history, tax forms and crossword puzzles. A ramp leads to the side door, and dogs may wait \
in the hall. This branch is known for its collection of {4}."""
BRANCHES = (("Alderton", "Church", "Tuesday", "Ms Okafor", "railway timetables"),
            ("Brook End", "Tanner", "Thursday", "Mr Lindqvist", "cookery books"),
            ("Castle Hill", "Bridge", "Friday", "Mrs Amari", "sheet music"),
            ("Dunmere", "Chapel", "Wednesday", "Mr Petrov", "sea charts"),
            ("Easter Green", "Cooper", "Tuesday", "Ms Delacroix", "detective novels"),
            ("Fenwick", "Station", "Thursday", "Mr Hayashi", "seeds"),
            ("Gorse Moor", "School", "Friday", "Ms Brandt", "ghost stories"))


def branches():
    for place in BRANCHES:
        slug = place[0].lower().replace(" ", "-")
        yield from family("branch", slug, (SHOP, f"https://library.example.net/{slug}", BRANCH.format(*place)))


# -- copies -----------------------------------------------------------------------------------------------------------

MIRRORED = ("lighthouse-stairs", "stone-bridge", "sourdough", "small-telescope", "night-train", "river-source",
            "wall-bees", "tide-mill")


def mirrors():
    for number, slug in enumerate(MIRRORED):
        text = ENGLISH[slug]
        copies = [(NEWS, f"https://news.example.org/{slug}", text, 20 + number),
                  (ARCHIVE, f"http://mirror.example.net/news.example.org/{slug}", text)]
        if number % 2:
            copies.append((NEWS, f"https://m.example.com/read/{slug}", text, 2))
        if number == 0:
            copies.append((ARCHIVE, None, text))
        yield from family("mirror", slug, *copies)


GUIDES = {"guide-teapot": ("?sid=8f3a91c2", "?utm_source=letter&utm_medium=mail"),
          "guide-blanket": (";jsessionid=55D1A0B7", "?sid=77aa01fe&view=full"),
          "guide-shears": ("?ref=home", "?ref=home&sid=e20c44d9", "#comments"),
          "guide-lamp": ("?utm_campaign=winter", "?gclid=Cj0KEQ"),
          "guide-notebook": ("?PHPSESSID=q1w2e3r4", "?print=0", "?from=search&pos=7")}


def sessions():
    for slug, tails in GUIDES.items():
        url = f"https://shop.example.com/{slug.replace('guide-', 'guides/')}"
        yield from family("session", slug, *[(SHOP, url + tail, ENGLISH[slug]) for tail in ("", *tails)])


FORMS = {"paper-maps": (shouted, wrapped), "bell-tower": (unpunctuated,), "salt-works": (soft_hyphenated, shouted),
         "walking-sticks": (wrapped,), "snow-fences": (unpunctuated, wrapped), "clock-repair": (soft_hyphenated,)}
COMPATIBLE = {"type-foundry": (with_ligatures, full_width), "flag-signals": (with_ligatures,)}


def other_forms(name, forms_of):
    for slug, forms in forms_of.items():
        copies = [(NEWS, f"https://news.example.org/{slug}", ENGLISH[slug], 16)]
        for form in forms:
            copies.append((WORLD, f"http://texts.example.com/{slug}/{form.__name__}", form(ENGLISH[slug])))
        yield from family(name, slug, *copies)


PRINTED = ("canal-lock", "kites", "apple-orchard", "weather-balloon", "cable-ferry", "bookbinding")


def printer_versions():
    for number, slug in enumerate(PRINTED):
        url, text = f"https://news.example.org/{slug}", ENGLISH[slug]
        copies = [(NEWS, url, text, 8),
                  (NEWS, f"{url}?print=1", f"{text}\n\nPrinted from news.example.org. Please think of the trees.")]
        if number % 3 == 0:
            copies.append((ARCHIVE, f"http://cache.example.net/{slug}", f"Saved copy, may be out of date.\n\n{text}"))
        yield from family("print", slug, *copies)


EDITS = {
    "harbour-market": ({"On Thursdays": "On Fridays"},
                       {"At noon a bell": "At midday a bell", "hoses down the stones": "washes the stones"}),
    "mountain-hut": ({"It has thirty bunks": "It has forty bunks", "and thirty people": "and forty people"},),
    "violin-maker": ({"for ten years": "for twelve years"}, {"the neighbours": "the neighbors"}),
    "hedgehog-road": ({"a ramp at the kerb": "a ramp at the curb", "Two summers ago": "Three summers ago"},),
    "old-cinema": ({"Eleven hundred": "Twelve hundred", "nineteen times": "twenty times"},
                   {" So far the winner has been a musical nineteen times.": ""}),
    "ice-harvest": ({"Before there were refrigerators": "Before we had freezers"},),
    "storks": ({"the last week of March": "the first week of April"},
               {"oddly quiet at breakfast.": "oddly quiet at breakfast. Photographs: the baker's daughter."}),
    "glassblowers": ({"eight are sold, one is flawed": "seven are sold, two are flawed",
                      "the colour of honey": "the color of honey"},)}


def edited_copies():
    for slug, edits in EDITS.items():
        copies = [(NEWS, f"https://news.example.org/{slug}", ENGLISH[slug], 33)]
        for number, changes in enumerate(edits):
            file, host = ((NEWS, "blog.example.com"), (ARCHIVE, "old.example.org"))[number]
            copies.append((file, f"http://{host}/{slug}", edit(ENGLISH[slug], changes), 5))
        yield from family("edit", slug, *copies)


def scored():
    """A high score beats a better URL; scores in one power of two tie; a missing or impossible score comes last."""
    comet, tram, cheese, horn = (ENGLISH[s] for s in ("comet", "tram-line", "cheese-cellar", "fog-signal"))
    yield from family("score", "comet",
                      (NEWS, "https://news.example.org/comet", comet, 3),
                      (NEWS, "http://sky.example.net/show.php?article=comet-for-early-risers", comet, 900),
                      (ARCHIVE, "https://m.example.com/comet", comet))
    yield from family("score", "tram-line",
                      (NEWS, "http://trams.example.net/9", tram, 6),
                      (NEWS, "https://news.example.org/line-nine", tram, 5),
                      (ARCHIVE, "http://mirror.example.net/trams/9", tram, 4))
    yield from family("score", "cheese-cellar",
                      (NEWS, "https://m.example.com/cheese", cheese),
                      (NEWS, "https://a.example.com/cheese", cheese, -7),
                      (NEWS, "https://b.example.com/cheese", cheese, "many"),
                      (ARCHIVE, "http://dairy.example.org/index.php?page=cellar", cheese, 0))
    yield from family("score", "fog-signal",
                      (NEWS, "https://news.example.org/fog", horn, 10),
                      (NEWS, "https://pier.example.net/horn", edit(horn, {"sixty calls": "seventy calls"}), 250))


# -- chains -----------------------------------------------------------------------------------------------------------

SOUP_REVISIONS = ({"six large onions": "eight large onions", "forty minutes": "fifty minutes"},
                  {"white wine": "dry sherry", "two bay": "three bay"},
                  {"a pinch of sugar": "a spoon of honey", "stale bread": "dark bread"})


def chains():
    title, start, *weeks = ENGLISH["footbridge-diary"].split("\n\n")
    diary = ["\n\n".join([title, start, *weeks[:n]]) for n in range(len(weeks) + 1)]       # grows at the end
    yield from chain("footbridge-diary", diary, [None] * len(diary))

    title, *entries = ENGLISH["harbour-log"].split("\n\n")
    log = ["\n".join([title, *entries[n:n + 11]]) for n in range(len(entries) - 10)]       # a moving window
    yield from chain("harbour-log", log, [40, None, 7, 100])

    soup = [ENGLISH["onion-soup"]]                                                         # revised again and again
    for changes in SOUP_REVISIONS:
        soup.append(edit(soup[-1], changes))
    yield from chain("onion-soup", soup, [1, 60, 20, 5])


def chain(slug, versions, scores):
    files = [NEWS if number % 2 == 0 else ARCHIVE for number in range(len(versions))]
    urls = [f"https://{slug}.example.org/{number}" for number in range(1, len(versions) + 1)]
    yield from family("chain", slug, *zip(files, urls, versions, scores))


# -- short and empty --------------------------------------------------------------------------------------------------

POOL = ("The swimming pool is closed on Monday for cleaning. The changing rooms, the sauna and the small café beside "
        "the entrance stay open as usual. Season tickets will be extended by one day without any further request. We "
        "thank all our guests for their kind patience until Tuesday.")
BUS = ("Bus line twelve does not stop at the market hall this Friday because of the street festival. Please use the "
       "temporary stop in Mill Street, which is two minutes away on foot. Tickets stay valid on the tram. Normal "
       "service begins again early on Saturday, before the first run.")
CAPTION = "A red bicycle leaning against a {} door in the rain"


def short_texts():
    pool, missing = "https://pool.example.net/", "Page not found."
    yield from family("short", "pool-48-words", (SHOP, pool + "notice", POOL),
                      (SHOP, pool + "notices/2", edit(POOL, {"sauna": "gym"})))
    yield from family("short", "bus-49-words", (SHOP, "https://bus.example.net/12", BUS),
                      (SHOP, "https://bus.example.net/lines/12", edit(BUS, {"Mill Street": "Hill Street"})))
    yield from family("short", "caption", *[(SHOP, f"https://photos.example.com/{colour}", CAPTION.format(colour))
                                            for colour in ("blue", "green", "yellow")])
    yield from family("short", "not-found", (SHOP, "https://shop.example.com/lost", missing),
                      (SHOP, "https://bus.example.net/lost", missing), (ARCHIVE, pool + "lost", missing.upper() + "\n"),
                      (SHOP, "https://photos.example.com/lost", "Page not found, sorry."))


def wordless():
    rule, host = "* * *", "https://blank.example.net/"
    texts = ("", "", rule, rule, "* * * *", "— — —", "?!", "\u200b", "🙂🙂🙂")
    yield from family("wordless", "page", *[(WORLD, f"{host}{n}", text) for n, text in enumerate(texts, 1)])


# -- other languages --------------------------------------------------------------------------------------------------

def spaced(text):
    return " ".join(text)


def decomposed(text):
    """Accents as characters of their own, as some file systems and editors store them."""
    return unicodedata.normalize("NFD", text)


def lam_alef(text):
    """Arabic with the joined letters that some layout programs store."""
    return text.replace("لا", "\ufefb").replace("لأ", "\ufef7")


# Every article with its other versions: the same bytes (None), another form of the same words, or an edit.
LANGUAGES = {
    "zh-lighthouse": (None, spaced, {"一百二十年": "一百三十年", "茶杯": "水杯"}),
    "zh-noodles": (unpunctuated, {"凌晨三点": "凌晨四点"}),
    "zh-bookvan": ({"热水壶": "热水瓶", "黄狗": "白狗"},),
    "ja-bakery": (half_width, {"朝の五時": "朝の四時", "七時": "八時"}),
    "ja-station": (None, {"お茶は二杯": "お茶は三杯"}),
    "th-market": (None, {"กล้วยทอด": "มันทอด"}),
    "th-rice": ({"ต้นมะม่วง": "ต้นขนุน"},),
    "ru-ferry": (shouted, decomposed, {"на четверть часа": "на полчаса"}),
    "ru-samovar": (None,),
    "el-fisherman": (shouted, {"σαράντα": "πενήντα"}),
    "tr-tea": (str.lower, {"Işıklı vapurda çay": "IŞIKLI VAPURDA ÇAY"}),
    "ar-cafe": (lam_alef, {"قبل الفجر": "قبل الشروق"}),
    "de-street": (shouted,)}


def languages():
    for slug, versions in LANGUAGES.items():
        language, name = slug.split("-")
        text, path = WORLDWIDE[slug], f"{language}.example.org/{name}"
        copies = [(WORLD, f"https://{path}", text, 50)]
        for number, version in enumerate(versions, 2):
            copy = text if version is None else version(text) if callable(version) else edit(text, version)
            copies.append((ARCHIVE if version is None else WORLD, f"http://{path}/{number}", copy, number))
        yield from family("language", slug, *copies)


# -- lines that are no record -----------------------------------------------------------------------------------------

BROKEN = ((NEWS, b'GET /lighthouse-stairs HTTP/1.1 200 5120'),
          (NEWS, b'["https://news.example.org/list", "An array is valid JSON, but it is no page."]'),
          (NEWS, b'{"url": "https://news.example.org/number", "id": "broken/text-is-a-number", "text": 404}'),
          (SHOP, b'{"url": "https://shop.example.com/goods", "id": "broken/no-text", "price": 12}'),
          (SHOP, b"{'url': 'https://shop.example.com/quotes', 'text': 'Single quotes are not JSON.'}"),
          (SHOP, b'{"url": "https://shop.example.com/score", "text": "Not a number is not JSON.", "score": NaN}'),
          (WORLD, b'{"url": "https://fr.example.org/cafe", "text": "Un caf\xe9 en Latin-1 n\'est pas UTF-8."}'),
          (WORLD, b'{"url": "https://blank.example.net/half", "text": "Half of a smile: \\ud83d."}'),
          (WORLD, b'{"url": "https://blank.example.net/null", "id": "broken/text-is-null", "text": null}'),
          (ARCHIVE, b'{"text": "Two records"}{"text": "on one line."}'),
          (ARCHIVE, b'<html><title>502 Bad Gateway</title></html>'))
BLANK = ((NEWS, b""), (SHOP, b"  \t"), (WORLD, b""), (ARCHIVE, b"\r"))
CUT_SHORT = b'{"url": "https://shop.example.com/goods/last", "id": "broken/cut-short", "text": "The download was inter'


# -- files ------------------------------------------------------------------------------------------------------------

def pages():
    for part in (singles(), products(), branches(), mirrors(), sessions(), other_forms("words", FORMS),
                 other_forms("compat", COMPATIBLE), printer_versions(), edited_copies(), scored(), chains(),
                 short_texts(), wordless(), languages()):
        yield from part


def crawl():
    """The files as {name: bytes}, their lines well mixed. The archive is written in \\u escapes and compressed."""
    lines = {NEWS: [], SHOP: [], WORLD: [], ARCHIVE: []}
    for file, record in pages():
        lines[file].append(json.dumps(record, ensure_ascii=file == ARCHIVE).encode())
    for file, line in BROKEN + BLANK:
        lines[file].append(line)
    rng = random.Random(SEED)
    for mixed in lines.values():
        mixed.sort(key=lambda _: rng.random())
    files = {name: b"\n".join(mixed) + b"\n" for name, mixed in lines.items()}
    files[SHOP] += CUT_SHORT
    files[WORLD] = b"\xef\xbb\xbf" + files[WORLD]
    files[ARCHIVE] = compress(files[ARCHIVE])
    return files


def compress(data):
    out = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=out, mtime=0) as f:
        f.write(data)
    return out.getvalue()


def main():
    directory = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "crawl"
    directory.mkdir(parents=True, exist_ok=True)
    for name, data in crawl().items():
        (directory / name).write_bytes(data)


if __name__ == "__main__":
    main()
