# SPDX-License-Identifier: MIT
"""A reader of the Visual Format Language, for the reference engine; the grammar is in docs/engines.md.

`read` returns the constraints of a text in the order of the text, as objects of the protocol without ids.
Python's standard library only.
"""

import re

TOKEN = re.compile(
    r"(?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<relation>[<>=]=)|(?P<mark>[][()|@,-])")
ALIGNMENTS = ["left", "right", "top", "bottom", "leading", "trailing", "centerX", "centerY"]


class Unread(Exception):
    """The text is no format, or names something unknown."""


class Reader:
    """One text: `parents` has the superview of each view by id; view 3 is called `v3`."""

    def __init__(self, text, parents, metrics, spacing):
        self.text, self.place = text, 0
        self.views = {f"v{view}": view for view in parents}
        self.parents, self.metrics, self.spacing = parents, metrics, spacing
        self.made = []
        self.chain = []

    # MARK: Tokens

    def fail(self, expected):
        raise Unread(f"expected {expected} at byte {self.place} of {self.text}")

    def takes(self, mark):
        if self.text.startswith(mark, self.place):
            self.place += len(mark)
            return True
        return False

    def needs(self, mark):
        if not self.takes(mark):
            self.fail(f"'{mark}'")

    def token(self, kind):
        found = TOKEN.match(self.text, self.place)
        if found and found.lastgroup == kind:
            self.place = found.end()
            return found.group()
        return None

    # MARK: Grammar

    def read(self, alignment):
        vertical = self.text.startswith("V:")
        self.place = 2 if self.text[:2] in ("H:", "V:") else 0
        names = ("top", "bottom", "height") if vertical else ("leading", "trailing", "width")
        self.near, self.far, self.size = names
        gap = self.gap() if self.takes("|") else None
        self.view(gap)
        while self.place < len(self.text):
            gap = self.gap()
            if self.takes("|"):
                last = self.chain[-1]
                self.distance([self.parents[last], self.far], gap, [last, self.far])
                break
            self.view(gap)
        if self.place < len(self.text):
            self.fail("the end")
        for one, other in zip(self.chain, self.chain[1:]):
            for attribute in alignment:
                self.make([one, attribute], "==", [other, attribute], 0, 1000)
        return self.made

    def gap(self):
        """Returns the predicates of a distance; touching edges are a distance of 0."""
        if not self.takes("-"):
            return [("==", 0, 1000)]
        if self.text[self.place:self.place + 1] in ("[", "|"):
            if self.spacing is None:
                self.fail("a number: the request has no spacing")
            return [("==", self.spacing, 1000)]
        if self.takes("("):
            gap = self.predicates(self.metrics)
        elif self.text[self.place:self.place + 1] in ("-", "+"):
            self.fail("a number without a sign")
        else:
            gap = [("==",) + self.value(self.metrics)]
        self.needs("-")
        return gap

    def view(self, gap):
        self.needs("[")
        name = self.token("name")
        if name not in self.views:
            self.fail("the name of a view")
        view = self.views[name]
        if self.chain:
            self.distance([view, self.near], gap, [self.chain[-1], self.far])
        elif gap:
            self.distance([view, self.near], gap, [self.parents[view], self.near])
        self.chain.append(view)
        if self.takes("("):
            for relation, size, priority in self.predicates({**self.views, **self.metrics}):
                if size in self.views:
                    self.make([view, self.size], relation, [self.views[size], self.size], 0, priority)
                else:
                    self.make([view, self.size], relation, None, size, priority)
        self.needs("]")

    def predicates(self, known):
        """Returns the list after an opening parenthesis as tuples (relation, number or view, priority)."""
        found = []
        while not found or self.takes(","):
            found.append((self.token("relation") or "==",) + self.value(known))
        self.needs(")")
        return found

    def value(self, known):
        number, name = self.token("number"), None
        if number is None:
            name = self.token("name")
            if name not in known:
                self.fail("a number, or the name of one")
        priority = 1000
        if self.takes("@"):
            text = self.token("number")
            priority = float(text) if text else self.metrics.get(self.token("name"), 0)
            if not 0 < priority <= 1000:
                self.fail("a priority")
        if number is not None:
            return float(number), priority
        return self.metrics.get(name, name), priority

    # MARK: Constraints

    def distance(self, first, gap, second):
        for relation, number, priority in gap:
            self.make(first, relation, second, number, priority)

    def make(self, first, relation, second, constant, priority):
        others = {"second": second, "multiplier": 1} if second else {}
        self.made.append(
            {"first": first, "relation": relation, **others, "constant": constant, "priority": priority})


def read(text, parents, metrics, spacing, alignment):
    """Returns the constraints of a text in order, or raises `Unread`."""
    return Reader(text, parents, metrics, spacing).read([name for name in ALIGNMENTS if name in alignment])
