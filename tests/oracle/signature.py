#!/usr/bin/env python3
"""Signatures by a second, slow program, from docs/design/sketches.md and signature.md alone.

Writes tests/golden/signature.tsv, which begins at bytes of text. The words come from the oracle of the text rules; the
only other outside part is the Python package xxhash.

  signature.py --shared DIR > tests/golden/signature.tsv
"""
import argparse
import hashlib
import itertools
import math
import struct
import sys

import shared_data

MASK = (1 << 64) - 1
LOW = (1 << 32) - 1


def permuted(x, seed=0):
    x ^= seed
    x ^= x >> 33
    x = x * 0xFF51AFD7ED558CCD & MASK
    x ^= x >> 33
    x = x * 0xC4CEB9FE1A85EC53 & MASK
    return x ^ x >> 33


class TableRandom:
    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = self.state + 0x9E3779B97F4A7C15 & MASK
        return permuted(self.state)

    def below(self, bound):
        return (self.next() >> 32) * bound >> 32


def rotated(x, by):
    by %= 64
    return (x << by | x >> (64 - by)) & MASK


def unit_hash(unit, xxhash):
    """The text rules: the hash of a unit."""
    if len(unit) > 16:
        return xxhash.xxh3_64_intdigest(unit)
    low, high = struct.unpack("<QQ", unit.ljust(16, b"\0"))
    product = (low ^ 0xA24BAED4963EE4FF) * (high ^ 0x9FB21C651E98DFC0)
    return product >> 64 ^ product & MASK


def windows(units, k, padded):
    """The text rules: the shingle hash."""
    def window_hash(window):
        h = len(window) * 0xD6E8FEB86659FD93
        h += sum(rotated(w, 13 * i) for i, w in enumerate(window))
        h = h * 0x9E3779B97F4A7C15 & MASK
        return h ^ h >> 32
    if not units:
        return []
    units = units + [0x5851F42D4C957F2D] * (k - 1 if padded else 0)
    if len(units) < k:
        return [window_hash(units)]
    return [window_hash(units[i:i + k]) for i in range(len(units) - k + 1)]


def one_permutation(values, bins):
    empty, shift = LOW, 64 - bins.bit_length() + 1
    full = [empty] * bins
    for v in values:
        full[v >> shift] = min(full[v >> shift], v & LOW)
    if all(v == empty for v in full):
        return full
    random, slots = TableRandom(0xD0BBE1 + bins), []
    for i in range(bins):
        order = list(range(bins))
        for left in range(bins, 1, -1):
            j = random.below(left)
            order[left - 1], order[j] = order[j], order[left - 1]
        slots.append(full[i] if full[i] != empty else next(full[j] for j in order if full[j] != empty))
    return slots


def classic(values, permutations):
    random, slots = TableRandom(0xC1A551C), []
    for _ in range(permutations):
        pair = random.next()
        a, b = pair >> 32 | 1, pair & LOW
        slots.append(min(((a * (v & LOW) + b) & LOW for v in values), default=LOW))
    return slots


def simhash(features, bits):
    out = 0
    for bit in range(bits):
        votes = features if bit < 64 else [permuted(f, 0x5EC04D) for f in features]
        if 2 * sum(f >> bit % 64 & 1 for f in votes) > len(votes):
            out |= 1 << bit
    return out


