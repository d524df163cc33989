# SPDX-License-Identifier: MIT
"""Processes that carry a mark in their environment: found and ended however far they moved from their parent.

Linux only: the environment of a process is read from /proc.
"""

import os
import signal
import time
import uuid


class Family:
    """All processes that inherit one mark."""

    NAME = "LAYOUTFUZZ_CHAOS"

    def __init__(self):
        self.mark = uuid.uuid4().hex

    def environment(self, folder):
        """The environment for a first process, whose temporary files go to `folder`."""
        return dict(os.environ, **{self.NAME: self.mark}, TMPDIR=folder, SWIFT_BACKTRACE="enable=no")

    def members(self):
        """The ids of all members that run; zombies do not count."""
        wanted = f"{self.NAME}={self.mark}".encode()
        found = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/environ", "rb") as file:
                    if wanted in file.read().split(b"\0") and not is_zombie(name):
                        found.append(int(name))
            except OSError:
                continue
        return found

    def send(self, number, without=()):
        for process in self.members():
            if process not in without:
                signal_to(process, number)

    def left_after(self, seconds):
        """The members that still run after so many seconds; none as soon as all have ended."""
        deadline = time.monotonic() + seconds
        while members := self.members():
            if time.monotonic() > deadline:
                return [(process, command_line(process)) for process in members]
            time.sleep(0.05)
        return []


def is_zombie(process):
    with open(f"/proc/{process}/stat", "rb") as file:
        return file.read().rpartition(b")")[2].split()[0] == b"Z"


def command_line(process):
    try:
        with open(f"/proc/{process}/cmdline", "rb") as file:
            return file.read().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return ""


def signal_to(process, number):
    """Returns whether the process lived when the signal was sent."""
    try:
        if is_zombie(process):
            return False
        os.kill(process, number)
    except (ProcessLookupError, FileNotFoundError):
        return False
    return True


def caught_signals(process):
    """The mask of signals for which a process has handlers; 0 when it has ended."""
    try:
        with open(f"/proc/{process}/status", encoding="utf-8", errors="replace") as file:
            words = [line.split()[1] for line in file if line.startswith("SigCgt:")]
    except OSError:
        return 0
    return int(words[0], 16) if words else 0


def listens(process, numbers, seconds):
    """Waits until a child of this program handles all these signals.

    Returns whether it does, or has ended.
    """
    wanted = sum(1 << (number - 1) for number in numbers)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if process.poll() is not None or wanted & ~caught_signals(process.pid) == 0:
            return True
        time.sleep(0.002)
    return False


NAMES = {int(number): number.name for number in signal.Signals}
