"""ota-trace-dev, snapshots of terms of service, as crawls that doppel reads: the n-th snapshots of all pages in a file."""
import csv
import json
import subprocess


def write_crawls(doppel, trace, folder):
    """The files. A page is one service's document; its text is the main content, its version counts snapshots."""
    with open(trace / "manifest.tsv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    crawls, versions = {}, {}
    for row in sorted(rows, key=lambda row: row["doc"]):
        page = row["doc"].split("_")[0]
        versions[page] = versions.get(page, 0) + 1
        text = subprocess.run([doppel, "text", trace / "html" / (row["doc"] + ".html"), "--view", "main"], check=True,
                              capture_output=True).stdout.decode()
        line = {"url": f"https://{page}.example/terms", "version": versions[page], "time": row["fetched_utc"],
                "text": text}
        crawls.setdefault(versions[page], []).append(json.dumps(line))
    files = []
    for number, lines in sorted(crawls.items()):
        files.append(folder / f"crawl{number:03}.jsonl")
        files[-1].write_text("\n".join(lines) + "\n")
    return files
