#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests of scripts/mutation: the reader of Swift, the operators, the names, and a small program with all its mutants.

Usage: mutation_test.py [-v]. Takes some seconds; the last test needs swiftc. Python's standard library only.
"""

import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

import mutation
import schemata
from operators import Finder
from swift_source import Source, tokens_of

SAMPLE = '''
import Foundation

/// A comment with `if a < b`.
struct Box<Value: Comparable> where Value: Hashable {
  let limit: Int = 3
  var isSmall: Bool { limit < 4 }
  /* nested /* a + b */ comment */
  func largest(of values: [Int], below bound: Int) -> Int {
    precondition(bound > 0, "not \\(bound < 1 ? "a" : "b")")
    var best = 0
    for value in values where value < bound {
      if value > best, value != 13 { best = value }
    }
    #if DEBUG
      if best > bound { fatalError("wrong") }
    #endif
    return best
  }
  func checkInvariants() { if limit < 2 { print("less") } }
  mutating func fill(_ list: inout [Int]) {
    list.append(1)
    list.forEach { entry in
      if entry < 2 { print(entry) }
    }
    list.removeAll()
  }
}
'''

PROGRAM = '''
func clamp(_ value: Int, to bound: Int) -> Int {
  if value > bound { return bound }
  return value - 0
}

func total(_ values: [Int]) -> Int {
  var sum = 0
  for value in values { sum += value }
  return sum
}

func isInside(_ value: Int, _ low: Int, _ high: Int) -> Bool { low <= value && value < high }

print(clamp(5, to: 3), clamp(3, to: 3), clamp(2, to: 3), total([1, 2, 4]), isInside(1, 1, 3), isInside(3, 1, 3))
'''


def mutants_of(text, file="Sources/Oracles/Sample.swift"):
    source = Source(text)
    mutants = Finder(file, source).mutants()
    for number, mutant in enumerate(mutants):
        mutant.number = number
    return source, mutants


class Reading(unittest.TestCase):
    def test_tokens(self):
        texts = [token.text for token in tokens_of('a<=b // c\n"x \\("y" + z)" #"\\"# 1.5e-3 0..<n')]
        self.assertEqual(texts, ["a", "<=", "b", '"x \\("y" + z)"', '#"\\"#', "1.5e-3", "0", "..<", "n"])

    def test_strings_of_many_lines(self):
        self.assertEqual([token.text for token in tokens_of('"""\n a "b" \\("c")\n"""')], ['"""\n a "b" \\("c")\n"""'])

    def test_generic_lists_are_no_comparisons(self):
        tokens = {token.text: token for token in tokens_of("let a: Box<Int> = b < c")}
        self.assertTrue(tokens["<"].isBinary)
        self.assertFalse(tokens_of("Box<Int>()")[1].isBinary)

    def test_functions(self):
        source = Source(SAMPLE)
        self.assertEqual(
            [(function.name, function.result) for function in source.functions],
            [("Box.isSmall", "Bool"), ("Box.largest(of:below:)", "Int"), ("Box.fill(_:)", None)])

    def test_statements(self):
        source = Source(SAMPLE)
        found = [(statement.kind, " ".join(token.text for token in source.tokens[statement.first:statement.last]))
                 for statement in source.functions[1].statements]
        self.assertEqual(found, [
            ("start", ""), ("value", "0"), ("sequence", "values"), ("clause", "value < bound"), ("clause", "value > best"),
            ("clause", "value != 13"), ("statement", "best = value"), ("statement", "return best")])

    def test_closures(self):
        fill = Source(SAMPLE).functions[2]
        self.assertEqual([statement.kind for statement in fill.statements], ["start"] + 3 * ["statement"])
        self.assertEqual([inner.kind for inner in fill.statements[2].inner], ["clause", "statement"])

    def test_every_source_of_the_targets_is_read(self):
        pool, sources = schemata.read_pool()
        self.assertGreater(len(pool), 20_000)
        self.assertGreater(len(sources), 150)
        self.assertEqual(len({mutant.name for mutant in pool}), len(pool))


class Operators(unittest.TestCase):
    def names(self, text):
        return [mutant.name.split(": ", 2)[2] for mutant in mutants_of(text)[1]]

    def test_condition(self):
        self.assertEqual(self.names("func f(a: Int) {\n  if a < 5 { g(a, a + 1) }\n}"), [
            "early return: return", "comparison off by one: a [< -> <=] 5", "comparison turned: a [< -> >] 5",
            "constant changed: a < [5 -> (5 + 1)]", "condition negated: a < 5", "condition always true: a < 5",
            "condition always false: a < 5", "arithmetic swapped: (a, a [+ -> -] 1)", "constant changed: a, a + [1 -> 0] )",
            "arguments swapped: g(a, a + 1): a <-> a + 1", "call dropped: g(a, a + 1)"])

    def test_statements(self):
        names = self.names("func f() {\n  for i in 0..<n {\n    if !done { continue }\n    x = -y\n    x += 2.0\n  }\n}")
        for name in ["loop starts late: 0..<n", "loop ends early: 0..<n", "negation dropped: [! -> ] done", "continue dropped: continue",
                     "sign changed: x = [- -> ] y", "stale value kept: x = -y", "update dropped: x += 2.0",
                     "constant scaled: x += [2.0 -> (2.0 * 2)]"]:
            self.assertIn(name, names)

    def test_nothing_in_debug_code_and_assertions(self):
        names = " ".join(mutant.name for mutant in mutants_of(SAMPLE)[1])
        for word in ["checkInvariants", "fatalError", "precondition", "limit: Int"]:
            self.assertNotIn(word, names)

    def test_equal_code_is_numbered(self):
        names = self.names("func f() {\n  g(1)\n  g(1)\n}")
        self.assertIn("call dropped: g(1)", names)
        self.assertIn("call dropped: g(1) #2", names)

    def test_names_are_without_lines(self):
        before = [mutant.name for mutant in mutants_of(SAMPLE)[1]]
        self.assertEqual(before, [mutant.name for mutant in mutants_of("\n\n// more\n" + SAMPLE)[1]])

    def test_draws_are_deterministic_and_stable(self):
        pool = mutants_of(SAMPLE)[1]
        one = [mutant.name for mutant in schemata.draw(pool, 1, {"judge": 6}, set())]
        self.assertEqual(one, [mutant.name for mutant in schemata.draw(pool[::-1], 1, {"judge": 6}, set())])
        self.assertEqual(len(one), 6)
        self.assertNotEqual(one, [mutant.name for mutant in schemata.draw(pool, 2, {"judge": 6}, set())])
        left = schemata.draw(pool, 1, {"judge": 6}, {one[0]})
        self.assertNotIn(one[0], [mutant.name for mutant in left])


class States(unittest.TestCase):
    def result(self, **changed):
        return {"name": "n", "module": "Laws", "outcome": "survived", "isReached": True, "hasEffect": True, **changed}

    def test_states(self):
        state = mutation.state_of
        self.assertEqual(state(self.result(), {}), "survived")
        self.assertEqual(state(self.result(hasEffect=False), {}), "no effect seen")
        self.assertEqual(state(self.result(isReached=False, hasEffect=False), {}), "not reached")
        self.assertEqual(state(self.result(), {"n": ("equivalent", "")}), "equivalent")
        self.assertEqual(state(self.result(outcome="not decided"), {}), "not decided")
        # Found is found, whatever the file says.
        self.assertEqual(state(self.result(outcome="crash"), {"n": ("equivalent", "")}), "found")

    def test_score(self):
        counts = mutation.summary([self.result(), self.result(outcome="hang"), self.result(name="m")], {"m": ("text", "")})
        self.assertEqual(mutation.score(counts["Laws"]), 0.5)

    def ending(self, code, *hunts):
        listed = [{"name": name, "found": found, "cases": cases, "runs": [{"problem": problem}]}
                  for name, found, cases, problem in hunts]
        return mutation.Ending(code, json.dumps({"mutants": listed}), "", 1)

    def test_a_short_hunt_decides_nothing(self):
        healthy = {"a": 20, "b": 0}
        short = lambda *arguments: self.ending(*arguments).undecided_hunts(healthy)
        self.assertEqual(short(70, ("a", False, 199, None), ("b", True, 3, None)), ["a"])
        # Enough cases, another fault with enough cases, an error of the hunt, nothing missed.
        self.assertEqual(short(70, ("a", False, 200, None), ("b", True, 3, None)), [])
        self.assertEqual(short(70, ("a", False, 199, None), ("b", False, 10, None)), [])
        self.assertEqual(short(70, ("a", False, 199, "the checker rejects"), ("b", True, 3, None)), [])
        self.assertEqual(short(0, ("a", True, 5, None)), [])
        self.assertEqual(mutation.Ending(70, "", "", 1).undecided_hunts(healthy), [])

    def test_left_out_files_exist(self):
        for pattern in schemata.LEFT_OUT:
            self.assertTrue(glob.glob(os.path.join(schemata.ROOT, "**", pattern), recursive=True), pattern)

    def test_classes(self):
        self.assertTrue(all(kind in mutation.CLASSES for kind, _ in mutation.read_classes().values()))


@unittest.skipUnless(shutil.which("swiftc"), "swiftc is not installed")
class Building(unittest.TestCase):
    def test_a_program_with_all_its_mutants(self):
        source, mutants = mutants_of(PROGRAM, "Sources/Oracles/main.swift")
        with tempfile.TemporaryDirectory() as folder:
            switch = os.path.join(schemata.HERE, "switch")
            path, program, switched = (os.path.join(folder, name) for name in ["main.swift", "program", "switch.o"])
            subprocess.run(["clang", "-c", f"{switch}/MutantSwitch.c", "-I", f"{switch}/include", "-o", switched], check=True)
            check = schemata.Check(folder, folder)
            left, refused = mutants, []
            while True:
                text = schemata.rendered(source, left)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                ended = subprocess.run(
                    ["swiftc", "-suppress-warnings", path, switched, "-I", f"{switch}/include", "-o", program],
                    capture_output=True, text=True)
                errors = schemata.ERROR.findall(ended.stderr)
                if not errors:
                    break
                blamed = {mutant.number for _, line, column, _ in errors
                          for mutant in check.blamed(text, int(line), int(column), left)}
                self.assertTrue(blamed, ended.stderr)
                refused += blamed
                left = [mutant for mutant in left if mutant.number not in blamed]
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertLess(len(refused), len(mutants) / 3)
            printed = {mutant.name.split(": ", 1)[1]: self.output(program, LAYOUTFUZZ_MUTANT=str(mutant.number))
                       for mutant in left}
            healthy = "3 3 2 7 true false\n"
            self.assertEqual(self.output(program), healthy)
            self.assertEqual(printed["clamp(_:to:): comparison off by one: value [> -> >=] bound"], healthy)
            self.assertEqual(printed["clamp(_:to:): comparison turned: value [> -> <] bound"], "5 3 3 7 true false\n")
            self.assertEqual(printed["total(_:): loop starts late: values"], "3 3 2 6 true false\n")
            self.assertEqual(printed["total(_:): loop ends early: values"], "3 3 2 3 true false\n")
            self.assertEqual(printed["total(_:): update dropped: sum += value"], "3 3 2 0 true false\n")
            name = "isInside(_:_:_:): comparison off by one: <= value && value [< -> <=] high"
            self.assertEqual(printed[name], "3 3 2 7 true true\n")
            reach = os.path.join(folder, "reach")
            with open(reach, "wb") as file:
                file.write(bytes(len(mutants)))
            self.assertEqual(self.output(program, LAYOUTFUZZ_MUTANT_REACH=reach), healthy)
            with open(reach, "rb") as file:
                self.assertEqual([number for number, byte in enumerate(file.read()) if byte], [m.number for m in left])

    def output(self, program, **variables):
        return subprocess.run([program], capture_output=True, text=True, env={**os.environ, **variables}, check=True).stdout


if __name__ == "__main__":
    sys.path.insert(0, schemata.HERE)
    unittest.main()
