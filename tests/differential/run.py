#!/usr/bin/env python3
"""Our text of real pages against gumbo's, on a set of the shared data.

  run.py --shared DIR --program html_differential --set NAME --step N
"""
import argparse
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "oracle"))
import shared_data  # noqa: E402


def main():
    parser = argparse.ArgumentParser()
    for flag in ("--shared", "--program", "--set", "--step"):
        parser.add_argument(flag, required=True)
    args = parser.parse_args()
    folder = shared_data.dev_folder(args.shared) / args.set
    return subprocess.run([args.program, str(shared_data.require(folder)), args.step], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
