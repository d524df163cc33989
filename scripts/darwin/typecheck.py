#!/usr/bin/env python3
"""Type checks the package for macOS on Linux, against stubs of Darwin, Dispatch and Foundation.

Usage: typecheck.py [--package DIR] [--work DIR] [--macos 15.0] [--tests]

Builds the standard library's text interfaces of the Linux toolchain anew for macOS (once for each work folder), compiles
the stubs beside this script, and type checks every target of the package in the order of its dependencies; with --tests
those of tests, too. It shows what does not compile. It cannot show that Apple's headers say what the stubs say, nor
linking, nor behaviour.

Exit codes: 0 no error, 1 errors. Python's standard library only.
"""

import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
# The target of the standard library and of the stubs; what is checked may ask for a later system.
OLDEST = "13.0"
ERROR = re.compile(r"[^|`]*: error: ")


def run(*words, may_fail=False):
    """The ended process; the end of this program where it failed."""
    ended = subprocess.run(words, capture_output=True, text=True)
    if ended.returncode and not may_fail:
        sys.exit(f"{' '.join(words[:4])} ... failed:\n{ended.stderr[-2000:]}")
    return ended


class Toolchain:
    """The front end of the compiler, with a standard library for macOS in a work folder."""

    def __init__(self, work):
        usr = os.path.dirname(os.path.dirname(os.path.realpath(shutil.which("swiftc"))))
        self.resources = f"{usr}/lib/swift"
        self.library, self.stubs = f"{work}/library", f"{work}/stubs"
        os.makedirs(f"{self.library}/resources", exist_ok=True)
        os.makedirs(self.stubs, exist_ok=True)
        for name in ("clang", "shims"):
            link = f"{self.library}/resources/{name}"
            if not os.path.islink(link):
                os.symlink(f"{self.resources}/{name}", link)

    def flags(self, system):
        return [
            "-target", f"x86_64-apple-macos{system}", "-disable-objc-interop",
            "-resource-dir", f"{self.library}/resources", "-I", self.library, "-I", f"{self.resources}/shims",
            "-I", f"{HERE}/stub/CDarwin", "-I", self.stubs, "-Xcc", "-nostdinc",
        ]

    def frontend(self, *words, may_fail=False):
        return run("swiftc", "-frontend", *words, may_fail=may_fail)

    def standard(self, module, *more):
        """Makes a module of the standard library out of its text."""
        made = f"{self.library}/{module}.swiftmodule/x86_64-apple-macos.swiftmodule"
        if os.path.exists(made):
            return
        with open(f"{self.resources}/linux/{module}.swiftmodule/x86_64-unknown-linux-gnu.swiftinterface") as file:
            text = file.read()
        text = text.replace("-target x86_64-unknown-linux-gnu", f"-target x86_64-apple-macos{OLDEST}")
        lines = re.sub(r"^import Glibc", "import Darwin", text, flags=re.M).split("\n")
        # Functions for earlier systems have no body in the text.
        if module == "Swift":
            place = next(n for n, line in enumerate(lines) if "func _diagnoseUnavailableCodeReached" in line)
            del lines[place - 2]
        if module == "_Concurrency":
            lines = [line for line in lines if not re.match(r" *@backDeployed", line)]
        os.makedirs(os.path.dirname(made), exist_ok=True)
        source = f"{self.library}/{module}.source.swiftinterface"
        with open(source, "w") as file:
            file.write("\n".join(lines))
        self.frontend(
            "-compile-module-from-interface", source, "-module-name", module, "-o", made, *self.flags(OLDEST),
            "-disable-availability-checking", *more)

    def stub(self, module):
        self.frontend(
            "-emit-module", "-o", f"{self.stubs}/{module}.swiftmodule", "-module-name", module,
            f"{HERE}/stub/{module}.swift", "-parse-as-library", *self.flags(OLDEST))

    def prepare(self, with_tests):
        self.standard("Swift", "-parse-stdlib")
        self.standard("SwiftOnoneSupport")
        self.standard("_Concurrency", "-parse-stdlib")
        self.standard("_StringProcessing")
        self.stub("Darwin")
        self.standard("Synchronization")
        self.stub("Dispatch")
        self.stub("Foundation")
        if with_tests:
            self.standard("Testing")


class Package:
    """The targets of a package, those that others need first."""

    def __init__(self, folder):
        self.folder = os.path.abspath(folder)
        said = json.loads(run("swift", "package", "--package-path", folder, "describe", "--type", "json").stdout)
        self.name = said["name"].lower()
        self.targets = {target["name"]: target for target in said["targets"]}
        self.order = []
        for name in self.targets:
            self.visit(name)

    def visit(self, name):
        if name not in self.targets or name in self.order:
            return
        for other in self.targets[name].get("target_dependencies", []):
            self.visit(other)
        self.order.append(name)

    def files(self, target):
        return [os.path.join(self.folder, target["path"], source) for source in target["sources"]]


def check(toolchain, package, name, system, modules):
    """The errors of one target; leaves its module for those that need it, also where it has errors."""
    target = package.targets[name]
    files = package.files(target)
    words = [*files, "-module-name", name, *toolchain.flags(system), "-swift-version", "6", "-package-name", package.name,
             "-enable-testing", "-I", modules, "-plugin-path", f"{toolchain.resources}/host/plugins"]
    if not any(file.endswith("/main.swift") for file in files):
        words.append("-parse-as-library")
    if target["type"] == "test":
        words.append("-typecheck")
    else:
        words += ["-emit-module", "-experimental-allow-module-with-compiler-errors", "-o", f"{modules}/{name}.swiftmodule"]
    ended = toolchain.frontend(*words, may_fail=True)
    errors = sorted({line for line in ended.stderr.splitlines() if ERROR.match(line)})
    if ended.returncode and not errors:
        errors = [f"{name}: error: the compiler ended with {ended.returncode}"]
    return [error.replace(package.folder + "/", "") for error in errors]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--package", default=".")
    parser.add_argument("--work", help="keeps the standard library for the next time; a temporary folder without it")
    parser.add_argument("--macos", default="15.0")
    parser.add_argument("--tests", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="layoutfuzz-darwin-") as temporary:
        work = os.path.abspath(options.work or temporary)
        toolchain = Toolchain(work)
        toolchain.prepare(options.tests)
        package = Package(options.package)
        modules = f"{work}/modules{options.macos}"
        os.makedirs(modules, exist_ok=True)
        total = 0

        def report(name, errors):
            nonlocal total
            total += len(errors)
            print(f"{name}: {len(errors)} errors", flush=True)
            for error in errors[:40]:
                print("   ", error)

        def is_test(name):
            return package.targets[name]["type"] == "test"

        for name in package.order:
            if not is_test(name):
                report(name, check(toolchain, package, name, options.macos, modules))
        tests = [name for name in package.order if is_test(name)] if options.tests else []
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            checks = pool.map(lambda name: check(toolchain, package, name, options.macos, modules), tests)
            for name, errors in zip(tests, checks):
                report(name, errors)
    print(f"{total} errors")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
