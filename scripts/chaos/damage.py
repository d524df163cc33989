# SPDX-License-Identifier: MIT
"""Gives damaged files to every command that reads files: each must end in time with a documented exit code."""

import collections
import concurrent.futures
import glob
import json
import os
import re
import shutil
import signal
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
CORPUS = os.path.join(HERE, "..", "..", "Corpus")
# Damage to a file is no wrong use, but a damaged document may need --scope (64).
DOCUMENTED = {0, 1, 65, 74, 75}
DOCUMENTED_OF_DOCUMENTS = DOCUMENTED | {64}
# Commands that read a folder get so many files at once.
TOGETHER = 100
LIMIT_SECONDS = 60
JOBS = 2
SIZE_MAX = 200_000
WORDS = [
    b"0", b"-0", b"-1", b"1e999", b"1e-999", b"nan", b"inf", b"1/3", b"1/0", b"9" * 400, b"0." + b"3" * 300, b"1e308",
    b"1000", b"999", b"true", b"null", b"{}", b"[]", b"\"\"", b"'", b"'\xcc\x81", b"\"", b"\\u0000", b"\x00", b"\xff",
    b"\r\n", b"<", b"</view>", b"<![CDATA[", b"]]>", b"<!--", b"&#0;", b"&amp;", b"<?a?>", b"YES", b"hidden=\"YES\"",
    b"Any", b"root", b"superview",
]


class Damage:
    """Changes bytes, tokens, elements and members at random."""

    def __init__(self, choose, seeds):
        self.choose = choose
        self.seeds = seeds

    def __call__(self, data):
        for _ in range(self.choose.choice([1, 1, 1, 1, 1, 2, 2, 4])):
            data = self.choose.choice([
                self.byte, self.word, self.cut, self.double, self.swap, self.splice, *[self.number] * 3, *[self.element] * 2,
                *[self.member] * 5, *[self.value] * 4,
            ])(data)[:SIZE_MAX]
        return data

    def span(self, data, most=200):
        start = self.choose.randrange(len(data) + 1)
        return start, min(len(data), start + self.choose.randint(1, most))

    def byte(self, data):
        start, _ = self.span(data)
        return data[:start] + bytes([self.choose.randrange(256)]) + data[start + 1:]

    def word(self, data):
        start, _ = self.span(data)
        return data[:start] + self.choose.choice(WORDS) + data[start:]

    def cut(self, data):
        if self.choose.random() < 0.2:
            return data[:self.choose.randrange(len(data) + 1)]
        start, end = self.span(data)
        return data[:start] + data[end:]

    def double(self, data):
        start, end = self.span(data, 2000)
        return data[:end] + data[start:end] * self.choose.choice([1, 1, 2, 20]) + data[end:]

    def swap(self, data):
        (a, b), (c, d) = sorted([self.span(data), self.span(data)])
        return data if c < b else data[:a] + data[c:d] + data[b:c] + data[a:b] + data[d:]

    def number(self, data):
        return self.replaced(data, rb"-?\d+(\.\d+)?", self.choose.choice(WORDS))

    def splice(self, data):
        start, end = self.span(data, 1000)
        other = self.choose.choice(self.seeds)
        first, last = self.span(other, 1000)
        return data[:start] + other[first:last] + data[end:]

    def element(self, data):
        """An XML element without contents goes, or comes again somewhere else."""
        found = list(re.finditer(rb"<[^<>]*/>", data))
        if not found:
            return data
        chosen, place = self.choose.choice(found), self.choose.choice(found).start()
        if self.choose.random() < 0.5:
            return data[:chosen.start()] + data[chosen.end():]
        return data[:place] + chosen.group() + data[place:]

    def value(self, data):
        """An attribute or a text gets the value of another one."""
        found = list(re.finditer(rb"\"[^\"<>]*\"", data))
        if not found:
            return data
        return self.put(data, self.choose.choice(found), self.choose.choice(found).group())

    def member(self, data):
        """A member of a JSON document goes, comes twice or changes its type."""
        try:
            document = json.loads(data)
        except (ValueError, RecursionError):
            return self.value(data)
        places = list(containers(document))
        if not places:
            return data
        place = self.choose.choice(places)
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = self.choose.choice(keys)
        change = self.choose.randrange(4)
        if change == 0:
            del place[key]
        elif change == 1:
            place[key] = self.choose.choice([None, -1, 0, 1e300, 1e-300, "", "x", [], {}, True, [[0, 1]], 10**30])
        elif change == 2 and isinstance(place, list):
            place.extend([place[key]] * self.choose.choice([1, 3, 30]))
        else:
            place[key] = self.choose.choice(places)
            try:
                return json.dumps(document).encode()
            except (ValueError, RecursionError):
                return data
        return json.dumps(document).encode()

    def replaced(self, data, pattern, word):
        found = list(re.finditer(pattern, data))
        return self.put(data, self.choose.choice(found), word) if found else data

    def put(self, data, match, word):
        return data[:match.start()] + word + data[match.end():]


