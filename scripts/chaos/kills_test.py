#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests of what chaos.py relies on: which signals meet a live process, and when a command listens to signals."""

import os
import signal
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True
import family
import kills

LATE = """
import signal, sys, time
sys.stdin.readline()
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, lambda *_: sys.exit(3))
print("ready", flush=True)
time.sleep(600)
"""


class Kills(unittest.TestCase):
    def start(self, text):
        process = subprocess.Popen([sys.executable, "-c", text], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def test_a_command_listens_only_with_all_handlers(self):
        process = self.start(LATE)
        self.assertFalse(family.listens(process, kills.ASKING, 0.2))
        process.stdin.write(b"\n")
        process.stdin.flush()
        process.stdout.readline()
        self.assertTrue(family.listens(process, kills.ASKING, 60))
        self.assertTrue(family.signal_to(process.pid, signal.SIGTERM))
        self.assertEqual(process.wait(), 3)

    def test_a_command_that_has_ended_is_not_waited_for(self):
        process = self.start("")
        self.assertTrue(family.listens(process, kills.ASKING, 60))

    def test_an_ended_process_takes_no_signal(self):
        process = self.start("")
        while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
            time.sleep(0.01)
        # It can still be sent signals: nobody has waited for it.
        os.kill(process.pid, signal.SIGTERM)
        self.assertFalse(family.signal_to(process.pid, signal.SIGTERM))
        process.wait()
        self.assertFalse(family.signal_to(process.pid, signal.SIGTERM))


if __name__ == "__main__":
    unittest.main()
