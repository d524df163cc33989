#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants hundreds of faults in the sources and measures how many of them campaigns find.

Usage: mutation.py --work DIR [OPTIONS]

One release build carries all mutants (schemata); LAYOUTFUZZ_MUTANT chooses one at run time. The sources are changed in a
copy in DIR. It needs the release build of this tree (swift build -c release): its modules check which mutants compile,
and its digests must equal those of the build with all mutants switched off.

A mutant is found if a campaign exits with findings, an internal error or a crash, or hangs. A changed digest alone is not
enough: a user would not see it. Survivors get a focused campaign. Results are stored in DIR/results.jsonl as they come,
and the same command resumes. equivalent.tsv classes mutants that nobody can find; the score leaves them out.

Exit codes: 0 measured, 1 the unchanged build finds something or has other digests, 2 wrong usage, 70 equivalent.tsv
names a mutant that does not exist. Python's standard library only.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

import schemata

HERE = os.path.dirname(os.path.abspath(__file__))
EQUIVALENT = os.path.join(HERE, "equivalent.tsv")
CLASSES = {
    "equivalent": "no input gives another result",
    "counter": "only a counter or limit changes, within what the cost models allow",
    "text": "only a text for people changes",
    "slower": "the result is the same, and only time or memory changes",
}
IN_PROCESS = ["--in-process", "--jobs", "1", "--no-minimize", "--json"]
# The planted faults that a weaker judge or law could lose, and the seconds for each.
PLANTED, HUNT_SECONDS = ["simplex", "relaxation", "naive", "lowering"], 10
# A hunt loses its fault if it does not find it among this many times the cases that the healthy judge needs. A hunt of
# fewer cases decides nothing: it gets this many times the seconds, once.
LOST_FACTOR, HUNT_AGAIN_FACTOR = 10, 6
# Claims and work of the strategies on fixed cases, compared with the record in the repository.
ANSWERS = ["costs", "compare", os.path.join(schemata.ROOT, "Corpus", "answers.json"), "--jobs", "1"]
# The campaigns of a group, by name: a mutant gets one after the other until one finds it. "focus" is for survivors.
CAMPAIGNS = {
    "core": [
        ("first", ["fuzz", "--seed", "1", "--cases", "300", *IN_PROCESS]),
        ("answers", ANSWERS),
        ("second", ["fuzz", "--seed", "2", "--cases", "3000", *IN_PROCESS]),
        ("focus", ["fuzz", "--seed", "3", "--cases", "15000", "--growth", "64", *IN_PROCESS]),
    ],
    "importers": [
        ("first", ["fuzz", "--seed", "1", "--cases", "400", *IN_PROCESS]),
        ("second", ["fuzz", "--check", "--seed", "2", "--cases", "100", "--jobs", "1", "--no-minimize", "--json"]),
        ("focus", ["fuzz", "--check", "--seed", "3", "--cases", "400", "--jobs", "1", "--no-minimize", "--json"]),
    ],
    "judge": [
        ("first", ["fuzz", "--seed", "1", "--cases", "300", *IN_PROCESS]),
        ("second", ["fuzz", "--seed", "2", "--cases", "3000", *IN_PROCESS]),
        ("focus", ["mutants", "run", *PLANTED, "--time", f"{HUNT_SECONDS}s", "--jobs", "1", "--json"]),
    ],
}
# Tables, flow layouts and fitting sizes are parts of documents.
CHECKED_IN_DOCUMENTS = ["LayoutEngine"]
# A run that takes this many times the processor time of the healthy one hangs.
HANG_FACTOR, HANG_SECONDS = 6, 10
MEMORY_MAX = 8 << 30


def campaigns_of(module, is_quick=False):
    """The campaigns of a module's mutants; "focus" is the last one, and a quick run does without it."""
    own = CAMPAIGNS[schemata.group_of(module)]
    if module in CHECKED_IN_DOCUMENTS:
        own = with_documents(own)
    return own[:-1] if is_quick else own


def with_documents(own):
    return [*own[:-1], *(("documents", words) for name, words in CAMPAIGNS["importers"] if name == "second"), own[-1]]


