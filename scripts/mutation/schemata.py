# SPDX-License-Identifier: MIT
"""Chooses mutants, leaves out those that do not compile, and builds one tool that carries all others."""

import fnmatch
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess

from operators import Finder, Renderer
from swift_source import Source

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# The groups: folders, and how many mutants are tried by default. A group has its own campaigns.
GROUPS = {
    "core": (["LayoutSolving", "Solvers", "Lowering", "LayoutEngine"], 520),
    "importers": (["CaseFormats", "VisualFormats", "Diagnosis"], 150),
    "judge": (["Oracles", "Laws"], 90),
}
# Planted faults are switched off, invariants are of debug builds only, and texts for people prove nothing.
LEFT_OUT = ["*Fault*", "*Slowdown*", "*+Invariants*", "Sources/CaseFormats/Diagnostic.swift",
            "Sources/Diagnosis/FidelityReport+JSON.swift", "Sources/Diagnosis/FidelityReport+Output.swift",
            "Sources/Diagnosis/LayoutRule+Text.swift", "Sources/Lowering/ConstraintOrigin+Text.swift"]
# The order in which the targets import each other.
RELINK_ORDER = ["LayoutSolving", "Solvers", "Oracles", "Lowering", "LayoutEngine", "CaseFormats", "VisualFormats", "Laws", "Diagnosis"]
# What finds errors that the types do not show: values that are not set, functions without a result.
CHECKED_AFTER_TYPES = ["-emit-sil", "-Onone", "-o", os.devnull]
# How many more than wanted are drawn, because some do not compile.
SURPLUS = 1.35
# The largest share of an operator in a group, so that frequent operators leave room for others.
SHARE_MAX = 0.09
ERROR = re.compile(r"^(.*?\.swift):(\d+):(\d+): error: (.*)$", re.MULTILINE)


def group_of(module):
    return next(name for name, (modules, _) in GROUPS.items() if module in modules)


def rank(seed, name):
    return hashlib.sha256(f"{seed}\n{name}".encode()).hexdigest()


def read_pool(modules=None):
    """All mutants of the targets, with their sources by file."""
    pool, sources = [], {}
    for module in [module for names, _ in GROUPS.values() for module in names]:
        if modules and module not in modules:
            continue
        for path in sorted(glob.glob(f"{ROOT}/Sources/{module}/**/*.swift", recursive=True)):
            file = os.path.relpath(path, ROOT)
            if any(fnmatch.fnmatch(file, pattern) for pattern in LEFT_OUT):
                continue
            with open(path, encoding="utf-8") as opened:
                sources[file] = Source(opened.read())
            pool += [m for m in Finder(file, sources[file]).mutants()
                     if not m.statement.function.name.endswith("deinit")]
    return pool, sources


def draw(pool, seed, wanted, refused):
    """Draws mutants: for each group the first ones by hash, at most two of one statement and a share of each operator."""
    chosen = []
    for group, count in wanted.items():
        operators, statements, drawn = {}, {}, []
        for mutant in sorted(pool, key=lambda mutant: rank(seed, mutant.name)):
            if len(drawn) >= count:
                break
            if group_of(mutant.module) != group or mutant.name in refused:
                continue
            if operators.get(mutant.operator, 0) >= max(2, SHARE_MAX * count) or statements.get(id(mutant.statement), 0) >= 2:
                continue
            operators[mutant.operator] = operators.get(mutant.operator, 0) + 1
            statements[id(mutant.statement)] = statements.get(id(mutant.statement), 0) + 1
            drawn.append(mutant)
        chosen += drawn
    return chosen