def gear_chunks(text, expected, largest=65536):
    random = TableRandom(0x6EA2)
    gear = [random.next() for _ in range(256)]
    bits = expected.bit_length() - 1
    while text:
        h, cut = 0, min(len(text), largest)
        for i in range(expected // 4, cut):
            h = 2 * h + gear[text[i]] & MASK
            zeros = bits + 2 if i < expected else bits - 2
            if h >> (64 - zeros) == 0:
                cut = i + 1
                break
        yield text[:cut]
        text = text[cut:]


def rabin_chunks(text, expected, largest=65536):
    def remainder(window):
        f = int.from_bytes(window, "big")
        while f.bit_length() > 63:
            f ^= 0xBFE6B8A5BF378D83 << (f.bit_length() - 64)
        return f
    begin = 0
    for end in range(1, len(text)):
        marked = end >= 48 and remainder(text[end - 48:end]) % expected == 0x78 % expected
        if marked or end - begin == largest:
            yield text[begin:end]
            begin = end
    if text:
        yield text[begin:]


def bloom(text, rules, xxhash):
    chunks = (rabin_chunks if rules["cut"] else gear_chunks)(text, rules["chunk_bytes"])
    def identity(chunk):
        return hashlib.sha1(chunk).digest()[:16] if rules["chunk_hash"] else xxhash.xxh3_128_digest(chunk)
    ids = sorted(map(identity, chunks))
    m, words = rules["bloom_bits"], 0
    for name, group in itertools.groupby(ids):
        for index in range(1, 2 + math.floor(math.log(len(list(group))))):
            element = name
            if index > 1:
                high, low = struct.unpack(">QQ", name)
                element = xxhash.xxh3_128_digest(struct.pack("<QQQ", high, low, index))
            high, low = struct.unpack(">QQ", element)
            for i in range(rules["bloom_hashes"]):
                words |= 1 << ((low + i * (high | 1) & MASK) % m)
    return words.to_bytes(m // 8, "little")


def varint(n):
    out = b""
    while n >= 0x80:
        out += bytes([n & 0x7F | 0x80])
        n >>= 7
    return out + bytes([n])


DEFAULTS = {"k": 5, "padded": 0, "seed": 0, "bins": 128, "bbit": 0, "permutations": 0, "bottom": 0, "mod": 0,
            "simhash_bits": 64, "simhash_k": 3, "bloom_bits": 0, "bloom_hashes": 2, "cut": 0, "chunk_hash": 0,
            "chunk_bytes": 256}


def record(text, settings, oracle, xxhash):
    rules = DEFAULTS | settings
    words = [w.encode() for w in oracle.tokens(text)]
    hashes = [unit_hash(w, xxhash) for w in words]
    values = [permuted(w, rules["seed"]) for w in windows(hashes, rules["k"], rules["padded"])]
    slots = one_permutation(values, rules["bins"]) if rules["bins"] else []
    def pack(form, numbers):
        return struct.pack(f"<{len(numbers)}{form}", *numbers)
    sections = []
    if rules["bins"]:
        sections.append((1, pack("I", slots)))
    if b := rules["bbit"]:
        packed = sum((slot & (1 << b) - 1) << i * b for i, slot in enumerate(slots))
        sections.append((2, bytes([b]) + packed.to_bytes(len(slots) * b // 8, "little")))
    if p := rules["permutations"]:
        sections.append((3, pack("I", classic(values, p))))
    if m := rules["bottom"]:
        sections.append((4, struct.pack("<I", m) + pack("Q", sorted(set(values))[:m])))
    if n := rules["mod"]:
        sections.append((5, struct.pack("<Q", n) + pack("Q", sorted({v for v in values if v % n == 0}))))
    if bits := rules["simhash_bits"]:
        features = [permuted(w, rules["seed"]) for w in windows(hashes, rules["simhash_k"], False)]
        sections.append((6, bytes([rules["simhash_k"]]) + simhash(features, bits).to_bytes(bits // 8, "little")))
    if rules["bloom_bits"]:
        head = struct.pack("<BBBI", rules["bloom_hashes"], rules["cut"], rules["chunk_hash"], rules["chunk_bytes"])
        sections.append((7, head + bloom(b" ".join(words), rules, xxhash)))
    out = b"dsig" + bytes([1, 2, 0, rules["k"], rules["padded"]]) + struct.pack("<Q", rules["seed"])
    high, low = struct.unpack(">QQ", xxhash.xxh3_128_digest(pack("Q", hashes)))
    out += struct.pack("<QQ", high, low) + varint(len(words)) + varint(len(values)) + bytes([len(sections)])
    for tag, body in sections:
        out += bytes([tag]) + varint(len(body)) + body
    return out + struct.pack("<Q", xxhash.xxh3_64_intdigest(out))


def prose(words, seed):
    """A text of its own: pseudo-words from a small vocabulary, some with capitals and marks."""
    random, out = TableRandom(seed), []
    for _ in range(words):
        word = "".join("ptkslmnr"[random.below(8)] + "aeiou"[random.below(5)] for _ in range(1 + random.below(2)))
        out.append(word.capitalize() + "." if random.below(9) == 0 else word)
    return " ".join(out)


INIGO = "My name is Inigo Montoya. You killed my father. Prepare to die"
EVERYTHING = {"bins": 64, "bbit": 2, "permutations": 20, "bottom": 16, "mod": 4, "simhash_bits": 128,
              "bloom_bits": 512}
ROWS = [
    ("A text without a word has empty sketches.", "...", EVERYTHING),
    ("One word: one shingle, in every slot.", "Hello!", {}),
    ("The sentence of the slides, as it is signed by default.", INIGO, {}),
    ("The same at k 4, padded, with every sketch.", INIGO, EVERYTHING | {"k": 4, "padded": 1}),
    ("The same under a secret seed.", INIGO, {"seed": 0x0123456789ABCDEF, "bins": 64, "bottom": 5}),
    ("Folding, marks, scripts without spaces.", "Straße ﬁn é 漢字かな สวัสดี Ünï 10 kg", {"bins": 64, "k": 2}),
    ("A page of 300 words: few bins are empty.", prose(300, 1), {"bins": 256, "simhash_bits": 128}),
    ("The same in chunks, gear.", prose(300, 1), {"bins": 0, "simhash_bits": 0, "bloom_bits": 256, "chunk_bytes": 64}),
    ("The same in chunks, as in the paper: Rabin and SHA-1.", prose(300, 1),
     {"bins": 0, "simhash_bits": 0, "bloom_bits": 320, "bloom_hashes": 3, "cut": 1, "chunk_hash": 1,
      "chunk_bytes": 64}),
    ("One sentence forty times: a chunk that repeats counts by its logarithm.", (prose(30, 2) + " ") * 40,
     {"bins": 64, "mod": 2, "bloom_bits": 2048, "chunk_bytes": 64, "simhash_k": 1}),
]


def escaped(text):
    return "".join(chr(b) if 0x20 <= b < 0x7F and b != 0x5C else f"\\x{b:02x}" for b in text.encode())


def main():
    import xxhash
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--shared", required=True)
    oracle = shared_data.load_oracle(arguments.parse_args().shared)
    print("# bytes\trules\trecord")
    print("# Known signatures, version 1, by tests/oracle/signature.py; rules not named have their usual values.")
    print("# Only code points assigned in Unicode 14.0. docs/design/signature.md explains the record.")
    for title, text, settings in ROWS:
        rules = " ".join(f"{key}={value}" for key, value in settings.items())
        print(f"#\n# {title}")
        print(f"{escaped(text)}\t{rules}\t{record(text, settings, oracle, xxhash).hex()}")


if __name__ == "__main__":
    sys.exit(main())
