#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Shows that planted faults cost the inner loops of a healthy solver nothing.

Compiles Sources/LayoutSolving twice with optimization: as it is, and with `fault` as a constant nil, so that the
compiler removes every test of a planted fault. The layout in memory stays the same. A function whose machine code is
the same in both has no such test. Only the functions in the table OUTER may differ. They run once for an operation,
an answer, a level or a row, never for a cell or a candidate. The functions in INNER have the inner loops.

Usage: planted_faults.py [-v]

Takes three minutes. Exit codes: 0 as described, 1 another function differs or an inner loop is missing, 77 no objdump.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Sources" / "LayoutSolving"

# Functions that may test for a fault, or call one that does, and how often they run.
OUTER = {
    "SolverSession.remove": "an operation",
    "SolverSession.solve": "an answer, and each of its operations",
    "SolverSession.commit": "an answer",
    "SolverSession.takeBack": "each operation of a refused answer",
    "SolverSession.plantRemovalFault": "the fault itself",
    "SolverSession.plantRefusalFault": "the fault itself",
    "SolverSession.plantReportFault": "the fault itself",
    "SimplexRun.solve": "an answer",
    "SimplexRun.solveAsRead": "the fault itself",
    "SimplexRun.attempt": "an attempt of an answer",
    "SimplexRun.explain": "a conflict",
    "SimplexFault.distorted": "the fault itself",
    "ReducedSystem.follow": "a changed constant",
    "ReducedSystem.update": "a changed constraint",
    "ReducedSystem.solveChanged": "an answer",
    "LexicographicSimplex.run": "a level",
    "LexicographicSimplex.beginLevel": "a level",
    "LexicographicSimplex.computeGradient": "a level or a refresh",
    "LexicographicSimplex.refreshGradient": "a refresh",
    "LexicographicSimplex.isWithinSegments": "a refresh, where a row is out of its segment",
    "LexicographicSimplex.optimize": "nothing: it calls refreshGradient, so that its registers differ",
    "EqualityElimination.init": "an attempt of an answer",
    "EqualityElimination.eliminate": "an equality that becomes empty",
}

# The inner loops: prices, ratio tests, pivots, motions and values.
INNER = [
    "LexicographicSimplex.price", "LexicographicSimplex.move", "LexicographicSimplex.shift",
    "LexicographicSimplex.exchange", "LexicographicSimplex.addToGradient", "LexicographicSimplex.travel",
    "LexicographicSimplex.findRates", "LexicographicSimplex.setSegment", "LexicographicSimplex.closeLevel",
    "SparseTableau.pivot", "SparseTableau.add", "SparseTableau.addToLongRow", "EqualityElimination.pivotCell",
    "EqualityElimination.complete", "ExpandedRow.expand", "ReducedSystem.expand", "ReducedSystem.holds",
]


def without_faults(text):
    """The source with `fault` as a constant, on the same lines."""
    text = re.sub(
        r"^( *)((?:private )?)(?:let|var) fault: (\w+)\?$",
        r"\1\2var plantedFault: \3?; \2var fault: \3? { nil }", text, flags=re.MULTILINE)
    text = text.replace("self.fault = fault", "self.plantedFault = fault")
    return text.replace("system.fault = fault", "system.plantedFault = plantedFault")


def compiled(folder, objdump, change):
    """The machine code of each function, by its mangled name."""
    sources = folder / "LayoutSolving"
    shutil.copytree(SOURCES, sources)
    changed = 0
    for path in sorted(sources.rglob("*.swift")):
        text = path.read_text(encoding="utf-8")
        path.write_text(change(text), encoding="utf-8")
        changed += change(text) != text
    objects = folder / "solving.o"
    subprocess.run(
        ["swiftc", "-O", "-wmo", "-parse-as-library", "-swift-version", "6", "-package-name", "layoutfuzz",
         "-module-name", "LayoutSolving", "-emit-object", "-o", objects, *sorted(sources.rglob("*.swift"))],
        check=True)
    printed = subprocess.run(
        [objdump, "-d", "-r", "--no-show-raw-insn", objects], check=True, capture_output=True, text=True)
    return changed, functions(printed.stdout)


def functions(text):
    """Splits a disassembly into functions, without addresses and names of constants."""
    found = {}
    name = None
    for line in text.splitlines():
        head = re.match(r"^[0-9a-f]+ <(.*)>:$", line)
        if head:
            name = head[1]
            found[name] = []
        elif name and line.strip() and not line.startswith("Disassembly"):
            found[name].append(normal(line, name))
    return found


def normal(line, name):
    """An instruction without addresses; jumps within the function keep their distance."""
    line = re.sub(r"^\s*[0-9a-f]+:\s*", "", line).split("#")[0].strip()
    line = re.sub(
        r"\b[0-9a-f]+ <([^>+]*)(\+0x[0-9a-f]+)?>",
        lambda at: f"<self{at[2] or ''}>" if at[1] == name else f"<{at[1]}>", line)
    line = re.sub(r"0x[0-9a-f]+\(%rip\)", "(%rip)", line)
    return re.sub(r"^(R_\S+)\s+\.\S+", r"\1 constant", line)


def demangled(names):
    """The names as in the sources, without arguments: `LexicographicSimplex.price`."""
    if not names:
        return []
    printed = subprocess.run(
        ["swift", "demangle", "--compact", "--simplified"], input="\n".join(names), check=True, capture_output=True,
        text=True).stdout.splitlines()
    prefix = re.compile(r"^(?:(?:generic )?specialized |static |closure #\d+ in )*")
    return [prefix.sub("", line).split("(")[0] for line in printed]


def main():
    verbose = sys.argv[1:] == ["-v"]
    if sys.argv[1:] and not verbose:
        print(__doc__.strip(), file=sys.stderr)
        return 64
    objdump = shutil.which("objdump") or shutil.which("llvm-objdump")
    if not objdump:
        print("skipped: objdump is not installed", file=sys.stderr)
        return 77
    with tempfile.TemporaryDirectory(prefix="layoutfuzz-faults-") as scratch:
        folder = pathlib.Path(scratch)
        _, healthy = compiled(folder / "as-it-is", objdump, lambda text: text)
        changed, constant = compiled(folder / "without", objdump, without_faults)
    if changed < 5:
        print(f"only {changed} files have a planted fault: the names of the sources have changed")
        return 1
    differ = sorted(name for name in healthy if healthy[name] != constant.get(name))
    same = set(demangled([name for name in healthy if healthy[name] == constant.get(name)]))
    problems = [f"no machine code of {name}, or it tests for a fault" for name in INNER if name not in same]
    for mangled, name in zip(differ, demangled(differ)):
        often = OUTER.get(name)
        # The initial value of the stored property has another name, and no instruction of the solver.
        if often is None and "initialization expression" not in name and name.split(".")[0] in TYPES:
            problems.append(f"{name} tests for a fault: {mangled}")
        elif verbose and often:
            print(f"{name}: {often}")
    for problem in problems:
        print(problem)
    print(f"{len(healthy) - len(differ)} of {len(healthy)} functions are the same without planted faults")
    return 1 if problems else 0


TYPES = {path.stem.split("+")[0] for path in SOURCES.rglob("*.swift")}

if __name__ == "__main__":
    sys.exit(main())
