# SPDX-License-Identifier: MIT
"""HiGHS as a peer of `layoutbench peers`, with the protocol of README.md in this folder.

usage: highs_peer.py PACKAGES WORKLOAD

One linear program; the strengths are solved from the highest down, and what a level has reached becomes an
upper bound for those below. A suggestion changes one row, and the levels are solved again from the last
basis. Times are CPU time of the process without reading the file, and with what Python adds around the calls.
"""

import resource
import sys
import time

STRENGTHS = ("required", "strong", "medium", "weak")
# HiGHS itself keeps rows within 1e-7.
LEVEL_SLACK = 1e-9


class WorkloadError(Exception):
    """The workload file is not what it claims to be."""


class Workload:
    def __init__(self, path):
        with open(path, encoding="ascii") as file:
            lines = iter(file.read().splitlines())
        self._expect(lines, "layoutbench-workload", "1")
        self.name = self._expect(lines, "name")[0]
        self.variable_count = int(self._expect(lines, "variables")[0])
        edit = self._expect(lines, "edit")
        self.edit_variable, self.first_suggestion = int(edit[0]), float(edit[1])
        count = int(self._expect(lines, "constraints")[0])
        self.constraints = [self._constraint(next(lines).split()) for _ in range(count)]
        count = int(self._expect(lines, "sweep")[0])
        self.sweep = [float(next(lines)) for _ in range(count)]

    @staticmethod
    def _expect(lines, keyword, *values):
        words = next(lines, "").split()
        if words[:1] != [keyword] or (values and words[1:] != list(values)):
            raise WorkloadError(f"expected '{keyword}', not '{' '.join(words)}'")
        return words[1:]

    @staticmethod
    def _constraint(words):
        strength, relation, constant, cells = words[0], words[1], float(words[2]), words[3:]
        if strength not in STRENGTHS or relation not in ("<=", "==", ">="):
            raise WorkloadError(f"bad constraint '{' '.join(words)}'")
        terms = [(int(cells[i]), float(cells[i + 1])) for i in range(0, len(cells), 2)]
        return terms, relation, constant, strength


class Peer:
    """A model with one row for each constraint, one for the edit variable, and one for each level."""

    def __init__(self, workload, highspy, numpy):
        self.workload, self.highspy, self.numpy = workload, highspy, numpy
        self.suggested = workload.first_suggestion
        self.values = None
        self.level_errors = {name: [] for name in STRENGTHS[1:]}
        self.column_count = workload.variable_count
        self.starts, self.indices, self.cells, self.lower, self.upper = [0], [], [], [], []

    def build(self):
        workload = self.workload
        for terms, relation, constant, strength in workload.constraints:
            self._row(terms, relation, constant, strength)
        self.edit_row = len(self.lower)
        self._row([(workload.edit_variable, 1.0)], "==", self.suggested, "strong")
        self.levels = [name for name in STRENGTHS[1:] if self.level_errors[name]]
        self.level_rows = {}
        for name in self.levels[:-1]:
            self.level_rows[name] = len(self.lower)
            infinity = self.highspy.kHighsInf
            self._close([(column, 1.0) for column in self.level_errors[name]], -infinity, infinity)
        self._pass_model()
        self._solve()

    def suggest(self, value):
        self.suggested = value
        self.highs.changeRowBounds(self.edit_row, value, value)
        infinity = self.highspy.kHighsInf
        for row in self.level_rows.values():
            self.highs.changeRowBounds(row, -infinity, infinity)
        self._solve()

    def _row(self, terms, relation, constant, strength):
        cells = {}
        for variable, coefficient in terms:
            cells[variable] = cells.get(variable, 0.0) + coefficient
        cells = list(cells.items())
        if strength != "required":
            # What is missing, and what is too much.
            signs = {"==": (1.0, -1.0), ">=": (1.0,), "<=": (-1.0,)}[relation]
            for sign in signs:
                cells.append((self.column_count, sign))
                self.level_errors[strength].append(self.column_count)
                self.column_count += 1
        infinity = self.highspy.kHighsInf
        self._close(
            cells,
            -infinity if relation == "<=" else constant,
            infinity if relation == ">=" else constant,
        )

    def _close(self, cells, lower, upper):
        for column, coefficient in cells:
            self.indices.append(column)
            self.cells.append(coefficient)
        self.starts.append(len(self.indices))
        self.lower.append(lower)
        self.upper.append(upper)

    def _pass_model(self):
        highspy, numpy = self.highspy, self.numpy
        infinity = highspy.kHighsInf
        free = self.workload.variable_count
        model = highspy.HighsLp()
        model.num_col_ = self.column_count
        model.num_row_ = len(self.lower)
        model.col_cost_ = numpy.zeros(self.column_count)
        model.col_lower_ = numpy.array([-infinity] * free + [0.0] * (self.column_count - free))
        model.col_upper_ = numpy.full(self.column_count, infinity)
        model.row_lower_ = numpy.array(self.lower)
        model.row_upper_ = numpy.array(self.upper)
        model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        model.a_matrix_.start_ = numpy.array(self.starts, dtype=numpy.int32)
        model.a_matrix_.index_ = numpy.array(self.indices, dtype=numpy.int32)
        model.a_matrix_.value_ = numpy.array(self.cells)
        self.highs = highspy.Highs()
        for name, value in (("output_flag", False), ("threads", 1), ("parallel", "off")):
            self.highs.setOptionValue(name, value)
        self.highs.passModel(model)

    def _solve(self):
        numpy = self.numpy
        for name in self.levels:
            costs = numpy.zeros(self.column_count)
            costs[self.level_errors[name]] = 1.0
            columns = numpy.arange(self.column_count, dtype=numpy.int32)
            self.highs.changeColsCost(self.column_count, columns, costs)
            self.highs.run()
            status = self.highs.getModelStatus()
            if status != self.highspy.HighsModelStatus.kOptimal:
                raise RuntimeError(f"level {name}: {self.highs.modelStatusToString(status)}")
            if name in self.level_rows:
                reached = self.highs.getInfo().objective_function_value
                bound = reached + LEVEL_SLACK * max(1.0, abs(reached))
                self.highs.changeRowBounds(self.level_rows[name], -self.highspy.kHighsInf, bound)
        self.values = self.highs.getSolution().col_value

    def objectives(self):
        sums = dict.fromkeys(STRENGTHS, 0.0)
        for terms, relation, constant, strength in self.workload.constraints:
            residual = sum(self.values[v] * c for v, c in terms) - constant
            violation = {"==": abs(residual), "<=": max(0.0, residual), ">=": max(0.0, -residual)}[relation]
            if strength == "required":
                sums[strength] = max(sums[strength], violation)
            else:
                sums[strength] += violation
        sums["strong"] += abs(self.values[self.workload.edit_variable] - self.suggested)
        return " ".join(repr(sums[name]) for name in STRENGTHS)


