"""Runs in the private environment of eval/main_content: the texts that one other tool makes of some pages.

  peer_texts.py TOOL OUTPUT < PATHS       one path a line; OUTPUT is a sequence as eval/main_content/tools.py writes it
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "main_content"))
import gold     # noqa: E402
import tools    # noqa: E402

TOOLS = {"trafilatura": tools.trafilatura, "resiliparse": tools.resiliparse_main}


def main() -> None:
    tool, output = sys.argv[1:]
    made = []
    for line in sys.stdin:
        made += TOOLS[tool]([gold.read(line.rstrip("\n"))])
    tools.write_sequence(output, made)


if __name__ == "__main__":
    main()