def containers(value):
    """All lists and dictionaries with something in them, from the outside in."""
    if isinstance(value, (dict, list)) and value:
        yield value
        for part in value.values() if isinstance(value, dict) else value:
            yield from containers(part)


class Inputs:
    """The undamaged files by kind, and the commands that read them."""

    def __init__(self, tool, scratch, documents):
        self.tool = tool
        self.home = os.path.join(scratch, "undamaged")
        os.makedirs(self.home)
        mutant = "simplex,simplex.weightedLevels"
        self.run("fuzz", "--seed", "6", "--cases", "200", "--strategies", mutant, "--out", "run")
        self.run("fuzz", "--seed", "1", "--cases", "150", "--strategies", "session.violatedRemovalForgotten", "--out", "scripts")
        self.run("campaign", "plan", "--dir", "plan", "--seed", "6", "--cases", "40", "--shards", "2")
        self.run("campaign", "run", "--dir", "plan", "--index", "all")
        self.run("campaign", "nightly", "--state", "state", "--cases", "60", "--seed", "6", "--strategies", mutant)
        case = glob.glob(f"{self.home}/run/findings/*/*/case.json")[0]
        self.run("check", case, "--write-baseline", "baseline.json")
        self.case = case
        self.seeds = {
            "document": [
                path for folder in [CORPUS, *documents] for path in found(folder, (".storyboard", ".xib"))],
            "case": found(CORPUS, ".case.json") + found(f"{self.home}/run", "case.json"),
            "script": found(CORPUS, ".script.json") + found(f"{self.home}/scripts", ".script.json"),
            "certificate": found(f"{self.home}/run", "certificate.json"),
            "baseline": [f"{self.home}/baseline.json"],
        }
        # Files of a folder that a command reads as a whole.
        self.folders = {
            "run": ["report", "."], "state": ["campaign", "nightly", "--state", ".", "--cases", "4", "--seed", "6"],
            "plan": ["campaign", "merge", "--dir", ".", "--in-process"],
        }

    def run(self, *words):
        subprocess.run([self.tool, *words], cwd=self.home, capture_output=True)

    def commands(self, kind):
        """The commands for one damaged file, which is the word `FILE`."""
        conversions = ["uikit", "swift-test", "svg", "lp", "mps", "smtlib", "vfl", "case"]
        return {
            "document": [["explain", "FILE"], ["solve", "FILE"], ["fit", "FILE"], ["check", "FILE", "--fidelity"]]
            + [["convert", "FILE", "-o", "-", "--to", name] for name in conversions],
            "case": [
                ["explain", "FILE"], ["solve", "FILE"], ["replay", "FILE", "--strategies", "simplex.weightedLevels"], ["fit", "FILE"],
                ["render", "FILE", "-o", "-"], ["edit", "FILE", "add-missing", "-o", "-"],
                ["minimize", "FILE", "--strategy", "simplex.weightedLevels", "--minimize-time", "2s"],
            ] + [["convert", "FILE", "-o", "-", "--to", name] for name in conversions],
            "script": [
                ["replay", "FILE", "--strategies", "session"], ["minimize", "FILE", "--minimize-time", "2s"],
                ["convert", "FILE", "-o", "-", "--to", "swift-test"], ["convert", "FILE", "-o", "-", "--to", "requests"],
            ],
            "certificate": [["verify", "FILE", self.case]],
            "baseline": [["check", self.case, "--baseline", "FILE"]],
        }[kind]


