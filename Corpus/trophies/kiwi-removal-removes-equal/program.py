#!/usr/bin/env python3
"""kiwi: the removal of one of two equal constraints removes both. Needs kiwisolver (PyPI)."""
import sys
import kiwisolver

solver, x = kiwisolver.Solver(), kiwisolver.Variable("x")
first, second = x == 1, x == 1
solver.addConstraint(x >= 0)
solver.addConstraint(first)
solver.addConstraint(second)
solver.removeConstraint(first)
try:
    solver.addConstraint(x == 0)
    refused = False
except kiwisolver.UnsatisfiableConstraint:
    refused = True
print(f"expected: x == 0 is refused, as x == 1 is in force\nactual:   {'refused' if refused else 'accepted'}")
sys.exit(not refused)
