#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what the tools print with recorded hashes, so that a change of structure changes no result.

Usage: golden.py LAYOUTFUZZ LAYOUTBENCH [--record] [--save DIR] [--documents DIR]...

Recorded are digests of campaigns (each profile, sessions, an external solver), digests and counts of campaigns on a
layout engine and on documents (`fuzz --check`), `check --json` and `check --fidelity
--json` of documents, and the reports and pages of the results in Tests/Stored. --record writes figures.json anew; a
commit that does so says why. --save keeps the texts themselves, to be compared with those of another build. Documents
that are not there are skipped and counted.
Exit codes: 0 all figures are as recorded, 1 some differ. Python's standard library only.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
FIGURES = os.path.join(HERE, "figures.json")
STORED = os.path.join(ROOT, "Tests", "Stored")
PROFILES = ["wellFormed", "ambiguous", "conflicting", "competing", "degenerate", "extreme", "idiomatic"]
FORMATS = ["console", "json", "markdown", "junit", "sarif", "github", "html"]
SEEDS = range(1, 6)
# Times and rates are no results.
TIMED = (b"PerSecond", b"anoseconds", b"cases/s")


class Golden:
    """Runs commands and keeps the hash of what each printed."""

    def __init__(self, tools, scratch, save):
        self.fuzz, self.bench = tools
        self.scratch = scratch
        self.save = save
        self.found = {}

    def keep(self, name, data):
        lines = [line for line in data.split(b"\n") if not any(word in line for word in TIMED)]
        text = b"\n".join(lines)
        self.found[name] = hashlib.sha256(text).hexdigest()[:32]
        if self.save:
            with open(os.path.join(self.save, name.replace("/", "-").replace(" ", "-")), "wb") as file:
                file.write(text)

    def output(self, *words, codes=(0,), tool=None):
        ended = subprocess.run([tool or self.fuzz, *words], cwd=self.scratch, capture_output=True)
        if ended.returncode not in codes:
            raise SystemExit(f"{' '.join(words)} ended with {ended.returncode}: {ended.stderr.decode()}")
        return ended.stdout

    def digest(self, name, *words):
        shutil.rmtree(os.path.join(self.scratch, "out"), ignore_errors=True)
        printed = self.output("fuzz", *words, "--json", "--out", "out", codes=(0, 1))
        self.keep(name, json.loads(printed)["digest"].encode())

    def campaigns(self):
        for seed in SEEDS:
            for profile in PROFILES:
                self.digest(f"{profile} {seed}", "--seed", str(seed), "--cases", "200", "--profile", profile)
            self.digest(f"session {seed}", "--seed", str(seed), "--cases", "100", "--strategies", "session")
        adapter = os.path.join(ROOT, "scripts", "chaos", "adapter.py")
        self.digest("external", "--seed", "1", "--cases", "60", "--external", f"ones={sys.executable} {adapter}")
        findings = os.path.join(self.scratch, "out", "findings")
        self.keep("external findings", "\n".join(sorted(
            f"{bucket}/{name}" for bucket in os.listdir(findings)
            for name in os.listdir(os.path.join(findings, bucket)))).encode())

    def programs(self):
        """Campaigns that print counts beside their digest: all that they print is kept, except their speed."""
        engine = os.path.join(ROOT, "scripts", "engines", "reference.py")
        for name, *words in [("engine", "--engine", f"ref={sys.executable} {engine}"), ("documents", "--check")]:
            self.keep(name, self.output("fuzz", *words, "--seed", "1", "--cases", "60", "--json", "--out", name))
        faulty = f"ref={sys.executable} {engine} --fault hint-ignored"
        self.digest("faulty engine", "--engine", faulty, "--seed", "1", "--cases", "60")

    def stored(self):
        shutil.copytree(STORED, os.path.join(self.scratch, "stored"))
        for folder in ("run", "sessions", "external", "nights"):
            for form in FORMATS:
                self.keep(f"report {folder} {form}", self.output(
                    "report", f"stored/{folder}", "--format", form, "-o", "-"))
        self.keep("report of a night", self.output("report", "stored/nights", "--night", "2", "--format", "html", "-o", "-"))
        for form in ("markdown", "json", "html"):
            self.keep(f"benchmark {form}", self.output(
                "report", "stored/benchmark", "--format", form, "-o", "-", tool=self.bench))

    def documents(self, folder):
        name = os.path.basename(os.path.normpath(folder))
        shutil.copytree(folder, os.path.join(self.scratch, name))
        self.keep(f"check {name}", self.output("check", name, "--json", codes=(0, 1)))
        self.keep(f"fidelity {name}", self.output("check", name, "--fidelity", "--json"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tools", nargs=2)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--save")
    parser.add_argument("--documents", action="append", default=[])
    options = parser.parse_args()
    if options.save:
        os.makedirs(options.save, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="layoutfuzz-golden-") as scratch:
        golden = Golden([os.path.abspath(tool) for tool in options.tools], scratch, options.save)
        golden.campaigns()
        golden.programs()
        golden.stored()
        for folder in options.documents:
            golden.documents(folder)
    return recorded(golden.found) if options.record else compared(golden.found)


def recorded(found):
    with open(FIGURES, "w", encoding="utf-8") as file:
        json.dump(found, file, indent=1, sort_keys=True)
        file.write("\n")
    print(f"{len(found)} figures recorded")
    return 0


def compared(found):
    with open(FIGURES, encoding="utf-8") as file:
        expected = json.load(file)
    for name in sorted(found):
        if found[name] != expected.get(name):
            print(f"differs: {name}")
    skipped = [name for name in sorted(expected) if name not in found]
    same = sum(found[name] == expected.get(name) for name in found)
    print(f"{same} of {len(found)} figures as recorded, {len(skipped)} skipped")
    return 0 if same == len(found) else 1


if __name__ == "__main__":
    sys.exit(main())
