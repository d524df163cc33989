# SPDX-License-Identifier: MIT
"""kiwi (PyPI kiwisolver) as an adapter; the protocol is in README.md in this folder.

usage: kiwi.py [--strict-order]

A priority becomes a strength as most who come from Auto Layout would write it: the number itself, and 1000 the
required one. kiwi adds up strength times violation over all constraints. --strict-order offers the three
strengths that kiwi has names for, strong, medium and weak, which are a thousand apart, and no other priorities:
as near to a strict order as kiwi comes.
"""

import sys

import protocol

try:
    import kiwisolver
except ImportError as missing:
    protocol.unavailable("kiwisolver", missing)

NAMED = {750: "strong", 500: "medium", 250: "weak"}


class Session:
    def __init__(self, variables, strength):
        self.strength = strength
        self.solver = kiwisolver.Solver()
        self.variables = [kiwisolver.Variable(str(index)) for index in range(variables)]
        self.constraints = {}
        self.edits = set()

    def add(self, constraint):
        terms = [kiwisolver.Term(self.variables[index], factor) for index, factor in constraint.terms]
        made = kiwisolver.Constraint(
            kiwisolver.Expression(terms, -constraint.constant),
            constraint.relation,
            self.strength(constraint.priority),
        )
        try:
            self.solver.addConstraint(made)
        except kiwisolver.UnsatisfiableConstraint:
            raise protocol.Refused("UnsatisfiableConstraint") from None
        self.constraints[constraint.id] = made

    def remove(self, constraint):
        try:
            self.solver.removeConstraint(self.constraints.pop(constraint))
        except (KeyError, kiwisolver.UnknownConstraint):
            raise protocol.Refused("UnknownConstraint") from None

    def suggest(self, variable, value, priority):
        if variable not in self.edits:
            self.solver.addEditVariable(self.variables[variable], self.strength(priority))
            self.edits.add(variable)
        self.solver.suggestValue(self.variables[variable], value)

    def read(self):
        self.solver.updateVariables()
        return {"status": "optimal", "values": [each.value() for each in self.variables]}


class Engine:
    def __init__(self, strict_order):
        self.solver = "kiwisolver " + kiwisolver.__version__
        if strict_order:
            self.priorities = sorted(NAMED, reverse=True)
            self.solver += ", strong, medium and weak only"
        self.strict_order = strict_order

    def strength(self, priority):
        if priority == 1000:
            return "required"
        if not self.strict_order:
            return float(priority)
        if priority not in NAMED:
            raise protocol.GaveUp(f"no strength for the priority {priority}")
        return NAMED[priority]

    def open(self, variables):
        return Session(variables, self.strength)

    def solve(self, variables, constraints):
        session = self.open(variables)
        for constraint in constraints:
            try:
                session.add(constraint)
            except protocol.Refused:
                return {"status": "infeasible"}
        return session.read()


def main(words):
    if words not in ([], ["--strict-order"]):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 64
    protocol.serve(Engine(strict_order=bool(words)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