class Check:
    """Finds the mutants of a module that do not compile, by the errors of the compiler."""

    def __init__(self, work, modules_folder):
        self.work, self.modules_folder = work, modules_folder
        self.package = os.path.basename(ROOT).lower()

    def refused(self, module, mutants, sources):
        folder = os.path.join(self.work, "check", module)
        refused, rounds, mode = {}, 0, ["-typecheck"]
        while True:
            rounds += 1
            left = [mutant for mutant in mutants if mutant.name not in refused]
            shutil.rmtree(folder, ignore_errors=True)
            texts = write_module(module, left, sources, folder)
            errors = self.errors(module, folder, mode)
            if not errors and mode == CHECKED_AFTER_TYPES:
                return refused, rounds
            if not errors:
                mode = CHECKED_AFTER_TYPES
                continue
            before = len(refused)
            for path, line, column, message in errors:
                file = os.path.relpath(path, folder)
                here = [mutant for mutant in left if mutant.file == file]
                for mutant in self.blamed(texts.get(file), line, column, here):
                    refused.setdefault(mutant.name, message)
            if len(refused) == before:
                raise SystemExit(f"{module} does not compile, and no mutant explains it: {errors[0]}")

    def errors(self, module, folder, mode):
        files = sorted(glob.glob(f"{folder}/**/*.swift", recursive=True))
        ended = subprocess.run(
            ["nice", "-n", "5", "swiftc", *mode, "-wmo", "-module-name", module, "-parse-as-library",
             "-swift-version", "6", "-package-name", self.package, "-I", self.modules_folder,
             "-I", os.path.join(HERE, "switch", "include"), "-DSWIFT_PACKAGE", "-suppress-warnings",
             "-module-cache-path", os.path.join(self.work, "modules"), *files],
            capture_output=True, text=True)
        found = [(m[0], int(m[1]), int(m[2]), m[3]) for m in ERROR.findall(ended.stderr)]
        if ended.returncode != 0 and not found:
            raise SystemExit(f"swiftc ended with {ended.returncode} on {module}: {ended.stderr[-2000:]}")
        return found

    def blamed(self, text, line, column, mutants):
        """The mutants of a file to which an error belongs: the one whose text has it, else all of the statement or function."""
        if text is None:
            return []
        by_number = {mutant.number: mutant for mutant in mutants}
        lines = text.encode().split(b"\n")
        place = len(b"\n".join(lines[:line - 1]).decode()) + (1 if line > 1 else 0)
        place += len(lines[line - 1][:column - 1].decode(errors="replace"))
        best = None
        for match in re.finditer(r"/\*\[([\d,]+)\*/(.*?)/\*\1\]\*/", text, re.DOTALL):
            if match.start() <= place <= match.end():
                best = match
        # Statements within closures have their own marks inside of those of the outer one.
        inner = best
        while inner is not None:
            found = None
            for match in re.finditer(r"/\*\[([\d,]+)\*/(.*?)/\*\1\]\*/", text[inner.start() + 4:inner.end()], re.DOTALL):
                start = inner.start() + 4 + match.start()
                if start <= place <= start + len(match.group(0)):
                    found = (start, match)
            if found is None:
                break
            best = inner = re.compile(r"/\*\[([\d,]+)\*/(.*?)/\*\1\]\*/", re.DOTALL).match(text, found[0])
        if best is not None:
            for match in re.finditer(r"/\*\{(\d+)\*/(.*?)/\*\1\}\*/", text[best.start():best.end()], re.DOTALL):
                if match.start() <= place - best.start() <= match.end():
                    return [by_number[int(match.group(1))]]
            return [by_number[int(number)] for number in best.group(1).split(",")]
        # Behind or before: the nearest marks on both sides.
        before = re.findall(r"/\*\[([\d,]+)\*/", text[:place])[-1:]
        after = re.findall(r"/\*\[([\d,]+)\*/", text[place:])[:1]
        return [by_number[int(number)] for numbers in before + after for number in numbers.split(",")]


def write_module(module, mutants, sources, folder):
    """Writes a module with its mutants to `folder`; the texts by file."""
    texts = {}
    for file, source in sources.items():
        if file.split("/")[1] == module:
            texts[file] = rendered(source, [mutant for mutant in mutants if mutant.file == file])
    for path in glob.glob(f"{ROOT}/Sources/{module}/**/*.swift", recursive=True):
        file = os.path.relpath(path, ROOT)
        target = os.path.join(folder, file)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if file in texts:
            write_changed(target, texts[file])
        else:
            with open(path, encoding="utf-8") as opened:
                write_changed(target, opened.read())
    return texts


def write_changed(path, text):
    """Writes a file only if it differs, so that builds stay incremental."""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def rendered(source, mutants):
    if not mutants:
        return source.text
    text = Renderer(source, mutants).text()
    # The import stands before the first one of the file, or behind the comment at its start.
    match = re.search(r"^(public |package |internal |@\w+ )*import ", text, re.MULTILINE)
    place = match.start() if match else text.index("\n") + 1
    return f"{text[:place]}import MutantSwitch\n{text[place:]}"


