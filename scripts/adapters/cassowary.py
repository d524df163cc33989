# SPDX-License-Identifier: MIT
"""The solver of BeeWare (PyPI cassowary) as an adapter; the protocol is in README.md in this folder.

usage: cassowary.py

It offers the three strengths that the package has names for, strong, medium and weak, and each system anew: the
package has not changed since 2016, and its edits are not asked.
"""

import os
import sys

import protocol

# This file has the name of the package, and its folder is the first that Python searches.
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.remove(HERE)
try:
    from cassowary import MEDIUM, REQUIRED, STRONG, WEAK, RequiredFailure, SimplexSolver, Variable, __version__
    from cassowary.expression import Constraint, Expression
except ImportError as error:
    missing = error
else:
    missing = None
sys.path.insert(0, HERE)

STRENGTHS = {} if missing else {1000: REQUIRED, 750: STRONG, 500: MEDIUM, 250: WEAK}


class Engine:
    def __init__(self):
        self.solver = f"cassowary {__version__}, strong, medium and weak only"
        self.priorities = [750, 500, 250]

    def solve(self, variables, constraints):
        solver = SimplexSolver()
        values = [Variable(f"x{index}") for index in range(variables)]
        for value in values:
            # A variable without a constraint has a value, too.
            solver.add_stay(value, WEAK, 0.0)
        for constraint in constraints:
            if constraint.priority not in STRENGTHS:
                raise protocol.GaveUp(f"no strength for the priority {constraint.priority}")
            total = Expression(constant=-constraint.constant)
            for index, factor in constraint.terms:
                total = total + values[index] * factor
            try:
                if constraint.relation == "==":
                    made = Constraint(total, strength=STRENGTHS[constraint.priority])
                else:
                    relation = Constraint.LEQ if constraint.relation == "<=" else Constraint.GEQ
                    made = Constraint(total, relation, 0.0, strength=STRENGTHS[constraint.priority])
                solver.add_constraint(made)
            except RequiredFailure:
                return {"status": "infeasible"}
        return {"status": "optimal", "values": [value.value for value in values]}


if missing:
    protocol.unavailable("cassowary", missing)
protocol.serve(Engine())
