#!/usr/bin/env python3
"""Runs one command-line test: commands, and exactly what they print.

  run.py --doppel PATH FILE.test

A .test file is read line by line:

  # text        a comment
  ? tool        at the top: without this program on PATH the whole file is skipped
  $ command     runs in /bin/sh
  > more        directly below: the command goes on, on a line of its own (here-documents, loops)
  text          a line of standard output
  2> text       a line of standard error
  = N           the exit code; without it, 0

Everything is compared literally but for four wildcards: [seconds] stands for a decimal number such as 0.02, [rate] for
an amount of bytes such as 7.0 MB, [date] for a day such as 2023-02-09, [hash] for 16 hexadecimal digits. Empty lines above the next command or the end of the file are layout, not output;
output that ends in one, or has lines like those above, goes through a filter such as sed first.
Output that does not end in a line end is followed by the line `\\ no line end`; a byte that is not UTF-8 is shown as
\\xNN.

The commands of a file run in order and share one fresh folder. There `doppel` is the given program, `python3` the
interpreter of this script, HOME the folder itself, LC_ALL is C, and standard input is empty.
Exit status: 0 all as written, 1 something differs (the difference is printed), 77 skipped.
"""
import argparse
import dataclasses
import difflib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

SKIPPED = 77
LIMIT_SECONDS = 120  # for one command; a test that hangs must not hang everything
WILDCARDS = {"[seconds]": r"\d+\.\d+", "[rate]": r"\d+(?:\.\d)? [kMGT]?B", "[date]": r"\d{4}-\d\d-\d\d",
             "[hash]": r"[0-9a-f]{16}"}


@dataclasses.dataclass
class Step:
    line: int  # of the `$`
    command: str
    output: list[str] = dataclasses.field(default_factory=list)
    errors: list[str] = dataclasses.field(default_factory=list)
    exit_code: int = 0

    def block(self):
        """What is expected, or what happened, as lines of a .test file."""
        ending = [f"= {self.exit_code}"] if self.exit_code else []
        return self.output + [f"2> {line}" if line else "2>" for line in self.errors] + ending


# -- reading -------------------------------------------------------------------------------------------------------

def parse(text):
    """The needed tools and the steps of a .test file."""
    tools, steps = [], []
    may_go_on = False  # the line before belongs to a command
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith("#"):
            continue
        if line.startswith("$ "):
            steps.append(Step(number, line[2:]))
        elif may_go_on and re.match(r">( |$)", line):
            steps[-1].command += "\n" + line[2:]
        elif steps:
            add_expectation(steps[-1], line)
        elif line.startswith("? "):
            tools.append(line[2:].strip())
        elif line:
            raise ValueError(f"{number}: neither a comment, nor `? tool`, nor a command: {line}")
        may_go_on = bool(steps) and line[:1] in ("$", ">") and not steps[-1].block()
    for step in steps:
        while step.output and step.output[-1] == "":
            step.output.pop()
    return tools, steps


def add_expectation(step, line):
    if line == "2>" or line.startswith("2> "):
        step.errors.append(line[3:])
    elif re.fullmatch(r"= \d+", line):
        step.exit_code = int(line[2:])
    else:
        step.output.append(line)


# -- running -------------------------------------------------------------------------------------------------------

def lines_of(data):
    text = data.decode("utf-8", "backslashreplace")
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines + ["\\ no line end"]


def run(step, folder, environment):
    """What the command really does, in the form of what is expected."""
    process = subprocess.Popen(["/bin/sh", "-c", step.command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    try:
        output, errors = process.communicate(timeout=LIMIT_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, errors = process.communicate()
        errors += f"run.py: killed after {LIMIT_SECONDS} s\n".encode()
    code = process.returncode
    return Step(step.line, step.command, lines_of(output), lines_of(errors), code if code >= 0 else 128 - code)


# -- comparing -----------------------------------------------------------------------------------------------------

def pattern(line):
    """The expected line as a regular expression."""
    expression = re.escape(line)
    for wildcard, meaning in WILDCARDS.items():
        expression = expression.replace(re.escape(wildcard), meaning)
    return re.compile(expression)


def as_expected(actual, expected):
    """The actual lines, those that an expected line with a wildcard stands for replaced by it."""
    wild = [(pattern(line), line) for line in expected if any(wildcard in line for wildcard in WILDCARDS)]
    return [next((line for expression, line in wild if expression.fullmatch(text)), text) for text in actual]


def difference(expected, actual):
    """The lines of a diff; empty when everything is as expected."""
    found = as_expected(actual, expected)
    if found == expected:
        return []
    return [line for line in difflib.ndiff(expected, found) if not line.startswith("?")]


# -- a whole file --------------------------------------------------------------------------------------------------

def run_steps(path, steps, doppel, parent):
    """Runs the steps in a fresh folder; the number of those that differ."""
    folder, programs = parent / "work", parent / "bin"
    folder.mkdir()
    programs.mkdir()
    (programs / "doppel").symlink_to(doppel)
    (programs / "python3").symlink_to(sys.executable)
    environment = os.environ | {"LC_ALL": "C", "HOME": str(folder),
                                "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    differing = 0
    for step in steps:
        lines = difference(step.block(), run(step, folder, environment).block())
        if lines:
            differing += 1
            print(f"{path}:{step.line}: $ {step.command}\n" + "\n".join("  " + line for line in lines))
    return differing


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--doppel", required=True, type=pathlib.Path, help="the program under test")
    parser.add_argument("file", type=pathlib.Path, help="the .test file")
    args = parser.parse_args()
    try:
        tools, steps = parse(args.file.read_text(encoding="utf-8"))
    except ValueError as error:
        print(f"{args.file}:{error}")
        return 1
    for tool in tools:
        if not shutil.which(tool):
            print(f"skipped: {tool} is absent")
            return SKIPPED
    if not steps:
        print(f"{args.file}: no command")
        return 1
    with tempfile.TemporaryDirectory(prefix="doppel-cli-", ignore_cleanup_errors=True) as parent:
        os.chmod(parent, 0o755)  # other users may look, so that a test can become one
        differing = run_steps(args.file, steps, args.doppel.resolve(), pathlib.Path(parent))
    print(f"{len(steps)} commands" + (f", {differing} not as written" if differing else ""))
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
