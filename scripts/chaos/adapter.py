#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A deterministic wrong solver for chaos tests: every variable is 1, and required constraints are never refused."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "adapters"))
sys.dont_write_bytecode = True
import protocol


class Session:
    def __init__(self, variables):
        self.variables = variables

    def add(self, constraint):
        pass

    def remove(self, constraint):
        pass

    def suggest(self, variable, value, priority):
        pass

    def read(self):
        return {"status": "optimal", "values": [1] * self.variables}


class Engine:
    solver = "ones 1"

    def solve(self, variables, constraints):
        return {"status": "optimal", "values": [1] * variables}

    def open(self, variables):
        return Session(variables)


protocol.serve(Engine())
