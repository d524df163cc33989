# SPDX-License-Identifier: MIT
"""Turns requests into a program of a few lines that needs nothing but kiwi (PyPI kiwisolver), for its bug reports.

usage: kiwi_repro.py [--strict-order] < requests.jsonl > repro.py

requests.jsonl is what `layoutfuzz convert case.script.json -o requests.jsonl` writes. Priorities become strengths as
in kiwi.py of this folder, with the same option. The program prints what kiwi answers beside what is right.
"""

import json
import sys

NAMED = {750: "strong", 500: "medium", 250: "weak"}


class Program:
    def __init__(self, strict_order):
        self.strict_order = strict_order
        self.lines = []
        self.variables = 0
        self.edits = set()

    def strength(self, priority):
        if priority == 1000:
            return '"required"'
        return repr(NAMED[priority]) if self.strict_order else repr(float(priority))

    def expect(self, call, expected):
        """A call, and what is printed when kiwi does not do with it what is right."""
        status = expected and expected["status"]
        self.lines += ["try:", f"    {call}"]
        if status == "refused":
            self.lines.append('    print("wrong: not refused")')
        self.lines.append("except kiwisolver.UnsatisfiableConstraint:")
        if status == "ok":
            self.lines.append('    print("wrong: refused, though all can hold")')
        else:
            self.lines.append("    pass")

    def open(self, request):
        self.variables = request["variables"]
        self.edits = set()
        self.lines.append("solver = kiwisolver.Solver()")
        for index in range(self.variables):
            self.lines.append(f'x{index} = kiwisolver.Variable("x{index}")')

    def constraint(self, fields):
        terms = ", ".join(
            f"kiwisolver.Term(x{index}, {value(factor)})" for index, factor in fields["terms"]
        )
        constant = value(0.0 - float(fields["constant"]))
        self.lines.append(
            f"c{fields['id']} = kiwisolver.Constraint(kiwisolver.Expression([{terms}], {constant}),"
            f" {fields['relation']!r}, {self.strength(fields['priority'])})"
        )

    def add(self, request):
        self.constraint(request["constraint"])
        call = f"solver.addConstraint(c{request['constraint']['id']})"
        if request["constraint"]["priority"] < 1000:
            self.lines.append(call)
        else:
            self.expect(call, request.get("expected"))

    def remove(self, request):
        self.lines.append(f"solver.removeConstraint(c{request['constraint']})")

    def suggest(self, request):
        variable = request["variable"]
        if variable not in self.edits:
            self.edits.add(variable)
            strength = self.strength(request["priority"])
            self.lines.append(f"solver.addEditVariable(x{variable}, {strength})")
        self.lines.append(f"solver.suggestValue(x{variable}, {value(request['value'])})")

    def read(self, request):
        self.lines.append("solver.updateVariables()")
        right = told(request.get("expected"))
        values = ", ".join(f"x{index}.value()" for index in range(self.variables))
        self.lines.append(f"print([{values}], {right!r})")

    def solve(self, request):
        self.open(request)
        for fields in request["constraints"]:
            self.constraint(fields)
            # Which addition shows a conflict is up to kiwi.
            self.lines.append(f"solver.addConstraint(c{fields['id']})")
        self.read(request)

    def write(self, requests):
        for request in requests:
            if request["op"] == "hello":
                self.lines += [f"# {line}" for text in request.get("about", []) for line in safe(text)]
                self.lines += ["import kiwisolver", ""]
            else:
                getattr(self, request["op"])(request)
        return "\n".join(self.lines) + "\n"


def safe(text):
    """Lines that stay in their comments."""
    return ["".join(each if each.isprintable() else " " for each in text)]


def value(number):
    """A number as Python reads it; infinities and NaN come as text."""
    number = float(number)
    return repr(number) if abs(number) < float("inf") else f'float("{number}")'


def told(expected):
    if not expected:
        return "any answer will do"
    if expected["status"] != "optimal":
        return f"right: {expected['status']}"
    values = ", ".join(str(value) for value in expected["values"])
    return f"right: [{values}]" if expected["isUnique"] else f"right, one of several: [{values}]"


def main(words):
    if words not in ([], ["--strict-order"]):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 64
    requests = [json.loads(line) for line in sys.stdin]
    sys.stdout.write(Program(strict_order=bool(words)).write(requests))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
