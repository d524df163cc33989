# SPDX-License-Identifier: MIT
"""The protocol of README.md in this folder, for adapters that are written in Python.

An adapter imports this module before its solver, makes an engine and calls `serve`. An engine has `solver`, a text for
people, `solve(variables, constraints)`, and, if it can change a system that it has solved, `open(variables)`, which
gives a session with `add(constraint)`, `remove(constraint)`, `suggest(variable, value, priority)` and `read()`. Answers are
dictionaries; `Refused` and `GaveUp` are answers, too.
"""

import json
import math
import os
import sys

NAME = "layoutfuzz-solver"
VERSION = 1
UNAVAILABLE = 75
# The replies. Other output goes to standard error, from the import of this module on: libraries print, too.
OUTPUT = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)


class Refused(Exception):
    """The operation was not done and has changed nothing."""


class GaveUp(Exception):
    """The solver cannot or will not say."""


class Constraint:
    """`sum(coefficient * variable) relation constant`; 1000 is required."""

    def __init__(self, fields):
        self.id = fields["id"]
        self.terms = [(index, number(coefficient)) for index, coefficient in fields["terms"]]
        self.relation = fields["relation"]
        self.constant = number(fields["constant"])
        self.priority = fields["priority"]


def number(value):
    """A double; what JSON has no number for comes as "inf", "-inf" or "nan"."""
    return float(value)


def printable(value):
    return value if math.isfinite(value) else str(value)


def unavailable(package, error):
    """Ends the adapter: its solver is not there."""
    print(f"{package} is missing ({error}): pip install {package}", file=sys.stderr)
    sys.exit(UNAVAILABLE)


class Server:
    def __init__(self, engine):
        self.engine = engine
        self.session = None

    def answer(self, request):
        try:
            return self.done(request)
        except Refused as refusal:
            return {"status": "refused", "reason": str(refusal)}
        except GaveUp as reason:
            return {"status": "gaveUp", "reason": str(reason)}

    def done(self, request):
        op = request["op"]
        if op == "hello":
            return self.greeting()
        if op == "solve":
            constraints = [Constraint(fields) for fields in request["constraints"]]
            return self.engine.solve(request["variables"], constraints)
        if op == "open":
            # The old one goes first: two of them might share something.
            self.session = None
            if not hasattr(self.engine, "open"):
                raise GaveUp("no sessions here")
            self.session = self.engine.open(request["variables"])
        elif self.session is None:
            raise GaveUp(f"'{op}' without a session")
        elif op == "add":
            self.session.add(Constraint(request["constraint"]))
        elif op == "remove":
            self.session.remove(request["constraint"])
        elif op == "suggest":
            self.session.suggest(
                request["variable"], number(request["value"]), request["priority"]
            )
        elif op == "read":
            return self.session.read()
        else:
            raise GaveUp(f"'{op}' is not offered")
        return {"status": "ok"}

    def greeting(self):
        reply = {
            "protocol": NAME,
            "version": VERSION,
            "solver": self.engine.solver,
            "session": hasattr(self.engine, "open"),
        }
        priorities = getattr(self.engine, "priorities", None)
        if priorities is not None:
            reply["priorities"] = priorities
        return reply


def encoded(reply):
    try:
        return json.dumps(reply, allow_nan=False)
    except ValueError:
        reply["values"] = [printable(value) for value in reply["values"]]
        return json.dumps(reply, allow_nan=False)


def serve(engine):
    """Answers the lines of standard input until it ends."""
    server = Server(engine)
    for line in sys.stdin.buffer:
        request = json.loads(line)
        reply = {"id": request["id"]}
        reply.update(server.answer(request))
        OUTPUT.write(encoded(reply) + "\n")
        OUTPUT.flush()
