#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Print how well solved layouts agree with recorded frames, for folders of documents.

    python3 scripts/fidelity.py [--tool PATH] FOLDER...

A folder may have a MANIFEST.tsv with the columns file and repo; otherwise the repository of a file
is the start of its name up to "__". The tables list each platform, each repository and each cause.
All figures are shares of compared views. Consistent screens are those whose recorded frames can
agree with their constraints at all; `check --fidelity --json` names the others.
"""

import argparse
import collections
import csv
import json
import pathlib
import subprocess
import sys

AGREEING = ("within half a point", "within a point")


def repositories(folder):
    """Return the repository of each listed file of a folder, by file name."""
    manifest = pathlib.Path(folder, "MANIFEST.tsv")
    if not manifest.is_file():
        return {}
    with manifest.open(encoding="utf-8", newline="") as lines:
        return {row["file"]: row["repo"] for row in csv.DictReader(lines, delimiter="\t")}


def views(tool, folder):
    """Return the view list of the fidelity report on a folder."""
    result = subprocess.run(
        [tool, "check", "--fidelity", "--json", folder], capture_output=True, text=True)
    try:
        return json.loads(result.stdout)["viewList"]
    except (ValueError, KeyError):
        sys.exit(f"{folder}: error: the tool printed no report: {result.stderr.strip()}")


def platform(entry):
    """Return the platform of an entry."""
    return entry["group"].split()[0]


class Tally:
    """The counts of compared views of one row of a table."""

    def __init__(self):
        self.all = collections.Counter()
        self.consistent = collections.Counter()

    def add(self, entry):
        if entry["outcome"] == "skipped":
            self.all["skipped"] += 1
            return
        counts = [self.all] + ([self.consistent] if entry["screen"] == "consistent" else [])
        for count in counts:
            count["views"] += 1
            count["point"] += entry["outcome"] in AGREEING
            count["half"] += entry["outcome"] == AGREEING[0]

    @property
    def cells(self):
        cells = []
        for count in (self.all, self.consistent):
            total = count["views"]
            cells.append(f"{count['point']}/{total}")
            for key in ("point", "half"):
                cells.append(f"{100 * count[key] / total:.1f} %" if total else "-")
        return cells + [str(self.all["skipped"])]


HEAD = ["within 1 pt", "share", "0.5 pt", "consistent", "share", "0.5 pt", "skipped"]


def print_table(title, rows):
    """Print rows of cells, the first row as the head."""
    print(f"\n{title}\n")
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        print("  ".join(cells).rstrip())


def print_tallies(title, name, entries):
    """Print one row for each value of a function of the entries."""
    tallies = collections.defaultdict(Tally)
    for entry in entries:
        tallies[name(entry)].add(entry)
    rows = [[""] + HEAD] + [[key] + tallies[key].cells for key in sorted(tallies)]
    print_table(title, rows)


def print_counts(title, entries, key):
    """Print the number of entries for each platform and value."""
    counts = collections.Counter((platform(entry), entry[key]) for entry in entries)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    rows = [["platform", "reason", "views"]] + [[p, r, str(n)] for (p, r), n in ordered]
    if ordered:
        print_table(title, rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default=".build/release/layoutfuzz", help="the tool to run")
    parser.add_argument("folders", nargs="+", help="folders of storyboards and xibs")
    options = parser.parse_args()
    entries = []
    for folder in options.folders:
        known = repositories(folder)
        for entry in views(options.tool, folder):
            name = pathlib.Path(entry["file"]).name
            entry["repository"] = known.get(name, "/".join(name.split("__")[:2]))
            entry["folder"] = folder
            entries.append(entry)
    different = [entry for entry in entries if entry["outcome"] == "different"]
    consistent = [entry for entry in different if entry["screen"] == "consistent"]
    print_tallies("By folder and platform", lambda e: f"{e['folder']} {platform(e)}", entries)
    print_tallies("By repository", lambda e: f"{platform(e)} {e['repository']}", entries)
    print_tallies("By consistency of screens", lambda e: f"{platform(e)} {e['screen']}",
                  [entry for entry in entries if entry["screen"]])
    print_counts("Views that differ on consistent screens, by cause", consistent, "reason")
    print_counts("Views that differ on all screens, by cause", different, "reason")
    skipped = [entry for entry in entries if entry["outcome"] == "skipped"]
    print_counts("Skipped views, by reason", skipped, "reason")


if __name__ == "__main__":
    main()
