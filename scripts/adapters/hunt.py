#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether a hunt finds the known faults of kiwi, small and apart, and nothing in HiGHS.

usage: hunt.py LAYOUTFUZZ PYTHON FOLDER [CASES]

PYTHON has kiwisolver and highspy. FOLDER is for findings. Ends with 1 when something is missing.
"""

import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
CONSTRAINTS_MAX = 5

# The verdict and the cause of a finding, and what it is known as.
FAULTS = {
    "a priority turned round by weights": lambda f: f["verdict"] == "worseThanOptimal"
    and f["cause"] == "alone",
    "state spoiled by a refused required constraint": lambda f: f["cause"] == "afterRefusal"
    and f["verdict"] != "crash",
    "a value poisoned by an infinity": lambda f: f["cause"] == "afterExtreme"
    and f["verdict"] == "malformed",
    "a process that aborts": lambda f: f["verdict"] == "crash",
}


def fuzz(tool, python, adapter, folder, cases):
    command = f"{python} {os.path.join(HERE, adapter)}"
    name = adapter.removesuffix(".py")
    words = [tool, "fuzz", "--external", f"{name}={command}", "--seed", "1", "--cases", str(cases)]
    words += ["--json", "--out", os.path.join(folder, name)]
    run = subprocess.run(words, stdout=subprocess.PIPE, text=True)
    if run.returncode not in (0, 1):
        sys.exit(f"{adapter}: exit code {run.returncode}")
    return json.loads(run.stdout)


def main(words):
    if len(words) not in (3, 4):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 64
    tool, python, folder = words[:3]
    cases = int(words[3]) if len(words) > 3 else 2000
    missing = 0
    findings = fuzz(tool, python, "kiwi.py", folder, cases)["findings"]
    buckets = set()
    for fault, matches in FAULTS.items():
        found = [f for f in findings if matches(f) and f["constraints"] <= CONSTRAINTS_MAX]
        if not found:
            print(f"kiwi: not found with {CONSTRAINTS_MAX} constraints: {fault}")
            missing += 1
            continue
        best = min(found, key=lambda f: (f["constraints"], f["steps"]))
        buckets.add(best["signature"])
        size = f"{best['constraints']} constraints in {best['steps']} steps"
        print(f"kiwi: {fault}: {size} after {best['seconds']} s, {best['signature']}")
    if not missing and len(buckets) < len(FAULTS):
        print("kiwi: two faults share a bucket")
        missing += 1
    right = fuzz(tool, python, "highs.py", folder, cases)
    print(f"HiGHS: {right['cases']} cases, {len(right['findings'])} findings")
    return 1 if missing or right["findings"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