def found(folder, ending):
    return sorted(
        os.path.join(parent, name) for parent, _, names in os.walk(folder) for name in names if name.endswith(ending))


ENDINGS = {
    "document": ".storyboard", "case": ".case.json", "script": ".script.json", "certificate": ".json",
    "baseline": ".json",
}


class Runner:
    """Runs commands and looks at how they end."""

    def __init__(self, tool, scratch, fail):
        self.tool = tool
        self.scratch = scratch
        self.fail = fail
        self.codes = collections.Counter()

    def __call__(self, words, folder, allowed=DOCUMENTED):
        temporary = os.path.join(folder, "tmp")
        os.makedirs(temporary, exist_ok=True)
        environment = dict(os.environ, SWIFT_BACKTRACE="enable=no", TMPDIR=temporary)
        process = subprocess.Popen(
            [self.tool, *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, env=environment, start_new_session=True)
        try:
            errors = process.communicate(timeout=LIMIT_SECONDS)[1]
            code = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            errors = process.communicate()[1]
            code = "no end"
        self.codes[words[0], code] += 1
        left = os.listdir(temporary)
        if code in allowed and not left:
            shutil.rmtree(folder)
        else:
            self.fail(f"{' '.join(words)}: {code}, left {left}, in {folder}: {errors[-300:].decode(errors='replace')}")


def chaos(tool, scratch, count, choose, documents, fail):
    """Tries so many damaged inputs.

    Returns how many were tried.
    """
    inputs = Inputs(tool, scratch, documents)
    runner = Runner(tool, scratch, fail)
    every = [path for paths in inputs.seeds.values() for path in paths]
    contents = {path: read(path) for path in every}
    damage = Damage(choose, list(contents.values()))
    tried, number = 0, 0
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        waiting = []
        while tried < count:
            folder = os.path.join(scratch, f"damaged-{number}")
            number += 1
            os.makedirs(folder)
            kind = choose.choice(["check"] * 4 + ["file"] * 44 + ["folder"] * 2)
            if kind == "check":
                words, allowed, made = together(inputs, contents, damage, choose, folder)
            elif kind == "file":
                words, allowed, made = alone(inputs, contents, damage, choose, folder)
            else:
                words, allowed, made = whole(inputs, damage, choose, folder)
            tried += made
            waiting.append(pool.submit(runner, words, folder, allowed))
            if len(waiting) > 4 * JOBS:
                waiting.pop(0).result()
        for future in waiting:
            future.result()
    for (command, code), times in sorted(runner.codes.items(), key=str):
        print(f"  {command}: {code}: {times}")
    return tried


def together(inputs, contents, damage, choose, folder):
    """`check` of many files at a time."""
    for index in range(TOGETHER):
        kind = choose.choice(["document", "document", "document", "case"])
        path = choose.choice(inputs.seeds[kind])
        write(os.path.join(folder, f"{index}{ENDINGS[kind]}"), damage(contents[path]))
    return ["check", ".", *choose.choice([[], ["--json"], ["--fidelity"], ["-o", "g.html"]])], DOCUMENTED, TOGETHER


def alone(inputs, contents, damage, choose, folder):
    kind = choose.choice(["document"] * 3 + ["case"] * 6 + ["script"] * 3 + ["certificate"] * 3 + ["baseline"])
    file = "damaged" + ENDINGS[kind]
    write(os.path.join(folder, file), damage(contents[choose.choice(inputs.seeds[kind])]))
    words = choose.choice(inputs.commands(kind))
    allowed = DOCUMENTED_OF_DOCUMENTS if kind == "document" else DOCUMENTED
    return [file if word == "FILE" else word for word in words], allowed, 1


def whole(inputs, damage, choose, folder):
    """A command on a folder in which one file is damaged; a night that misses something is red (70)."""
    name, words = choose.choice(sorted(inputs.folders.items()))
    shutil.copytree(os.path.join(inputs.home, name), folder, dirs_exist_ok=True)
    path = choose.choice(found(folder, ("json", "jsonl", "progress", "txt", "md")))
    write(path, damage(read(path)))
    return words, DOCUMENTED | ({70} if name in ("state", "plan") else set()), 1


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)
