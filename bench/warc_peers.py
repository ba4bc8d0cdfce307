#!/usr/bin/env python3
"""Records of a WARC.gz to text by FastWARC + resiliparse and by warcio + lxml: CPU seconds, best of some runs.

  warc_peers.py FILE [RECORDS]     the first RECORDS responses (all)
"""
import itertools
import sys
import time


def fast(path, limit):
    from fastwarc.warc import ArchiveIterator, WarcRecordType
    from resiliparse.extract.html2text import extract_plain_text
    for record in itertools.islice(ArchiveIterator(open(path, "rb"), record_types=WarcRecordType.response), limit):
        yield extract_plain_text(record.reader.read().decode("utf-8", "replace"))


def slow(path, limit):
    from lxml import html
    from warcio.archiveiterator import ArchiveIterator
    with open(path, "rb") as file:
        pages = (record for record in ArchiveIterator(file) if record.rec_type == "response")
        for record in itertools.islice(pages, limit):
            try:
                yield html.fromstring(record.content_stream().read()).text_content()
            except Exception:  # a page lxml refuses has no text
                yield ""


def main():
    path = sys.argv[1]
    limit = int(sys.argv[2]) if len(sys.argv) > 2 else None
    for name, read, runs in (("fastwarc + resiliparse", fast, 2), ("warcio + lxml", slow, 1)):
        best, records = None, 0
        for _ in range(runs):
            began = time.process_time()
            records = sum(1 for _ in read(path, limit))
            spent = time.process_time() - began
            best = spent if best is None else min(best, spent)
        print(f"{name}: {records} records, {best:.2f} cpu s, {1e6 * best / records:.0f} us a record", flush=True)


if __name__ == "__main__":
    main()