class Build:
    """The build that carries all mutants."""

    def __init__(self, work, chosen, sources):
        self.work, self.chosen, self.sources = work, chosen, sources
        self.tree = os.path.join(work, "tree")

    @property
    def tool(self):
        return os.path.join(self.work, "build", "release", "layoutfuzz")

    def write(self):
        for folder in ["Sources", "Benchmarks"]:
            kept = set()
            for path in glob.glob(f"{ROOT}/{folder}/**/*.swift", recursive=True):
                file = os.path.relpath(path, ROOT)
                kept.add(file)
                target = os.path.join(self.tree, file)
                os.makedirs(os.path.dirname(target), exist_ok=True)
                if file not in self.sources:
                    with open(path, encoding="utf-8") as opened:
                        write_changed(target, opened.read())
            for path in glob.glob(f"{self.tree}/{folder}/**/*.swift", recursive=True):
                if os.path.relpath(path, self.tree) not in kept:
                    os.remove(path)
        for module in sorted({file.split("/")[1] for file in self.sources}):
            write_module(module, self.chosen, self.sources, self.tree)
        switch = os.path.join(self.tree, "Sources", "MutantSwitch")
        shutil.copytree(os.path.join(HERE, "switch"), switch, dirs_exist_ok=True)
        modules = [module for names, _ in GROUPS.values() for module in names]
        with open(os.path.join(ROOT, "Package.swift"), encoding="utf-8") as file:
            package = file.read().replace("  .treatAllWarnings(as: .error),\n", "")
        package += f"""
package.targets = package.targets.filter {{ !$0.isTest && !($0.path ?? "").hasPrefix("Tests") }}
package.targets.append(.target(name: "MutantSwitch"))
for target in package.targets where {json.dumps(modules)}.contains(target.name) {{
  target.dependencies.append("MutantSwitch")
}}
"""
        write_changed(os.path.join(self.tree, "Package.swift"), package)

    def digest(self):
        """The hash of all that the build is made of."""
        hashed = hashlib.sha256()
        for path in sorted(glob.glob(f"{self.tree}/**/*", recursive=True)):
            if os.path.isfile(path):
                hashed.update(os.path.relpath(path, self.tree).encode())
                with open(path, "rb") as file:
                    hashed.update(file.read())
        return hashed.hexdigest()[:16]

    def run(self, jobs):
        ended = subprocess.run(
            ["nice", "-n", "5", "swift", "build", "-c", "release", "--product", "layoutfuzz", "-j", str(jobs),
             "--package-path", self.tree, "--scratch-path", os.path.join(self.work, "build"), "-Xswiftc",
             "-suppress-warnings"], capture_output=True, text=True)
        if ended.returncode != 0:
            raise SystemExit(f"the build with all mutants fails:\n{(ended.stdout + ended.stderr)[-4000:]}")

    def relink(self, tool):
        """Compiles only the changed modules, and links them with the other objects of the release build.

        The interfaces of the modules are the same, so that the objects of others fit. What others have inlined stays
        without mutants.
        """
        release, target = os.path.dirname(tool), os.path.dirname(self.tool)
        modules = os.path.join(target, "Modules")
        os.makedirs(modules, exist_ok=True)
        objects = {}
        # A module is compiled again if its files, those of a module before it or the release build have changed.
        hashed = hashlib.sha256()
        with open(tool, "rb") as opened:
            hashed.update(opened.read())
        for module in RELINK_ORDER:
            files = sorted(glob.glob(f"{self.tree}/Sources/{module}/**/*.swift", recursive=True))
            objects[module] = os.path.join(target, f"{module}.o")
            stamp = os.path.join(target, f"{module}.stamp")
            for file in files:
                with open(file, "rb") as opened:
                    hashed.update(opened.read())
            if os.path.exists(stamp):
                with open(stamp, encoding="utf-8") as opened:
                    if opened.read() == hashed.hexdigest():
                        continue
            self.command([
                "swiftc", "-module-name", module, "-parse-as-library", "-wmo", "-O", "-c", *files, "-o", objects[module],
                "-emit-module", "-emit-module-path", os.path.join(modules, f"{module}.swiftmodule"), "-I", modules,
                "-I", os.path.join(release, "Modules"), "-I", os.path.join(HERE, "switch", "include"), "-DSWIFT_PACKAGE",
                "-swift-version", "6", "-package-name", os.path.basename(ROOT).lower(), "-suppress-warnings",
                "-module-cache-path", os.path.join(self.work, "modules")])
            with open(stamp, "w", encoding="utf-8") as opened:
                opened.write(hashed.hexdigest())
            print(f"{module}: compiled", flush=True)
        switch = os.path.join(target, "MutantSwitch.o")
        self.command(["clang", "-O2", "-c", os.path.join(HERE, "switch", "MutantSwitch.c"),
                      "-I", os.path.join(HERE, "switch", "include"), "-o", switch])
        with open(os.path.join(release, "layoutfuzz.product", "Objects.LinkFileList"), encoding="utf-8") as file:
            # The list has absolute paths of the place where it was built.
            parts = [line.strip().rsplit("/release/", 1)[-1] for line in file if line.strip()]
        kept = [os.path.join(release, part) for part in parts if part.split(".build/")[0] not in objects]
        listed = os.path.join(target, "objects.txt")
        with open(listed, "w", encoding="utf-8") as file:
            file.write("\n".join([*kept, *objects.values(), switch]) + "\n")
        self.command(["swiftc", "-emit-executable", "-o", self.tool, "-module-name", "layoutfuzz", "-Xlinker",
                      "--gc-sections", "-Xlinker", "--defsym", "-Xlinker", "main=layoutfuzz_main", f"@{listed}"])

    def command(self, words):
        ended = subprocess.run(["nice", "-n", "5", *words], capture_output=True, text=True)
        if ended.returncode != 0:
            raise SystemExit(f"{words[0]} fails: {(ended.stdout + ended.stderr)[-4000:]}")
