#!/usr/bin/env python3
"""kiwi: a refused constraint acts. Needs kiwisolver (PyPI)."""
import sys
import kiwisolver

solver, x = kiwisolver.Solver(), kiwisolver.Variable("x")
solver.addConstraint(x <= 0)
try:
    solver.addConstraint(x == 1)
except kiwisolver.UnsatisfiableConstraint:
    pass
solver.updateVariables()
print(f"expected: x <= 0\nactual:   x = {x.value():g}")
sys.exit(x.value() > 0)
