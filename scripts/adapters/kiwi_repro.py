# SPDX-License-Identifier: MIT
"""Turns requests into a program of a few lines that needs nothing but kiwi (PyPI kiwisolver), for its bug reports.

usage: kiwi_repro.py [--strict-order] < requests.jsonl > repro.py

requests.jsonl is what `layoutfuzz convert case.script.json -o requests.jsonl` writes. Priorities become strengths as
in kiwi.py of this folder, with the same option. The program prints what kiwi answers beside what is right.
What is no request, or has a priority without a strength, is named with its line, and the exit code is 65.
"""

import json
import sys

NAMED = {750: "strong", 500: "medium", 250: "weak"}


class BadRequest(Exception):
    """What is no request, or none that can be asked."""


class Program:
    def __init__(self, strict_order):
        self.strict_order = strict_order
        self.lines = []
        self.variables = 0
        self.edits = set()

    def strength(self, priority):
        if priority == 1000:
            return '"required"'
        if not self.strict_order:
            return value(priority)
        if priority not in NAMED:
            raise BadRequest(f"--strict-order has no strength for the priority {priority!r}")
        return repr(NAMED[priority])

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
        self.variables = whole(request["variables"])
        self.edits = set()
        self.lines.append("solver = kiwisolver.Solver()")
        for index in range(self.variables):
            self.lines.append(f'x{index} = kiwisolver.Variable("x{index}")')

    def constraint(self, fields):
        terms = ", ".join(
            f"kiwisolver.Term(x{whole(index)}, {value(factor)})" for index, factor in fields["terms"]
        )
        constant = value(0.0 - float(fields["constant"]))
        self.lines.append(
            f"{name(fields)} = kiwisolver.Constraint(kiwisolver.Expression([{terms}], {constant}),"
            f" {fields['relation']!r}, {self.strength(fields['priority'])})"
        )

    def add(self, request):
        self.constraint(request["constraint"])
        call = f"solver.addConstraint({name(request['constraint'])})"
        if request["constraint"]["priority"] < 1000:
            self.lines.append(call)
        else:
            self.expect(call, request.get("expected"))

    def remove(self, request):
        self.lines.append(f"solver.removeConstraint(c{whole(request['constraint'])})")

    def suggest(self, request):
        variable = whole(request["variable"])
        if variable not in self.edits:
            self.edits.add(variable)
            strength = self.strength(request["priority"])
            self.lines.append(f"solver.addEditVariable(x{variable}, {strength})")
        self.lines.append(f"solver.suggestValue(x{variable}, {value(request['value'])})")

    def read(self, request, indent=""):
        right = told(request.get("expected"))
        values = ", ".join(f"x{index}.value()" for index in range(self.variables))
        self.lines += [f"{indent}solver.updateVariables()", f"{indent}print([{values}], {right!r})"]

    def solve(self, request):
        self.open(request)
        for fields in request["constraints"]:
            self.constraint(fields)
        # Which addition shows a conflict is up to kiwi.
        self.lines.append("try:")
        self.lines += [f"    solver.addConstraint({name(fields)})" for fields in request["constraints"]]
        self.read(request, "    ")
        self.lines.append("except kiwisolver.UnsatisfiableConstraint:")
        self.lines.append(f'    print("infeasible", {told(request.get("expected"))!r})')

    def hello(self, request):
        self.lines += [f"# {safe(text)}" for text in request.get("about", [])]
        self.lines += ["import kiwisolver", ""]

    # A request names no method but these.
    writers = {
        "hello": hello,
        "open": open,
        "add": add,
        "remove": remove,
        "suggest": suggest,
        "read": read,
        "solve": solve,
    }

    def write(self, request):
        op = request["op"]
        if op not in self.writers:
            raise BadRequest(f"no request: {op!r}")
        self.writers[op](self, request)


def whole(number):
    """A number of a constraint or variable, which becomes a part of a name."""
    if type(number) is not int or number < 0:
        raise BadRequest(f"no number of a constraint or variable: {number!r}")
    return number


def name(fields):
    return f"c{whole(fields['id'])}"


def safe(text):
    """A text that stays in its comment."""
    return "".join(each if each.isprintable() else " " for each in text)


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
    program = Program(strict_order=bool(words))
    for number, line in enumerate(sys.stdin, 1):
        try:
            program.write(json.loads(line))
        except BadRequest as problem:
            print(f"line {number}: {problem}", file=sys.stderr)
            return 65
        except (AttributeError, KeyError, OverflowError, TypeError, ValueError) as problem:
            print(f"line {number}: not as convert writes it: {problem!r}", file=sys.stderr)
            return 65
    sys.stdout.write("\n".join(program.lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
