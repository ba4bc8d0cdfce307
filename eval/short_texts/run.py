#!/usr/bin/env python3
"""Words a text needs so that one substituted word keeps it a duplicate, by k and threshold, as a table."""
import json
import subprocess
import sys
import tempfile


def duplicates(program, folder, words, k, threshold):
    left = [f"w{i}" for i in range(words)]
    right = left.copy()
    right[words // 2] = "changed"
    for name, text in (("left", left), ("right", right)):
        with open(f"{folder}/{name}", "w") as file:
            file.write(" ".join(text))
    command = [program, "compare", f"{folder}/left", f"{folder}/right", "--k", str(k),
               "--threshold", threshold, "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["duplicate"]


def fewest_words(program, folder, k, threshold):
    low, high = 1, 1024                      # the verdict is monotone in the number of words from 2k on
    while low < high:
        middle = (low + high) // 2
        if duplicates(program, folder, middle, k, threshold):
            high = middle
        else:
            low = middle + 1
    return low


def main():
    program = sys.argv[1]
    thresholds = ["1/2", "7/10", "4/5", "9/10", "19/20"]
    print("| k | " + " | ".join(thresholds) + " |")
    print("|---" * (len(thresholds) + 1) + "|")
    with tempfile.TemporaryDirectory() as folder:
        for k in (1, 2, 3, 5, 8):
            row = [str(fewest_words(program, folder, k, t)) for t in thresholds]
            print(f"| {k} | " + " | ".join(row) + " |")


if __name__ == "__main__":
    main()
