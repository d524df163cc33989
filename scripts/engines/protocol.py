# SPDX-License-Identifier: MIT
"""The server of the protocol of docs/engines.md, for adapters that are written in Python.

An adapter imports this module before its engine, makes an engine and calls `serve(engine)`. An engine has `name`, a
text with its version, `offer()`, the members of the handshake, and `open(size, direction, views)`, which returns a live layout. A layout has a method for
each offered operation (`format`, `add`, `remove`, `change`, `hint`, `resize`, `move`, `reroot`, `drop`), each with the members
of the request as keywords, and `frames()`, which returns the members of the reply. `Refused`, `Unread`,
`Contradiction` and `GaveUp` are replies, too.
"""

import json
import math
import os
import sys

NAME = "layoutfuzz-layout"
VERSION = 1
UNAVAILABLE = 75
# The replies. Other output goes to standard error, from the import of this module on: libraries print, too.
OUTPUT = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)
# The members of each request; others are ignored.
MEMBERS = {
    "add": ["constraint"], "remove": ["constraint"], "change": ["constraint"], "hint": ["view", "sizes"],
    "resize": ["size"], "move": ["view", "parent"], "reroot": [], "drop": ["view"], "frames": [],
    "format": ["format", "constraint", "metrics", "spacing", "alignment"],
}


class Refused(Exception):
    """The constraint contradicts others, was not added, and has changed nothing."""


class Unread(Exception):
    """The engine does not read the text of a format."""


class Contradiction(Exception):
    """There are no frames to read: required constraints contradict each other."""


class GaveUp(Exception):
    """The engine cannot or will not do it."""


def unavailable(packages, error):
    """Ends the adapter: its engine is not installed."""
    print(f"{packages} is missing ({error})", file=sys.stderr)
    sys.exit(UNAVAILABLE)


def printable(value):
    """Returns a number as JSON can write it: infinities and NaN become texts."""
    value = float(value)
    if not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    return int(value) if value == int(value) else value


class Server:
    def __init__(self, engine):
        self.engine = engine
        self.layout = None

    def reply(self, request):
        op = request.pop("op")
        if op == "hello":
            return {"protocol": NAME, "version": VERSION, "engine": self.engine.name, **self.engine.offer()}
        try:
            if op == "open":
                # The old one goes first: two of them might share something.
                self.layout = None
                self.layout = self.engine.open(request["size"], request["direction"], request["views"])
                return {"status": "ok"}
            if self.layout is None:
                raise GaveUp("no layout is open")
            if op not in MEMBERS or not hasattr(self.layout, op):
                raise GaveUp(f"unknown op {op}")
            members = {name: request[name] for name in MEMBERS[op] if name in request}
            return {"status": "ok", **(getattr(self.layout, op)(**members) or {})}
        except Refused as refusal:
            return {"status": "refused", "reason": str(refusal)}
        except Unread as reason:
            return {"status": "unread", "reason": str(reason)}
        except Contradiction as reason:
            return {"status": "contradiction", "reason": str(reason)}
        except GaveUp as reason:
            return {"status": "gaveUp", "reason": str(reason)}


def serve(engine):
    """Answers each line of standard input with a line of standard output until the input ends."""
    server = Server(engine)
    for line in sys.stdin.buffer:
        request = json.loads(line)
        number = request.pop("id")
        reply = {"id": number, **server.reply(request)}
        OUTPUT.write(json.dumps(reply) + "\n")
        OUTPUT.flush()
