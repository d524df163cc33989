#!/usr/bin/env python3
"""kiwi: a required constraint is broken after a huge suggestion. Needs kiwisolver (PyPI)."""
import sys
import kiwisolver

solver, x = kiwisolver.Solver(), kiwisolver.Variable("x")
solver.addConstraint(x >= 1)
solver.addEditVariable(x, "strong")
solver.suggestValue(x, 1e20)
solver.suggestValue(x, 0)
solver.updateVariables()
print(f"expected: x = 1\nactual:   x = {x.value():g}")
sys.exit(x.value() != 1)