class Ending:
    """The end of one run: exit code, digest, and what it printed about findings."""

    def __init__(self, code, printed, messages, seconds):
        self.code, self.messages, self.seconds = code, messages, seconds
        try:
            self.json = json.loads(printed)
        except ValueError:
            self.json = {}

    @property
    def digest(self):
        return self.json.get("digest")

    def outcome(self):
        """How a user would see a fault; None when nothing shows."""
        if self.code == "hang":
            return "hang"
        if self.code == 0:
            return None
        if self.code == 1:
            return "finding"
        if self.code == 70:
            return "internal error"
        return "crash" if self.code < 0 or self.code > 128 else f"exit {self.code}"

    @property
    def hunts(self):
        """The planted faults that were hunted: whether each was found, and the cases of the hunt."""
        return {hunt["name"]: (hunt["found"], hunt["cases"]) for hunt in self.json.get("mutants", [])}

    def undecided_hunts(self, healthy):
        """The planted faults that were not found, if their hunts were too short to call any of them lost; else nothing.

        `healthy` has the cases in which the unchanged judge finds each.
        """
        if self.code != 70 or any(run["problem"] for hunt in self.json.get("mutants", []) for run in hunt["runs"]):
            return []
        missed = {name: cases for name, (found, cases) in self.hunts.items() if not found}
        short = [name for name, cases in missed.items() if cases < LOST_FACTOR * max(1, healthy[name])]
        return short if len(short) == len(missed) else []

    def detail(self):
        if self.code == 1:
            kinds = sorted({f"{finding.get('strategy', finding.get('rule', ''))} {finding.get('verdict', finding.get('kind', ''))}".strip()
                            for finding in self.json.get("findings", [])})
            return ", ".join(kinds)[:200]
        if self.code == 70 and "mutants" in self.json:
            return ", ".join(m["name"] for m in self.json["mutants"] if not m["found"])[:200]
        lines = [line for line in self.messages.splitlines() if "error" in line.lower() or "atal" in line]
        return (lines or self.messages.splitlines()[-1:] or [""])[0][:200]


