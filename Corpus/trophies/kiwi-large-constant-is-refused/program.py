#!/usr/bin/env python3
"""kiwi: a constraint that can hold is refused beside a large constant. Needs kiwisolver (PyPI)."""
import sys
import kiwisolver

solver, x = kiwisolver.Solver(), kiwisolver.Variable("x")
solver.addConstraint(x >= 0)
try:
    solver.addConstraint(10 * x == 110999902)
    refused = False
except kiwisolver.UnsatisfiableConstraint:
    refused = True
print(f"expected: 10 x == 110999902 is accepted, as x = 11099990.2 satisfies it\nactual:   {'refused' if refused else 'accepted'}")
sys.exit(refused)
