"""Exact optima of linear constraints with strict priorities, over whole numbers.

Rows are kept as whole numbers with a common factor taken out, so no number is ever rounded. Bland's rule makes the
simplex method end. Python's standard library only.
"""

import math
from fractions import Fraction

REQUIRED = 1000


class Row:
    """The equation `factor * basic + sum of cells = constant`, with whole numbers and a factor above 0."""

    __slots__ = ("cells", "factor", "constant")

    def __init__(self, cells, factor, constant):
        self.cells, self.factor, self.constant = cells, factor, constant

    def reduce(self):
        divisor = math.gcd(self.factor, self.constant, *self.cells.values())
        if divisor > 1:
            self.factor //= divisor
            self.constant //= divisor
            self.cells = {column: value // divisor for column, value in self.cells.items()}


def solve(count, constraints):
    """Returns an optimal value for each variable, or None when the required constraints contradict each other.

    `constraints` holds tuples (terms, relation, constant, priority): terms map a variable to a Fraction, the relation
    is "<=", "==" or ">=", and priority 1000 is required. For each lower priority, from high to low, the sum of
    violations is minimized over all optima of the priorities above.
    """
    return _Tableau(count, constraints).optimum()


class _Tableau:
    def __init__(self, count, constraints):
        self.free = count
        self.columns = count
        self.rows = {}
        self.closed = set()
        # The columns whose sum a level minimizes, by priority; priority None is that of contradictions.
        self.levels = {}
        for terms, relation, constant, priority in constraints:
            self._add(terms, relation, Fraction(constant), priority)

    def _column(self):
        self.columns += 1
        return self.columns - 1

    def _add(self, terms, relation, constant, priority):
        cells = {variable: Fraction(value) for variable, value in terms.items() if value}
        # terms + under - over = constant; both are at least 0.
        under, over = self._column(), self._column()
        cells[under], cells[over] = Fraction(1), Fraction(-1)
        if relation != ">=":
            self.levels.setdefault(priority, set()).add(over)
        if relation != "<=":
            self.levels.setdefault(priority, set()).add(under)
        scale = math.lcm(constant.denominator, *(value.denominator for value in cells.values()))
        whole = {column: int(value * scale) for column, value in cells.items()}
        constant = int(constant * scale)
        basic = under
        if constant < 0:
            basic, constant = over, -constant
            whole = {column: -value for column, value in whole.items()}
        factor = whole.pop(basic)
        self.rows[basic] = Row(whole, factor, constant)

    def optimum(self):
        for priority in sorted(self.levels, reverse=True):
            self._minimize(self.levels[priority])
            if priority == REQUIRED and any(
                    column in self.rows and self.rows[column].constant for column in self.levels[priority]):
                return None
            self._close(self._reduced(self.levels[priority]))
        return [
            Fraction(self.rows[variable].constant, self.rows[variable].factor) if variable in self.rows else Fraction(0)
            for variable in range(self.free)
        ]

    def _reduced(self, costs):
        """Returns the change of the sum of `costs` for one more of each column that is not basic, times a factor.

        The factor is above 0 and makes all changes whole: their signs are all that matters.
        """
        rows = [self.rows[basic] for basic in costs if basic in self.rows]
        factor = math.lcm(*(row.factor for row in rows))
        reduced = {column: factor for column in costs if column not in self.rows}
        for row in rows:
            share = factor // row.factor
            for column, value in row.cells.items():
                reduced[column] = reduced.get(column, 0) - value * share
        return {column: value for column, value in reduced.items() if value}

    def _close(self, reduced):
        # A column that would raise the sum stays at 0 in every optimum.
        self.closed.update(column for column in reduced if column >= self.free)

    def _minimize(self, costs):
        while True:
            reduced = self._reduced(costs)
            entering = min(
                (column for column, value in reduced.items()
                 if column < self.free or (value < 0 and column not in self.closed)), default=None)
            if entering is None:
                return
            self._enter(entering, rises=reduced[entering] < 0)

    def _enter(self, entering, rises):
        leaving = None
        for basic, row in self.rows.items():
            value = row.cells.get(entering, 0) * (1 if rises else -1)
            if value > 0 and basic >= self.free:
                ratio = (Fraction(row.constant, value), basic)
                if leaving is None or ratio < leaving:
                    leaving = ratio
        # The sum of violations is at least 0, so some row stops the column.
        self._pivot(entering, leaving[1])

    def _pivot(self, entering, leaving):
        row = self.rows.pop(leaving)
        factor = row.cells.pop(entering)
        row.cells[leaving] = row.factor
        if factor < 0:
            row.cells = {column: -value for column, value in row.cells.items()}
            row.factor, row.constant = -factor, -row.constant
        else:
            row.factor = factor
        row.reduce()
        for other in self.rows.values():
            value = other.cells.pop(entering, 0)
            if not value:
                continue
            cells = {column: number * row.factor for column, number in other.cells.items()}
            for column, number in row.cells.items():
                total = cells.get(column, 0) - number * value
                if total:
                    cells[column] = total
                else:
                    cells.pop(column, None)
            other.cells = cells
            other.constant = other.constant * row.factor - row.constant * value
            other.factor *= row.factor
            other.reduce()
        self.rows[entering] = row
