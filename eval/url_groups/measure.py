#!/usr/bin/env python3
"""Pair precision and recall of each URL level on groups of URLs whose pages have equal content.

  measure.py PROGRAM URL_GROUPS.tsv        one "group<TAB>url" a line

Two URLs are a pair at a level if their forms are equal. Precision: how many of these pairs are in one group; recall: how
many of the pairs in one group are found. A URL with the group "-" has a page like no other: it is alone.
"""
import collections
import json
import subprocess
import sys

LEVELS = ("exact", "safe", "aggressive")


def read_groups(path):
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        groups = dict(reversed(line.rstrip("\n").split("\t")) for line in file if "\t" in line)
    return {url: url if group == "-" else group for url, group in groups.items()}


def forms_of(program, urls):
    text = "".join(url + "\n" for url in urls)
    done = subprocess.run([program, "url", "-", "--json"], input=text.encode("utf-8", "surrogateescape"),
                          stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def pairs(sizes):
    return sum(n * (n - 1) // 2 for n in sizes)


def measure(level, urls, groups, forms):
    """(right, found, true) numbers of pairs."""
    by_form, by_both, by_group = collections.Counter(), collections.Counter(), collections.Counter()
    for url, form in zip(urls, forms):
        key = form.get(level, url)
        by_form[key] += 1
        by_both[key, groups[url]] += 1
        by_group[groups[url]] += 1
    return pairs(by_both.values()), pairs(by_form.values()), pairs(by_group.values())


def print_table(urls, groups, forms):
    print(f"{len(urls)} URLs, {sum('error' in form for form in forms)} not addresses")
    print(f"{'level':<12}{'pairs found':>12}{'right':>8}{'precision':>11}{'recall':>9}")
    for level in LEVELS:
        right, found, true = measure(level, urls, groups, forms)
        precision = f"{right / found:.4f}" if found else "-"
        print(f"{level:<12}{found:>12}{right:>8}{precision:>11}{right / true:>9.4f}")
    print(f"pairs in one group: {true}")


def print_rules(urls, groups, forms):
    """For each rule of aggressive, the neighbours it had a part in: in one group, in two."""
    counts = collections.defaultdict(lambda: [0, 0])
    for a, b in neighbours(urls, forms):
        for rule in set(a[1]["rules"]) ^ set(b[1]["rules"]):
            counts[rule][groups[a[0]] != groups[b[0]]] += 1
    print(f"{'rule':<18}{'right':>7}{'wrong':>7}    neighbours of which only one was changed by it")
    for rule, (right, wrong) in sorted(counts.items(), key=lambda item: -sum(item[1])):
        print(f"{rule:<18}{right:>7}{wrong:>7}")


def neighbours(urls, forms):
    """URLs that are one at aggressive, two by two."""
    same = collections.defaultdict(list)
    for url, form in zip(urls, forms):
        same[form.get("aggressive", url)].append((url, form))
    return [pair for each in same.values() for pair in zip(each, each[1:])]


def main():
    program, path = sys.argv[1:]
    groups = read_groups(path)
    urls = list(groups)
    forms = forms_of(program, urls)
    print_table(urls, groups, forms)
    print()
    print_rules(urls, groups, forms)


if __name__ == "__main__":
    main()
