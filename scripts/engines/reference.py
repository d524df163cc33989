#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A small exact layout engine as an adapter; the protocol is in docs/engines.md.

usage: reference.py [--unit] [--fault NAME]...

It does everything that an offer can have, in exact fractions, so that no finding about it is right. --unit rounds
positions down and sizes up to whole points. --fault plants one of the faults that the tests have to find.
Python's standard library only.
"""

import random
import sys
from fractions import Fraction

import formats
import protocol
from lexicographic import REQUIRED, solve

ATTRIBUTES = ["left", "right", "leading", "trailing", "top", "bottom", "width", "height", "centerX", "centerY"]
OPERATIONS = ["add", "remove", "change", "resize", "hint", "move", "reroot", "drop"]
NATURAL = 250
FAULTS = [
    "stale-after-remove", "stale-after-move", "stale-after-reroot", "hint-ignored", "wrong-rounding", "stale-cache",
    "unrepeatable", "zero-size-ignored", "message", "mirrored-format", "unrepeatable-choice", "crash-on-drop",
    "priority-not-changed", "required-not-changed", "multiplier-not-changed", "items-not-changed",
    "edge-multiplier-ignored", "negative-multiplier-turned", "across-multiplier-ignored", "close-priorities-merged",
    "stale-after-drop",
]
FORMATS = [
    "horizontal", "vertical", "spacing", "metrics", "metricPriorities", "priorities", "views", "negative", "alignment",
]


def exact(value):
    return Fraction(value)


class Layout:
    """A live layout: its views and constraints; frames are computed anew for each reading."""

    def __init__(self, engine, size, direction, views):
        self.engine = engine
        self.size = [exact(value) for value in size]
        self.direction = direction
        self.views = {view["id"]: dict(view) for view in views}
        self.constraints = {}
        self.stale = None
        self.chooses = "unrepeatable-choice" in engine.faults and random.random() < 0.05

    # The members of a request are keywords, as the protocol names them.

    def add(self, constraint):
        self.constraints[constraint["id"]] = constraint
        if constraint["priority"] == REQUIRED and self._solved(required=True) is None:
            del self.constraints[constraint["id"]]
            raise protocol.Refused("it contradicts other constraints")

    def format(self, format, constraint, metrics=None, spacing=None, alignment=()):
        parents = {number: view.get("parent", 0) for number, view in self.views.items()}
        try:
            made = formats.read(format, parents, metrics or {}, spacing, alignment)
        except formats.Unread as error:
            raise protocol.Unread(str(error))
        if "mirrored-format" in self.engine.faults:
            self._mirror(made)
        made = [{"id": constraint + place, **fields} for place, fields in enumerate(made)]
        self.constraints.update((fields["id"], fields) for fields in made)
        if any(fields["priority"] == REQUIRED for fields in made) and self._solved(required=True) is None:
            for fields in made:
                del self.constraints[fields["id"]]
            raise protocol.Refused("it contradicts other constraints")
        return {"constraints": [self._printable(fields) for fields in made]}

    def remove(self, constraint):
        if "stale-after-remove" in self.engine.faults and len(self.constraints) > 3:
            self._keep()
        self.constraints.pop(constraint, None)

    def change(self, constraint):
        if constraint["id"] in self.constraints:
            kept = self._not_changed(self.constraints[constraint["id"]], constraint)
            self.constraints[constraint["id"]] = {**constraint, **kept}

    def hint(self, view, sizes):
        if "hint-ignored" in self.engine.faults and "maximum" in sizes:
            sizes = {kind: size for kind, size in sizes.items() if kind != "maximum"}
        self.views[view]["sizes"] = sizes

    def resize(self, size):
        if "stale-cache" in self.engine.faults and exact(size[0]) == self.size[0]:
            self._keep()
        self.size = [exact(value) for value in size]

    def move(self, view, parent):
        if "stale-after-move" in self.engine.faults and self.views[view]["parent"] != parent:
            self.constraints = {
                number: constraint for number, constraint in self.constraints.items()
                if constraint["first"][0] != view or constraint["priority"] == REQUIRED}
        self.views[view]["parent"] = parent

    def reroot(self):
        if "stale-after-reroot" in self.engine.faults:
            for view in self.views.values():
                view.get("sizes", {}).pop("natural", None)

    def drop(self, view):
        if "crash-on-drop" in self.engine.faults and self.constraints:
            raise RuntimeError("a constraint is left")
        gone = {view}
        while more := {one for one, other in self.views.items() if other["parent"] in gone} - gone:
            gone |= more
        self.views = {number: view for number, view in self.views.items() if number not in gone}
        stays = "stale-after-drop" in self.engine.faults
        self.constraints = {
            number: constraint for number, constraint in self.constraints.items()
            if constraint["first"][0] not in gone and (stays or constraint.get("second", [None])[0] not in gone)}
        for constraint in self.constraints.values():
            if constraint.get("second", [None])[0] in gone:
                constraint.pop("second")

    def frames(self):
        stale, self.stale = self.stale, None
        values = self._solved()
        if values is None:
            raise protocol.Contradiction("required constraints contradict each other")
        frames = {str(view): self._shown(values[4 * place:4 * place + 4]) for place, view in enumerate(self.views)}
        if stale:
            frames.update({view: frame for view, frame in stale.items() if view in frames})
        least = [self._least(axis) for axis in (0, 1)]
        return {
            "frames": frames, "minimum": [protocol.printable(size) for size in least],
            "natural": [protocol.printable(max(size, 0)) for size in least], "messages": self._messages(),
        }

    # MARK: - Planted faults

    def _keep(self):
        values = self._solved()
        if values:
            self.stale = {
                str(view): self._shown(values[4 * place:4 * place + 4]) for place, view in enumerate(self.views)}

    @staticmethod
    def _mirror(made):
        # The relation of a distance at the end is that of the exchanged items.
        for fields in made:
            if fields["first"][0] == 0:
                fields["relation"] = {"<=": ">=", ">=": "<=", "==": "=="}[fields["relation"]]

    def _not_changed(self, old, new):
        """Returns the members of a constraint that a fault keeps."""
        faults, names = self.engine.faults, ()
        switches = (old["priority"] == REQUIRED) != (new["priority"] == REQUIRED)
        if "required-not-changed" in faults and switches or "priority-not-changed" in faults and not switches:
            names = ("priority",)
        elif "multiplier-not-changed" in faults and "second" in old and "second" in new:
            names = ("multiplier",)
        elif "items-not-changed" in faults and "second" in old and "second" in new:
            names = ("first", "second")
        return {name: old[name] for name in names}

    def _factor(self, constraint):
        faults, factor = self.engine.faults, exact(constraint["multiplier"])
        is_size = [constraint[item][1] in ("width", "height") for item in ("first", "second")]
        crosses = all(is_size) and constraint["first"][1] != constraint["second"][1]
        if "edge-multiplier-ignored" in faults and not all(is_size) or "across-multiplier-ignored" in faults and crosses:
            return 1
        return abs(factor) if "negative-multiplier-turned" in faults else factor

    def _priority(self, constraint):
        priority = constraint["priority"]
        return NATURAL if "close-priorities-merged" in self.engine.faults and abs(priority - NATURAL) <= 1 else priority

    def _messages(self):
        if "message" in self.engine.faults and len(self.views) == 3:
            return ["a view has no superview"]
        return []

    # MARK: - Rounding

    def _shown(self, frame):
        if "unrepeatable" in self.engine.faults and random.random() < 0.05:
            frame = [frame[0] + 1] + frame[1:]
        if not self.engine.rounds:
            return [protocol.printable(value) for value in frame]
        down = -1 if "wrong-rounding" in self.engine.faults else 1
        return [int(down * (down * value // 1)) for value in frame[:2]] + [-int(-value // 1) for value in frame[2:]]

    # MARK: - Constraints

    @staticmethod
    def _printable(fields):
        numbers = {name: protocol.printable(fields[name]) for name in ("constant", "priority")}
        return {**fields, **numbers}

    def _solved(self, required=False, free=None):
        """Returns the values of all frames, and of the size of the root along the free axis.

        The other size of the root is that of the layout.
        """
        places = {view: place for place, view in enumerate(self.views)}
        root = 4 * len(places)
        rows = []
        if free is not None:
            rows.append(({root: 1}, ">=", 0, REQUIRED))
        for view, fields in self.views.items():
            sizes = fields.get("sizes", {})
            for axis in (0, 1):
                size = {4 * places[view] + 2 + axis: 1}
                rows.append((size, ">=", 0, REQUIRED))
                for kind, relation, priority in (
                        ("minimum", ">=", REQUIRED), ("natural", "==", NATURAL), ("maximum", "<=", REQUIRED)):
                    if kind not in sizes:
                        continue
                    if "zero-size-ignored" in self.engine.faults and kind == "natural" and not sizes[kind][axis]:
                        continue
                    rows.append((size, relation, exact(sizes[kind][axis]), priority))
        rows += [self._row(constraint, places, free) for constraint in self.constraints.values()]
        if required:
            rows = [row for row in rows if row[3] == REQUIRED]
        if free is not None:
            rows.append(({root: 1}, "<=", 0, 1))
        elif self.chooses:
            # A priority below all others chooses another one of several right layouts.
            rows += [({variable: 1}, ">=", 1000, Fraction(1, 10**9)) for variable in range(root)]
        return solve(root + (free is not None), rows)

    def _row(self, constraint, places, free):
        terms, offset = self._value(constraint["first"], places, free)
        constant, relation = exact(constraint["constant"]), constraint["relation"]
        if "second" in constraint:
            factor = self._factor(constraint)
            others, shift = self._value(constraint["second"], places, free)
            for variable, value in others.items():
                terms[variable] = terms.get(variable, 0) - factor * value
            offset -= factor * shift
            if self.direction == "rtl" and constraint["first"][1] in ("leading", "trailing"):
                constant = -constant
                relation = {"<=": ">=", ">=": "<=", "==": "=="}[relation]
        return terms, relation, constant - offset, self._priority(constraint)

    def _value(self, item, places, free):
        """Returns an item as terms and a constant, in the coordinates of the root."""
        view, attribute = item
        axis = 0 if attribute in ("left", "right", "leading", "trailing", "width", "centerX") else 1
        turned = {"leading": "trailing", "trailing": "leading"} if self.direction == "rtl" else {}
        attribute = turned.get(attribute, attribute)
        share = {"right": 1, "trailing": 1, "bottom": 1, "centerX": Fraction(1, 2), "centerY": Fraction(1, 2)}
        share = 1 if attribute in ("width", "height") else share.get(attribute, 0)
        if view == 0:
            if axis == free:
                return {4 * len(places): share}, 0
            return {}, share * self.size[axis]
        first = 4 * places[view]
        terms = {} if attribute in ("width", "height") else {first + axis: Fraction(1)}
        if share:
            terms[first + 2 + axis] = Fraction(share)
        return terms, 0

    def _least(self, axis):
        values = self._solved(required=True, free=axis)
        return values[-1] if values else 0


class Engine:
    def __init__(self, rounds, faults):
        self.rounds, self.faults = rounds, faults
        self.name = "reference 1" + (" rounded" if rounds else "")

    def offer(self):
        offer = {
            "attributes": ATTRIBUTES, "relations": ["<=", "==", ">="], "items": 2, "multipliers": True,
            "edgeMultipliers": True, "negativeMultipliers": True, "acrossAxes": True,
            "changes": ["priority", "required", "multiplier", "items"], "nested": True, "guides": True, "directions": ["ltr", "rtl"], "leading": "mirrored",
            "sizes": {"minimum": REQUIRED, "natural": NATURAL, "maximum": REQUIRED},
            "guideSizes": {"minimum": REQUIRED, "natural": NATURAL, "maximum": REQUIRED},
            "rootHints": ["minimum", "natural"], "operations": OPERATIONS, "formats": FORMATS,
            "refuses": True, "repeatable": True,
        }
        if self.rounds:
            offer["rounding"] = {"unit": 1, "position": "down", "size": "up"}
        return offer

    def open(self, size, direction, views):
        return Layout(self, size, direction, views)


def main(arguments):
    faults = [word for option, word in zip(arguments, arguments[1:]) if option == "--fault"]
    for fault in faults:
        if fault not in FAULTS:
            sys.exit(f"reference.py: unknown fault '{fault}'; known: {', '.join(FAULTS)}")
    protocol.serve(Engine("--unit" in arguments, faults))


if __name__ == "__main__":
    main(sys.argv[1:])