def peak_memory():
    """Kilobytes. `ru_maxrss` of a process begins with that of its parent; the kernel's own count does not."""
    try:
        with open("/proc/self/status", encoding="ascii") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1])
    except OSError:
        pass
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


class Server:
    def __init__(self, workload, highspy, numpy):
        self.new_peer = lambda: Peer(workload, highspy, numpy)
        self.workload = workload
        self.peer = None

    def answer(self, words):
        verb = words[0]
        if verb == "memory":
            return f"memory {peak_memory()}"
        if verb == "build":
            return self.build(int(words[1]), int(words[2]) * 1_000_000)
        if self.peer is None:
            raise RuntimeError(f"'{verb}' before 'build'")
        if verb == "objectives":
            return f"objectives {self.peer.objectives()}"
        if verb == "suggest":
            self.peer.suggest(float(words[1]))
            return "suggested"
        if verb == "edit":
            return self.edit(int(words[1]), int(words[2]) * 1_000_000)
        raise RuntimeError(f"'{verb}' is not offered")

    def build(self, count, limit):
        taken = []
        while len(taken) < count and sum(taken) <= limit:
            self.peer = None
            start = time.process_time_ns()
            self.peer = self.new_peer()
            self.peer.build()
            taken.append(time.process_time_ns() - start)
        return "build " + " ".join(map(str, taken))

    def edit(self, count, limit):
        start = time.process_time_ns()
        done = 0
        for suggestion in self.workload.sweep[:count]:
            self.peer.suggest(suggestion)
            done += 1
            if time.process_time_ns() - start >= limit:
                break
        return f"edit {done} {time.process_time_ns() - start}"


def main(words):
    if len(words) != 2:
        print("usage: highs_peer.py PACKAGES WORKLOAD", file=sys.stderr)
        return 64
    sys.path.insert(0, words[0])
    try:
        import highspy
        import numpy
    except ImportError as error:
        print(error, file=sys.stderr)
        return 75
    try:
        workload = Workload(words[1])
    except (OSError, WorkloadError, ValueError, IndexError, StopIteration) as error:
        print(f"highs_peer: {words[1]}: {error!r}", file=sys.stderr)
        return 65
    server = Server(workload, highspy, numpy)
    print("ready highs", highspy.Highs().version(), flush=True)
    for line in sys.stdin:
        if line.split() in ([], ["quit"]):
            break
        try:
            print(server.answer(line.split()), flush=True)
        except (RuntimeError, ValueError, IndexError) as error:
            print(f"error {error}", flush=True)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
