"""Cases of other projects' suites beside what is found here.

A case that differs must be listed, with a reason, in a file of lines "class: reason", each followed by its cases,
indented, as JSON; a listed case must differ.
"""

import collections
import json


class Tally:
    def __init__(self, file, show):
        self.listed = read_divergences(file)
        self.show = show  # only the keys, ready to be listed
        self.passed, self.total, self.seen = collections.Counter(), collections.Counter(), collections.Counter()
        self.faults = []

    def count(self, group, key, right, expected, found):
        self.total[group] += 1
        key = json.dumps(key)
        if right:
            self.passed[group] += 1
            if key in self.listed:
                self.faults.append(f"listed, but passes: {key}")
        elif key in self.listed:
            self.seen[self.listed[key]] += 1
        else:
            self.faults.append(f"  {key}" if self.show else
                               f"diverges: {key}\n  expected {expected!r}\n  found    {found!r}")

    def report(self, suite):
        """Prints the counts and the faults; true if there are any."""
        print(*self.faults, sep="\n", end="\n" if self.faults else "")
        for group in self.total:
            print(f"{group}: {self.passed[group]} of {self.total[group]}")
        for name, count in self.seen.items():
            print(f"listed, {name}: {count}")
        print(f"{suite}: {sum(self.passed.values())} of {sum(self.total.values())} pass, "
              f"{sum(self.seen.values())} listed, {len(self.faults)} faults")
        return bool(self.faults)


def read_divergences(file):
    listed, name = {}, None
    for line in file.read_text().splitlines() if file.exists() else []:
        if line.startswith("  "):
            listed[line.strip()] = name
        elif line and not line.startswith("#"):
            name = line.split(":")[0]
    return listed
