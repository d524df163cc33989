#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the programs of Corpus/trophies and lists the faults that still show in what is installed.

usage: trophies.py [--python PYTHON] [--require] [NAME ...]

PYTHON runs the programs of PyPI packages (Qt, PySide, kiwi); /usr/bin/python3 runs those of GTK, under an X server
that is started for them. A program exits with 1 while its fault shows. A fault is gone if it does not show, and skipped
where it cannot. --require: exit with 1 if a program is broken, or if a fault is gone in the version that
docs/trophies.md names. Other exit codes: 64 for wrong words, 0 else.
"""

import argparse
import os
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Corpus", "trophies")
# The imports of a program, by the first word of its name.
NEEDS = {
    "gtk": "import gi; gi.require_version('Gtk', '4.0'); from gi.repository import Gtk; "
           "print('GTK', Gtk.MAJOR_VERSION, Gtk.MINOR_VERSION, Gtk.MICRO_VERSION)",
    "qt": "from PySide6 import QtWidgets, QtCore; print('Qt', QtCore.qVersion())",
    "pyside": "from PySide6 import QtWidgets; import PySide6; print('PySide', PySide6.__version__)",
    "kiwi": "import kiwisolver; print('kiwisolver', kiwisolver.__version__)",
}
PAGE = os.path.join(ROOT, "..", "..", "docs", "trophies.md")
LIMIT_SECONDS = 60
# The exit code of a program whose fault cannot show here.
CANNOT_SHOW = 77


def start_display():
    """Starts an X server; None without Xvfb."""
    reading, writing = os.pipe()
    try:
        server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "64x64x24", "-nolisten", "tcp"],
            stderr=subprocess.DEVNULL, pass_fds=[writing])
    except OSError:
        return None
    os.close(writing)
    number = b""
    while not number.endswith(b"\n"):
        part = os.read(reading, 16)
        if not part:
            return None
        number += part
    os.environ.update(DISPLAY=":" + number.decode().strip(), GDK_BACKEND="x11", GTK_A11Y="none")
    return server


def run(words):
    """Runs a program: its exit code and what it printed; None when it takes too long or cannot start."""
    try:
        ended = subprocess.run(
            words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=LIMIT_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return None, ""
    return ended.returncode, ended.stdout


def version(kind, python, found):
    """The name and version of what the programs of a kind need; None when it is not installed."""
    if kind not in found:
        code, text = run([python, "-c", NEEDS[kind]])
        found[kind] = ".".join(text.split()).replace(".", " ", 1) if code == 0 else None
    return found[kind]


def main():
    parser = argparse.ArgumentParser(add_help=True, usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--require", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    known = sorted(os.listdir(ROOT))
    for name in options.names:
        if name not in known:
            print(f"{name}: error: no trophy has this name", file=sys.stderr)
            return 64
    server = start_display()
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    wrong = 0
    counts = {"shows": 0, "gone": 0, "broken": 0, "skipped": 0}
    found = {}
    try:
        for name in options.names or known:
            kind = name.split("-")[0]
            python = "/usr/bin/python3" if kind == "gtk" else options.python
            engine = version(kind, python, found)
            if not engine or kind == "gtk" and not server:
                missing = "GTK 4, gi or Xvfb" if kind == "gtk" else kind
                state, text = "skipped", f"{missing} is not installed"
            else:
                code, text = run([python, os.path.join(ROOT, name, "program.py")])
                # Without an actual value, the program ended before it could judge.
                state = {0: "gone", 1: "shows"}.get(code, "broken") if "actual:" in text else "broken"
                if code == CANNOT_SHOW:
                    state = "skipped"
                wrong += state == "broken" or state == "gone" and f"| `{name}` | {engine} |" in page
                text = f"{engine}: " + " / ".join(line.strip() for line in text.splitlines())
            counts[state] += 1
            print(f"{state}: {name}: {text}", flush=True)
    finally:
        if server:
            server.kill()
            server.wait()
    print(", ".join(f"{count} {state}" for state, count in counts.items()))
    return 1 if options.require and wrong else 0


if __name__ == "__main__":
    sys.exit(main())
