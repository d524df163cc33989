#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draw error findings of check at random, to be read by hand.

    python3 scripts/precision.py [--tool PATH] [--count N] [--seed N] FOLDER...

The same seed draws the same findings from the same documents and the same tool. Each line has the
place, the rule and the message, so that the verdicts in docs/evaluation.md can be repeated.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys


def errors(tool, folder):
    """Return the error findings of check on a folder, in its order."""
    result = subprocess.run(
        [tool, "check", "--json", "--fail-on", "error", folder], capture_output=True, text=True)
    try:
        findings = json.loads(result.stdout)["findings"]
    except (ValueError, KeyError):
        sys.exit(f"{folder}: error: the tool printed no report: {result.stderr.strip()}")
    return [finding for finding in findings if finding["severity"] == "error"]


def is_desktop(path):
    """Return whether a document is for macOS."""
    start = pathlib.Path(path).read_text(encoding="utf-8", errors="replace")[:2000]
    return not any(name in start for name in ("CocoaTouch", "AppleTV"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default=".build/release/layoutfuzz", help="the tool to run")
    parser.add_argument("--count", type=int, default=60, help="the number of findings (default 60)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the draw (default 1)")
    parser.add_argument("folders", nargs="+", help="folders of storyboards and xibs")
    options = parser.parse_args()
    found = [finding for folder in options.folders for finding in errors(options.tool, folder)]
    drawn = list(range(len(found)))
    random.Random(options.seed).shuffle(drawn)
    drawn = sorted(drawn[:options.count])
    print(f"{len(drawn)} of {len(found)} errors, seed {options.seed}")
    for number, index in enumerate(drawn, start=1):
        finding = found[index]
        platform = "macOS" if is_desktop(finding["file"]) else "touch"
        print(f"\n{number}. {pathlib.Path(finding['file']).name}:{finding['line']}: {platform}:"
              f" {finding['rule']}: {finding['message']}")
        for detail in finding["details"]:
            print(f"   {detail}")
        print(f"   in {', '.join(finding['configurations'])}")


if __name__ == "__main__":
    main()
