#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Ends commands at random moments and gives them damaged inputs: nothing is lost, every exit code is documented.

Usage: chaos.py LAYOUTFUZZ [--kills N] [--inputs N] [--seed S] [--documents DIR]... [--keep DIR]
                [--scenario NAME]... [--sigkill]

Kills: SIGTERM, SIGINT, SIGHUP and SIGKILL to the command, to all its processes, or to those that it started. The
command is run again until it is done; its result must be that of a run without kills. Nothing may be left in the
temporary folder, and no process 5 s after the end. --scenario runs only these commands, --sigkill sends only SIGKILL:
60 kills of a night against a layout engine are
    chaos.py LAYOUTFUZZ --kills 60 --inputs 0 --sigkill --scenario "campaign nightly --engine"
Inputs: damaged copies of the corpus and of --documents, to every command that reads files. Each command must end in time
with a documented exit code, and never with 70.
Exit codes: 0 fine, 1 something is wrong. --keep keeps what failed. Linux and Python's standard library only.
"""

import argparse
import os
import random
import signal
import sys
import tempfile

# The checkout stays as it is.
sys.dont_write_bytecode = True
import damage
import kills


class Failures:
    """Prints and counts what is wrong."""

    def __init__(self):
        self.count = 0

    def __call__(self, text):
        self.count += 1
        print(f"wrong: {text}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--inputs", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--documents", action="append", default=[])
    parser.add_argument("--keep")
    parser.add_argument("--scenario", action="append", default=[])
    parser.add_argument("--sigkill", action="store_true")
    options = parser.parse_args()
    tool = os.path.abspath(options.tool)
    fail = Failures()
    with tempfile.TemporaryDirectory(prefix="layoutfuzz-chaos-") as folder:
        scratch = os.path.abspath(options.keep) if options.keep else folder
        os.makedirs(scratch, exist_ok=True)
        if options.kills:
            sent = kills.chaos(
                tool, scratch, options.kills, random.Random(options.seed), fail, kills.chosen(options.scenario),
                [signal.SIGKILL] if options.sigkill else kills.SIGNALS)
            print(f"{sent} signals sent")
        if options.inputs:
            tried = damage.chaos(tool, scratch, options.inputs, random.Random(options.seed), options.documents, fail)
            print(f"{tried} damaged inputs tried")
    print("nothing wrong" if fail.count == 0 else f"{fail.count} wrong")
    return 0 if fail.count == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