class Runner:
    """Runs campaigns of a tool with one mutant."""

    def __init__(self, work, documents, is_quick=False):
        self.work, self.documents, self.is_quick = work, documents, is_quick

    def run(self, tool, words, mutant=None, reach=None, limit=None):
        words = list(words)
        if "--check" in words and self.documents:
            for folder in self.documents:
                words += ["--documents", folder]
        out = os.path.join(self.work, "out", f"{os.getpid()}-{threading.get_ident()}")
        shutil.rmtree(out, ignore_errors=True)
        if words[0] == "fuzz":
            words += ["--out", out]
        environment = dict(os.environ, SWIFT_BACKTRACE="enable=no")
        for name, value in [("LAYOUTFUZZ_MUTANT", mutant), ("LAYOUTFUZZ_MUTANT_REACH", reach)]:
            environment.pop(name, None)
            if value is not None:
                environment[name] = str(value)

        def limits():
            os.setpgid(0, 0)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MAX, MEMORY_MAX))
            if limit:
                resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 2))

        start = time.monotonic()
        process = subprocess.Popen(
            [tool, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            errors="replace", env=environment, preexec_fn=limits)
        code = None
        try:
            # Other work may take most of the processor; processor time is what limits a run.
            printed, messages = process.communicate(timeout=8 * limit + 30 if limit else None)
            code = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            printed, messages = process.communicate()
            code = "hang"
        finally:
            shutil.rmtree(out, ignore_errors=True)
        if code in (-signal.SIGXCPU, 128 + signal.SIGXCPU):
            code = "hang"
        return Ending(code, printed, messages, time.monotonic() - start)

    def processor_time(self, *arguments, **named):
        """A run, and the processor time of it and of its processes. Only one may run at a time."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        ending = self.run(*arguments, **named)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return ending, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Healthy:
    """The runs without a mutant: digests, times and the mutants that each campaign reaches."""

    def __init__(self, work, runner, tool, real, mutants, chosen):
        self.path = os.path.join(work, "healthy.json")
        self.runner, self.tool, self.real, self.mutants, self.chosen = runner, tool, real, mutants, chosen
        self.kept = {}

    def measure(self, key):
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as file:
                self.kept = json.load(file)
        if self.kept.get("key") != key:
            self.kept = {"key": key, "campaigns": {}}
        done = {}
        for module in sorted({mutant.module for mutant in self.chosen}):
            for name, words in campaigns_of(module, self.runner.is_quick):
                command = " ".join(words)
                if command not in done:
                    kept = self.kept["campaigns"].get(command)
                    if kept is not None and "hunts" not in kept:
                        kept = None
                    done[command] = kept or self.campaign(command, words, name != "focus")
                self.kept["campaigns"][command] = done[command]
                with open(self.path, "w", encoding="utf-8") as file:
                    json.dump(self.kept, file)

    def campaign(self, command, words, is_compared):
        ending, seconds = self.runner.processor_time(self.tool, words)
        if ending.outcome():
            raise SystemExit(f"the unchanged build fails: {command}: {ending.outcome()}: {ending.detail()}")
        line = f"healthy: {command}: {seconds:.1f} s"
        if is_compared and ending.digest:
            real, real_seconds = self.runner.processor_time(self.real, words)
            if real.digest != ending.digest:
                raise SystemExit(f"{command}: digest {ending.digest} with the switch, {real.digest} without")
            line += f", {real_seconds:.1f} s without the switch ({seconds / real_seconds:.2f}x), the same digest"
        reach = os.path.join(self.runner.work, "reach")
        count = max(mutant.number for mutant in self.mutants) + 1
        with open(reach, "wb") as file:
            file.write(bytes(count))
        self.runner.run(self.tool, words, reach=reach)
        with open(reach, "rb") as file:
            reached = [number for number, byte in enumerate(file.read()) if byte]
        print(f"{line}, {len(reached)} of {len(self.mutants)} mutants reached", flush=True)
        return {"digest": ending.digest, "seconds": seconds, "reached": reached,
                "hunts": {name: cases for name, (_, cases) in ending.hunts.items()}}

    def of(self, words):
        return self.kept["campaigns"][" ".join(words)]


def tested(mutant, healthy, runner, tool):
    """Runs the campaigns of a mutant until one finds it; the result as a dictionary."""
    result = {"name": mutant.name, "module": mutant.module, "number": mutant.number, "outcome": "survived", "by": None,
              "detail": "", "isReached": False, "hasEffect": False, "seconds": 0.0}
    for name, words in campaigns_of(mutant.module, runner.is_quick):
        unchanged = healthy.of(words)
        if mutant.number not in unchanged["reached"]:
            continue
        result["isReached"] = True
        limit = HANG_FACTOR * unchanged["seconds"] + HANG_SECONDS + HUNT_SECONDS * len(unchanged["hunts"])
        ending = runner.run(tool, words, mutant=mutant.number, limit=limit)
        if ending.code in (74, 75):
            # A full disk or a busy machine says so, too: only a fault does it twice.
            ending = runner.run(tool, words, mutant=mutant.number, limit=limit)
        result["seconds"] = round(result["seconds"] + ending.seconds, 2)
        short = ending.undecided_hunts(unchanged["hunts"])
        if short:
            ending = runner.run(tool, hunt_again(short), mutant=mutant.number, limit=HUNT_AGAIN_FACTOR * limit)
            result["seconds"] = round(result["seconds"] + ending.seconds, 2)
            short = ending.undecided_hunts(unchanged["hunts"])
        if short:
            result.update(outcome="not decided", by=name, detail=", ".join(short)[:200], hasEffect=True)
            break
        if ending.digest and ending.digest != unchanged["digest"]:
            result["hasEffect"] = True
        if ending.outcome():
            result.update(outcome=ending.outcome(), by=name, detail=ending.detail(), hasEffect=True)
            break
    return result


def hunt_again(names):
    """The command that hunts some planted faults for longer."""
    return ["mutants", "run", *names, "--time", f"{HUNT_AGAIN_FACTOR * HUNT_SECONDS}s", "--jobs", "1", "--json"]


def state_of(result, classes):
    """One of: found, equivalent, survived, not decided, no effect seen, not reached."""
    if result["outcome"] not in ("survived", "not decided"):
        return "found"
    if result["name"] in classes:
        return "equivalent"
    if not result["isReached"]:
        return "not reached"
    if result["outcome"] == "not decided":
        return "not decided"
    return "survived" if result["hasEffect"] else "no effect seen"


def read_classes():
    classes = {}
    if os.path.exists(EQUIVALENT):
        with open(EQUIVALENT, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if line.startswith("#") or not line.strip():
                    continue
                parts = line.rstrip("\n").split("\t")
                if len(parts) != 3 or parts[1] not in CLASSES or not parts[2]:
                    raise SystemExit(f"equivalent.tsv:{number}: not NAME, CLASS and REASON, with one of {', '.join(CLASSES)}")
                classes[parts[0]] = (parts[1], parts[2])
    return classes


def summary(results, classes):
    """The counts of each state, by module."""
    table = collections.defaultdict(collections.Counter)
    for result in results:
        table[result["module"]][state_of(result, classes)] += 1
    return table


def score(counts):
    judged = sum(counts.values()) - counts["equivalent"]
    return counts["found"] / judged if judged else None


def share(value):
    return "-" if value is None else f"{100 * value:.1f} %"


def print_report(results, classes):
    table = summary(results, classes)
    columns = ["found", "survived", "not decided", "no effect seen", "not reached", "equivalent"]
    print(f"\n{'module':<16}{'mutants':>8}" + "".join(f"{column:>16}" for column in columns) + f"{'score':>10}")
    for group, (modules, _) in schemata.GROUPS.items():
        total = collections.Counter()
        for module in modules:
            if module in table:
                total += table[module]
                print_row(module, table[module], columns)
        if total:
            print_row(f"= {group}", total, columns)
    for state in ["survived", "not decided", "no effect seen", "not reached"]:
        listed = sorted(result["name"] for result in results if state_of(result, classes) == state)
        if listed:
            print(f"\n{state} ({len(listed)}):")
            print("".join(f"  {name}\n" for name in listed), end="")


def print_row(name, counts, columns):
    print(f"{name:<16}{sum(counts.values()):>8}" + "".join(f"{counts[column]:>16}" for column in columns)
          + f"{share(score(counts)):>10}")


def as_json(results, classes):
    table = summary(results, classes)
    return {
        "modules": {module: {**counts, "score": score(counts)} for module, counts in sorted(table.items())},
        "mutants": [{**result, "state": state_of(result, classes),
                     "class": classes.get(result["name"], (None, None))[0]} for result in results],
    }


class Results:
    """The stored results of one build and set of campaigns."""

    def __init__(self, path, key):
        self.path, self.key, self.lock = path, key, threading.Lock()
        self.by_name = {}
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                for line in file:
                    try:
                        result = json.loads(line)
                    except ValueError:
                        continue  # The last line of a run that was stopped.
                    if result["key"] == key:
                        self.by_name[result["name"]] = result

    def add(self, result):
        with self.lock:
            self.by_name[result["name"]] = result
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(json.dumps({**result, "key": self.key}) + "\n")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", required=True, help="the folder of the copied sources, the build and the results")
    parser.add_argument("--seed", type=int, default=1, help="which mutants are drawn from the pool (default 1)")
    parser.add_argument("--sample", type=int, metavar="N", help="test only N of the drawn mutants")
    parser.add_argument("--module", action="append", help="test only mutants of this module. May be repeated")
    parser.add_argument("--only", metavar="TEXT", help="test only mutants whose name contains TEXT, and test them again")
    parser.add_argument("--jobs", type=int, default=2, help="mutants tested at the same time (default 2)")
    parser.add_argument("--time-limit", type=float, metavar="SECONDS", help="start no more tests after this time")
    parser.add_argument("--documents", action="append", metavar="DIR", help="real documents for the importers. May be repeated")
    parser.add_argument("--tool", default=os.path.join(schemata.ROOT, ".build", "release", "layoutfuzz"),
                        help="the tool without mutants (default: the release build)")
    parser.add_argument("--relink", action="store_true",
                        help="compile only the modules with mutants, and link them with the objects of the release build: "
                        "faster, but code that other modules have inlined stays unchanged")
    parser.add_argument("--quick", action="store_true", help="leave out the focused campaigns, which only survivors get")
    parser.add_argument("--list", action="store_true", help="list the drawn mutants, and stop")
    parser.add_argument("--report", action="store_true", help="print the stored results, and stop")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    return parser.parse_args()


def prepare(options, work):
    """Draws the mutants that compile, and builds them; the mutants, the build and all names of the pool."""
    pool, sources = schemata.read_pool()
    wanted = {group: int(count * schemata.SURPLUS) for group, (_, count) in schemata.GROUPS.items()}
    chosen = schemata.draw(pool, options.seed, wanted, set())
    for number, mutant in enumerate(chosen):
        mutant.number = number
    refused = refused_mutants(options, work, chosen, sources)
    mutants = [mutant for mutant in chosen if mutant.name not in refused]
    return mutants, schemata.Build(work, mutants, sources), {mutant.name for mutant in pool}


def refused_mutants(options, work, chosen, sources):
    """The mutants that do not compile; kept in the work folder as long as a module's mutants and sources are the same."""
    modules = os.path.join(os.path.dirname(options.tool), "Modules")
    if not os.path.isdir(modules):
        raise SystemExit(f"{modules} does not exist\n  fix: run swift build -c release")
    folder = os.path.join(work, "refused")
    os.makedirs(folder, exist_ok=True)
    refused = {}

    def refused_of(module):
        mutants = [mutant for mutant in chosen if mutant.module == module]
        hashed = hashlib.sha256("\n".join(mutant.name for mutant in mutants).encode())
        for file in sorted(sources):
            if file.split("/")[1] == module:
                hashed.update(sources[file].text.encode())
        path, key = os.path.join(folder, f"{module}.json"), hashed.hexdigest()
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                kept = json.load(file)
            if kept["key"] == key:
                return refused.update(kept["refused"])
        found, rounds = schemata.Check(work, modules).refused(module, mutants, sources)
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"key": key, "refused": found}, file, indent=1)
        print(f"{module}: {len(found)} of {len(mutants)} mutants do not compile "
              f"({rounds} {'round' if rounds == 1 else 'rounds'})", flush=True)
        refused.update(found)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(refused_of, sorted({mutant.module for mutant in chosen})))
    return refused


