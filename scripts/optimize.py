#!/usr/bin/env python3
"""Solves files of `layoutfuzz convert --to lp|mps|smtlib` with HiGHS or z3 and prints what is least.

One line for each FILE: a number, or for .smt2 a fraction for each priority, or `infeasible`.
Exit code 75 when highspy (for .lp and .mps) or z3-solver (for .smt2) is missing.
"""

import os
import sys


def linear(path):
    import highspy

    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    if highs.readModel(path) != highspy.HighsStatus.kOk:
        raise SystemExit(f"{path}: HiGHS cannot read it")
    highs.run()
    status = highs.getModelStatus()
    if status == highspy.HighsModelStatus.kOptimal:
        return repr(highs.getInfo().objective_function_value)
    if status in (
        highspy.HighsModelStatus.kInfeasible,
        highspy.HighsModelStatus.kUnboundedOrInfeasible,
    ):
        return "infeasible"
    raise SystemExit(f"{path}: HiGHS ends with {status}")


def lexicographic(path):
    import z3

    optimizer = z3.Optimize()
    optimizer.set(priority="lex")
    optimizer.from_file(path)
    verdict = optimizer.check()
    if verdict == z3.unsat:
        return "infeasible"
    if verdict != z3.sat:
        raise SystemExit(f"{path}: z3 ends with {verdict}")
    model = optimizer.model()
    return " ".join(
        model.eval(objective, model_completion=True).as_string().replace(" ", "")
        for objective in optimizer.objectives()
    )


def main():
    # HiGHS writes some warnings to standard output whatever its options say: an answer is a line of ours only.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for path in sys.argv[1:]:
        try:
            print(
                (lexicographic if path.endswith(".smt2") else linear)(path), file=answers, flush=True
            )
        except ImportError as error:
            print(f"optimize.py: {error.name} is missing", file=sys.stderr)
            return 75
    return 0


if __name__ == "__main__":
    sys.exit(main())
