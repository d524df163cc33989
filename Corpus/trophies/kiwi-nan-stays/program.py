#!/usr/bin/env python3
"""kiwi: a suggestion of NaN stays after the next suggestion. Needs kiwisolver (PyPI)."""
import sys
import kiwisolver

solver, x = kiwisolver.Solver(), kiwisolver.Variable("x")
solver.addEditVariable(x, "strong")
solver.suggestValue(x, float("nan"))
solver.suggestValue(x, 5)
solver.updateVariables()
print(f"expected: x = 5\nactual:   x = {x.value():g}")
sys.exit(x.value() != 5)
