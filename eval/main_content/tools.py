"""The tools that are compared: each makes the main text of a list of pages. Slow answers are kept on disk."""
import hashlib
import importlib.metadata
import os
import pickle
import struct
import subprocess


def write_sequence(path, texts):
    with open(path, "wb") as file:
        for text in texts:
            data = text.encode("utf-8", "replace")
            file.write(struct.pack("<I", len(data)) + data)


def read_sequence(path):
    with open(path, "rb") as file:
        data = file.read()
    texts, at = [], 0
    while at < len(data):
        size, = struct.unpack_from("<I", data, at)
        texts.append(data[at + 4:at + 4 + size].decode("utf-8", "replace"))
        at += 4 + size
    return texts


def _each(extract, pages):
    def one(page):
        try:
            return extract(page) or ""
        except Exception:  # a peer that fails on a page has no text for it
            return ""
    return [one(page) for page in pages]


def trafilatura(pages):
    import trafilatura as peer
    return _each(lambda page: peer.extract(page, include_comments=False), pages)


def readability(pages):
    import lxml.html
    from readability import Document
    return _each(lambda page: lxml.html.fromstring(Document(page).summary()).text_content(), pages)


def resiliparse_main(pages):
    from resiliparse.extract.html2text import extract_plain_text
    return _each(lambda page: extract_plain_text(page, main_content=True, alt_texts=False), pages)


def resiliparse_all(pages):
    from resiliparse.extract.html2text import extract_plain_text
    return _each(lambda page: extract_plain_text(page, preserve_formatting=False, links=False, alt_texts=False,
                                                 form_fields=False, noscript=False), pages)


def dom_smoothie(pages, program, work):
    write_sequence(f"{work}/smoothie.pages", pages)
    subprocess.run([program, f"{work}/smoothie.pages", f"{work}/smoothie.texts"], check=True)
    return read_sequence(f"{work}/smoothie.texts")


def version(package):
    return importlib.metadata.version(package)


def peers(work):
    """Name and version -> function of pages. dom_smoothie is left out where no Rust compiler made it."""
    tools = {
        f"trafilatura {version('trafilatura')}": trafilatura,
        f"readability-lxml {version('readability-lxml')}": readability,
        f"resiliparse {version('resiliparse')} main": resiliparse_main,
        f"resiliparse {version('resiliparse')} all": resiliparse_all,
    }
    smoothie = f"{work}/smoothie/release/smoothie"
    if os.path.exists(smoothie):
        tools["dom_smoothie 0.19.0"] = lambda pages: dom_smoothie(pages, smoothie, work)
    return tools


def kept_answers(name, tool, pages, work):
    """The tool's texts, made once for this list of pages: trafilatura alone takes minutes."""
    digest = hashlib.md5("\0".join(pages).encode("utf-8", "replace")).hexdigest()[:12]
    path = f"{work}/{name.replace(' ', '_')}.{digest}.pickle"
    if not os.path.exists(path):
        with open(path + ".partial", "wb") as file:
            pickle.dump(tool(pages), file)
        os.rename(path + ".partial", path)
    with open(path, "rb") as file:
        return pickle.load(file)
