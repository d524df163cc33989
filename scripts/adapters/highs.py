# SPDX-License-Identifier: MIT
"""HiGHS (PyPI highspy) as an adapter; the protocol is in README.md in this folder.

usage: highs.py

Strictly lexicographic: one linear program whose cost is, from the highest priority down, the sum of the
violations at that priority; what a level has reached becomes an upper bound for the levels below. Systems are
solved whole: there are no sessions.
"""

import sys

import protocol

try:
    import highspy
    import numpy
except ImportError as missing:
    protocol.unavailable("highspy", missing)

INFINITY = highspy.kHighsInf
# What a level may lose to those below, times its size: HiGHS itself keeps rows within its tolerance only.
LEVEL_SLACK = 1e-10
TOLERANCE = 1e-10
STATUS = highspy.HighsModelStatus


class Model:
    """One row for each constraint and one for each level; error columns after the variables."""

    def __init__(self, variables, constraints):
        self.column_count = variables
        self.variable_count = variables
        self.errors = {}
        self.starts, self.indices, self.cells = [0], [], []
        self.lower, self.upper = [], []
        for constraint in constraints:
            self.add(constraint)
        self.levels = sorted(self.errors, reverse=True)
        self.level_rows = []
        for priority in self.levels:
            self.level_rows.append(len(self.lower))
            self.close([(column, 1.0) for column in self.errors[priority]], -INFINITY, INFINITY)

    def add(self, constraint):
        cells = list(constraint.terms)
        relation, constant = constraint.relation, constraint.constant
        if constraint.priority < 1000:
            # What is missing, and what is too much.
            for sign in {"==": (1.0, -1.0), ">=": (1.0,), "<=": (-1.0,)}[relation]:
                cells.append((self.column_count, sign))
                self.errors.setdefault(constraint.priority, []).append(self.column_count)
                self.column_count += 1
        lower = -INFINITY if relation == "<=" else constant
        upper = INFINITY if relation == ">=" else constant
        self.close(cells, lower, upper)

    def close(self, cells, lower, upper):
        for column, coefficient in cells:
            self.indices.append(column)
            self.cells.append(coefficient)
        self.starts.append(len(self.indices))
        self.lower.append(lower)
        self.upper.append(upper)

    def highs(self):
        model = highspy.HighsLp()
        errors = self.column_count - self.variable_count
        model.num_col_ = self.column_count
        model.num_row_ = len(self.lower)
        model.col_cost_ = numpy.zeros(self.column_count)
        model.col_lower_ = numpy.array([-INFINITY] * self.variable_count + [0.0] * errors)
        model.col_upper_ = numpy.full(self.column_count, INFINITY)
        model.row_lower_ = numpy.array(self.lower)
        model.row_upper_ = numpy.array(self.upper)
        model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        model.a_matrix_.start_ = numpy.array(self.starts, dtype=numpy.int32)
        model.a_matrix_.index_ = numpy.array(self.indices, dtype=numpy.int32)
        model.a_matrix_.value_ = numpy.array(self.cells, dtype=numpy.double)
        highs = highspy.Highs()
        for name, value in (
            ("output_flag", False),
            # Else smaller coefficients count as zero: 1e-9 x == 1 would be a contradiction.
            ("small_matrix_value", 1e-12),
            ("threads", 1),
            ("parallel", "off"),
            ("presolve", "off"),
            ("primal_feasibility_tolerance", TOLERANCE),
            ("dual_feasibility_tolerance", TOLERANCE),
        ):
            highs.setOptionValue(name, value)
        highs.passModel(model)
        return highs


class Engine:
    def __init__(self):
        self.solver = "HiGHS " + highspy.Highs().version()

    @staticmethod
    def confirmed_infeasible(highs):
        # Rounding alone can break the tight tolerances: a contradiction is one for the standard ones, too.
        highs.clearSolver()
        for name, value in (
            ("presolve", "choose"),
            ("primal_feasibility_tolerance", 1e-7),
            ("dual_feasibility_tolerance", 1e-7),
        ):
            highs.setOptionValue(name, value)
        highs.run()
        if highs.getModelStatus() == STATUS.kInfeasible:
            return {"status": "infeasible"}
        raise protocol.GaveUp("infeasible with tight tolerances only")

    def solve(self, variables, constraints):
        if variables == 0 or not constraints:
            return {"status": "optimal", "values": [0.0] * variables}
        model = Model(variables, constraints)
        highs = model.highs()
        columns = numpy.arange(model.column_count, dtype=numpy.int32)
        # Without preferences one run says whether the required constraints can hold.
        for position in range(max(1, len(model.levels))):
            if model.levels:
                costs = numpy.zeros(model.column_count)
                costs[model.errors[model.levels[position]]] = 1.0
                highs.changeColsCost(model.column_count, columns, costs)
            highs.run()
            status = highs.getModelStatus()
            if status == STATUS.kInfeasible and position == 0:
                return self.confirmed_infeasible(highs)
            if status != STATUS.kOptimal:
                text = highs.modelStatusToString(status)
                raise protocol.GaveUp(f"level {position + 1} of {len(model.levels)}: {text}")
            if position + 1 < len(model.levels):
                reached = highs.getInfo().objective_function_value
                bound = reached + LEVEL_SLACK * max(1.0, abs(reached))
                highs.changeRowBounds(model.level_rows[position], -INFINITY, bound)
        values = highs.getSolution().col_value[:variables]
        return {"status": "optimal", "values": [float(value) for value in values]}


def main(words):
    if words:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 64
    protocol.serve(Engine())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