def select(options, mutants):
    """The mutants to test, the groups in turn, so that a run that is cut short is a fair sample."""
    kept = [mutant for mutant in mutants if (not options.module or mutant.module in options.module)
            and (not options.only or options.only in mutant.name)]
    queues = collections.defaultdict(list)
    for mutant in sorted(kept, key=lambda mutant: schemata.rank(options.seed, mutant.name)):
        queues[schemata.group_of(mutant.module)].append(mutant)
    places = {}
    for group, queue in queues.items():
        for index, mutant in enumerate(queue):
            places[mutant.name] = ((index + 0.5) / len(queue), group)
    ordered = sorted(kept, key=lambda mutant: places[mutant.name])
    return ordered[:options.sample] if options.sample else ordered


def main():
    options = arguments()
    work = os.path.abspath(options.work)
    if os.path.commonpath([work, schemata.ROOT]) == schemata.ROOT:
        print(f"{work} is inside of the checkout\n  fix: name a folder outside of it", file=sys.stderr)
        return 2
    os.makedirs(work, exist_ok=True)
    start, log = time.monotonic(), sys.stdout
    if options.json:
        sys.stdout = sys.stderr
    classes = read_classes()
    mutants, build, names = prepare(options, work)
    unknown = [name for name in classes if name not in names]
    for name in unknown:
        print(f"equivalent.tsv: no mutant has this name: {name}", file=sys.stderr)
    chosen = select(options, mutants)
    if options.list:
        for mutant in chosen:
            print(f"{mutant.number}\t{mutant.name}", file=log)
        return 70 if unknown else 0
    build.write()
    key = build.digest()
    if not options.report:
        if options.relink:
            build.relink(options.tool)
        else:
            build.run(options.jobs)
    # Code that other modules have inlined stays without mutants when only some are linked anew.
    key += "-relinked" if options.relink else ""
    key += "-" + hashlib.sha256(json.dumps(sorted(options.documents or [])).encode()).hexdigest()[:4]
    campaigns = hashlib.sha256(json.dumps([CAMPAIGNS, CHECKED_IN_DOCUMENTS, options.quick]).encode()).hexdigest()[:8]
    results = Results(os.path.join(work, "results.jsonl"), f"{key}-{campaigns}")
    if not options.report:
        test_all(options, work, mutants, chosen, build, results, key, start)
    listed = [results.by_name[mutant.name] for mutant in chosen if mutant.name in results.by_name]
    if options.json:
        json.dump(as_json(listed, classes), log, indent=1)
        print(file=log)
    else:
        print_report(listed, classes)
    return 70 if unknown else 0


def test_all(options, work, mutants, chosen, build, results, key, start):
    runner = Runner(work, options.documents, options.quick)
    healthy = Healthy(work, runner, build.tool, options.tool, mutants, chosen)
    healthy.measure(key)
    left = [mutant for mutant in chosen if options.only or mutant.name not in results.by_name]
    print(f"{len(chosen)} mutants, {len(chosen) - len(left)} tested before", flush=True)

    def test(mutant):
        if options.time_limit and time.monotonic() - start > options.time_limit:
            return
        result = tested(mutant, healthy, runner, build.tool)
        results.add(result)
        state = state_of(result, {})
        by = f" by {result['by']}: {result['outcome']}: {result['detail']}" if state == "found" else ""
        print(f"{state}{by} [{result['seconds']:.0f} s] {mutant.name}", flush=True)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(test, left))


if __name__ == "__main__":
    sys.exit(main())
