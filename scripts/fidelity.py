#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Print how well solved layouts agree with recorded frames, for folders of documents.

    python3 scripts/fidelity.py [--tool PATH] [--leave-one-out] FOLDER...

A folder may have a MANIFEST.tsv with the columns file and repo; otherwise the repository of a file
is the start of its name up to "__". The tables list each platform, each repository and each cause.
All figures are shares of compared views. Consistent screens are those whose recorded frames can
agree with their constraints at all; `check --fidelity --json` names the others.

With --leave-one-out each repository is predicted from the others. The tool solves all documents
once without each group of constants of Interface Builder. A repository gets a group only when more
views of the other repositories agree with it than without it. Then the tool solves each repository
with its own groups, and the sum of these figures is printed.
"""

import argparse
import collections
import csv
import json
import os
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


# The groups of constants that the importer can do without (Sources/CaseFormats, ImportConstant).
CONSTANTS = pathlib.Path(__file__).parent.parent.joinpath(
    "Sources", "CaseFormats", "InterfaceBuilder", "ImportConstant.swift")


def constants():
    """Return the names of the groups of constants."""
    lines = CONSTANTS.read_text(encoding="utf-8").splitlines()
    cases = [line.split("case ", 1)[1] for line in lines if line.lstrip().startswith("case ")]
    return [name.strip() for case in cases for name in case.split(",")]


def views(tool, folders, unused=()):
    """Return the view lists of the fidelity reports on folders, with repository and folder."""
    entries = []
    environment = dict(os.environ, LAYOUTFUZZ_UNUSED_CONSTANTS=",".join(sorted(unused)))
    for folder in folders:
        known = repositories(folder)
        result = subprocess.run(
            [tool, "check", "--fidelity", "--json", folder], capture_output=True, text=True,
            env=environment)
        try:
            found = json.loads(result.stdout)["viewList"]
        except (ValueError, KeyError):
            sys.exit(f"{folder}: error: the tool printed no report: {result.stderr.strip()}")
        for entry in found:
            name = pathlib.Path(entry["file"]).name
            entry["repository"] = known.get(name, "/".join(name.split("__")[:2]))
            entry["folder"] = folder
        entries += found
    return entries


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


def agreeing(entries):
    """Return the number of agreeing views by repository."""
    return collections.Counter(e["repository"] for e in entries if e["outcome"] in AGREEING)


def print_leave_one_out(tool, folders, entries):
    """Print the worth of each group of constants, and the figure of predicted repositories."""
    everything = agreeing(entries)
    names = sorted({entry["repository"] for entry in entries})
    gains = {}
    for constant in constants():
        without = agreeing(views(tool, folders, [constant]))
        gains[constant] = {name: everything[name] - without[name] for name in names}
    rows = [["constants", "views gained", "repositories gaining", "losing"]]
    for constant, gain in gains.items():
        rows.append([constant, f"{sum(gain.values()):+}"]
                    + [str(sum(sign * value > 0 for value in gain.values())) for sign in (1, -1)])
    print_table("Groups of constants", rows)
    unsupported = {
        name: frozenset(constant for constant, gain in gains.items()
                        if sum(gain.values()) - gain[name] <= 0)
        for name in names}
    predicted = []
    for unused in sorted(set(unsupported.values()), key=sorted):
        found = views(tool, folders, unused)
        predicted += [entry for entry in found if unsupported[entry["repository"]] == unused]
    print_tallies("Each repository predicted from the others, by folder and platform",
                  lambda e: f"{e['folder']} {platform(e)}", predicted)
    print_tallies("All constants, by folder and platform",
                  lambda e: f"{e['folder']} {platform(e)}", entries)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default=".build/release/layoutfuzz", help="the tool to run")
    parser.add_argument("--leave-one-out", action="store_true",
                        help="predict each repository from the others")
    parser.add_argument("folders", nargs="+", help="folders of storyboards and xibs")
    options = parser.parse_args()
    entries = views(options.tool, options.folders)
    if options.leave_one_out:
        print_leave_one_out(options.tool, options.folders, entries)
        return
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
