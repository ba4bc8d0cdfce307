#!/usr/bin/env python3
"""What warcio finds in archives, in the form of warc_printer: file, counts by type, payload bytes, how it ended.

  warc_peer.py FILE...      needs warcio; run once by hand to make the columns of warc_counts.tsv
"""
import collections
import sys

from warcio.archiveiterator import ArchiveIterator

PAGES = ("response", "resource", "conversion")


def look(path):
    types, payload = collections.Counter(), 0
    with open(path, "rb") as file:
        try:
            for record in ArchiveIterator(file, arc2warc=True):
                types[record.rec_type] += 1
                body = record.content_stream().read()
                payload += len(body) if record.rec_type in PAGES else 0
            end = "-"
        except Exception as error:  # whatever the peer says is its answer
            end = type(error).__name__
    return types, payload, end


for name in sys.argv[1:]:
    counted, size, how = look(name)
    words = " ".join(f"{kind}={counted[kind]}" for kind in sorted(counted)) or "-"
    print(f"{name}\t{words}\t{size}\t{how}")
