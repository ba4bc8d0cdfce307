#!/usr/bin/env python3
"""MinHash signatures of 128 slots by peers, on the texts of sketch_bench: seconds of one core, tokenising included.

  sketch_peers.py TEXTS

TEXTS holds one text a line. Each peer is measured on one thread, best of three, from text to signatures: words by a
regular expression, shingles of five as strings where the peer takes strings, its call, the result held. So the cost of
calling it from Python is included, as it is for whoever uses it. A peer that is not installed is left out.
"""
import os
import re
import sys
import time

os.environ.setdefault("RAYON_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

K, SLOTS, REPEATS = 5, 128, 3
WORD = re.compile(r"\w+")


def shingles(text):
    words = WORD.findall(text.lower())
    if len(words) < K:
        return [" ".join(words)]
    return list(map(" ".join, zip(*(words[i:] for i in range(K)))))


def rensa(texts):
    import rensa as peer
    return lambda: peer.RMinHash.digest_matrix_from_token_sets([shingles(t) for t in texts], num_perm=SLOTS, seed=42)


def fastsketch(texts):
    import FastSketchLSH as peer
    sketch = peer.FastSimilaritySketch(size=SLOTS, seed=42)
    return lambda: sketch.batch([shingles(t) for t in texts], num_threads=1)


def datasketch(texts):
    import datasketch as peer
    return lambda: peer.MinHash.bulk([[s.encode() for s in shingles(t)] for t in texts], num_perm=SLOTS)


def gaoya(texts):
    """Tokenises by itself; inserting into its index is part of the call."""
    import gaoya as peer

    def run():
        index = peer.minhash.MinHashStringIndex(32, 0.8, 16, 8, None, "word", True, (K, K), id_container="vec")
        index.par_bulk_insert_docs(list(range(len(texts))), texts)
        return index
    return run


def best_seconds(run):
    best = float("inf")
    for _ in range(REPEATS):
        begin = time.process_time()
        result = run()
        best = min(best, time.process_time() - begin)
        del result
    return best


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        texts = file.read().splitlines()
    megabytes = sum(len(t.encode()) for t in texts) / 1e6
    seconds = best_seconds(lambda: [shingles(t) for t in texts])
    print(f"{'words and shingles in Python':<34} {megabytes / seconds:8.1f} MB/s")
    for peer in (rensa, fastsketch, datasketch, gaoya):
        try:
            seconds = best_seconds(peer(texts))
        except ImportError:
            print(f"{peer.__name__:<34} not installed")
            continue
        print(f"{peer.__name__:<34} {megabytes / seconds:8.1f} MB/s")


if __name__ == "__main__":
    sys.exit(main())
