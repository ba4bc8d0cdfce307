#!/usr/bin/env python3
"""One peer, JSONL to kept set, in a process of its own; prints one JSON object with what it cost.

  dedup_peer.py PEER INPUT KEPT_IDS

The clock is this process's CPU time and starts after the imports, so starting Python is not counted. Words are runs of
letters and digits in lower case, windows of five, 128 slots in 16 bands of 8, threshold 0.8: each peer's documented way
to remove near-duplicates with these settings.
"""
import json
import re
import sys
import time

K, SLOTS, BANDS, THRESHOLD = 5, 128, 16, 0.8
WORD = re.compile(r"\w+")
AT_ONCE = 2000


def windows(text):
    words = WORD.findall(text.lower())
    if len(words) < K:
        return [" ".join(words)]
    return list(map(" ".join, zip(*(words[i:] for i in range(K)))))


def pages(path):
    import orjson
    with open(path, "rb") as file:
        for line in file:
            page = orjson.loads(line)
            yield page["id"], page["text"]


def batches(path):
    batch = []
    for page in pages(path):
        batch.append(page)
        if len(batch) == AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch


def rensa(path):
    """Its deduplicator: a page stays when no page that stayed before it is similar by the sketches."""
    index = peer.RMinHashDeduplicator(threshold=THRESHOLD, num_perm=SLOTS, use_lsh=True, num_bands=BANDS)
    number = 0
    for batch in batches(path):
        keys = [(str(number + i), windows(text)) for i, (_, text) in enumerate(batch)]
        number += len(batch)
        stays = index.add_pairs(keys)
        yield from ((name, stay) for (name, _), stay in zip(batch, stays))


def gaoya(path):
    """Inserts everything, asks for everything, keeps the first page of each connected group."""
    index = peer.minhash.MinHashStringIndex(32, THRESHOLD, BANDS, SLOTS // BANDS, None, "word", True, (K, K),
                                            id_container="smallvec")
    names, texts = zip(*pages(path))
    index.par_bulk_insert_docs(list(range(len(texts))), list(texts))
    root = list(range(len(texts)))

    def find(x):
        while root[x] != x:
            root[x] = root[root[x]]
            x = root[x]
        return x
    for begin in range(0, len(texts), AT_ONCE):
        for i, found in enumerate(index.par_bulk_query(list(texts[begin:begin + AT_ONCE])), begin):
            for other in found:
                a, b = find(i), find(other)
                root[max(a, b)] = min(a, b)
    return [(name, find(i) == i) for i, name in enumerate(names)]


def datasketch(path):
    """Its index in a loop; a candidate counts when the estimate of the sketches agrees. Hashes by xxhash, not SHA-1."""
    import xxhash
    index = peer.MinHashLSH(num_perm=SLOTS, params=(BANDS, SLOTS // BANDS))
    empty = peer.MinHash(num_perm=SLOTS, hashfunc=xxhash.xxh32_intdigest)
    sketches = {}
    for name, text in pages(path):
        sketch = empty.copy()
        sketch.update_batch([window.encode() for window in windows(text)])
        stays = not any(sketches[other].jaccard(sketch) >= THRESHOLD for other in index.query(sketch))
        if stays:
            index.insert(name, sketch, check_duplication=False)
            sketches[name] = sketch
        yield name, stays


if __name__ == "__main__":
    which, source, kept_ids = sys.argv[1:]
    peer = __import__(which)
    import orjson  # noqa: F401  so that it is not counted
    run = {"rensa": rensa, "gaoya": gaoya, "datasketch": datasketch}[which]
    begin = time.process_time()
    kept = [name for name, stays in run(source) if stays]
    seconds = time.process_time() - begin
    with open(kept_ids, "w", encoding="utf-8") as file:
        file.writelines(name + "\n" for name in kept)
    print(json.dumps({"cpu_seconds": seconds}))
