# SPDX-License-Identifier: MIT
"""Ends commands at random moments and resumes them: the result must be that of a run that nothing disturbed."""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time

from family import NAMES, Family, listens, signal_to

HERE = os.path.dirname(os.path.abspath(__file__))
SIGNALS = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL]
# Those that ask a command to stop.
ASKING = [number for number in SIGNALS if number != signal.SIGKILL]
TARGETS = ["parent", "tree", "workers"]
# How long a command may take to end after a signal, and what it started after that.
END_SECONDS = 30
LEFT_SECONDS = 5
# How long a command may take until it handles signals.
LISTEN_SECONDS = 20
# A command that ends undisturbed; far above what any takes.
LIMIT_SECONDS = 600
# Keeps results independent of the load of the machine; far below LIMIT_SECONDS.
PATIENT = ["--minimize-time", "2m"]
MUTANT = ["--strategies", "simplex,simplex.weightedLevels,relaxation.staleValue"]


class Scenario:
    """A command in the folder `run`, and what it leaves that must not depend on kills."""

    name = ""
    codes = (0, 1)
    # The folder that a trial starts from.
    prepared = None

    def prepare(self, tool, folder):
        """Makes what the command starts from."""

    def command(self, tool):
        raise NotImplementedError

    def is_done(self, folder):
        """Whether the folder shows that nothing is left to do, though the command was killed."""
        return False

    def finish(self, tool, folder):
        """Runs what comes after the command."""

    def result(self, folder):
        return digest(folder, lambda path: True)


class Fuzz(Scenario):
    name = "fuzz"

    def command(self, tool):
        return [tool, "fuzz", "--seed", "6", "--cases", "900", *MUTANT, *PATIENT, "--json", "--out", "d"]


class External(Scenario):
    name = "fuzz --external"

    def command(self, tool):
        adapter = f"{sys.executable} {os.path.join(HERE, 'adapter.py')}"
        return [tool, "fuzz", "--external", adapter, "--seed", "1", "--cases", "60", *PATIENT, "--json", "--out", "d"]

    def result(self, folder):
        # Such a campaign begins anew after a stop, and keeps what the stop left unexamined.
        return digest(folder, lambda path: "/findings/" in path and "-unminimized/" not in path)


class Shards(Scenario):
    name = "campaign run"
    codes = (0,)

    def prepare(self, tool, folder):
        run(tool, folder, "campaign", "plan", "--dir", "d", "--seed", "6", "--cases", "400", "--shards", "3", *MUTANT)

    def command(self, tool):
        return [tool, "campaign", "run", "--dir", "d", "--index", "all"]

    def finish(self, tool, folder):
        run(tool, folder, "campaign", "merge", "--dir", "d", "--json", *PATIENT, codes=(0, 1))
        shutil.copy(os.path.join(folder, "finish.txt"), os.path.join(folder, "merged.json"))

    def result(self, folder):
        return digest(folder, lambda path: "/findings/" in path or path == "merged.json")


class Night(Scenario):
    name = "campaign nightly"

    def prepare(self, tool, folder):
        run(tool, folder, *self.words("2026-11-01"), codes=(0, 1))

    def words(self, date):
        return ["campaign", "nightly", "--state", "d", "--cases", "300", "--seed", "3", "--date", date, *MUTANT, *PATIENT]

    def command(self, tool):
        return [tool, *self.words("2026-11-02")]

    def is_done(self, folder):
        with open(os.path.join(folder, "d", "history.jsonl")) as file:
            nights = len(file.readlines())
        return nights == 2 and not os.path.exists(os.path.join(folder, "d", "night.progress"))

    def result(self, folder):
        return digest(folder, lambda path: path == "d/registry.json" or "/findings/" in path)


class EngineNight(Night):
    """A night against the reference engine with a planted fault."""

    name = "campaign nightly --engine"

    def words(self, date):
        engine = os.path.join(HERE, "..", "engines", "reference.py")
        return ["campaign", "nightly", "--state", "d", "--cases", "60", "--seed", "5", "--laws", "none", "--date", date,
                *PATIENT, "--engine", f"ref={sys.executable} {engine} --fault message"]

    def result(self, folder):
        return digest(folder, lambda path: path == "d/registry.json" or "/findings/" in path)


class Finding(Scenario):
    """A scenario that starts from a stored finding."""

    def prepare(self, tool, folder):
        run(tool, folder, "fuzz", "--seed", "6", "--cases", "60", *MUTANT, "--no-minimize", "--out", "d", codes=(1,))

    def found(self, folder):
        cases = sorted(path for path in paths(folder) if path.endswith("/case.json"))
        return cases[0]


class Minimize(Finding):
    name = "minimize"
    codes = (0,)

    def prepare(self, tool, folder):
        super().prepare(tool, folder)
        shutil.copytree(
            os.path.join(folder, os.path.dirname(self.found(folder))), os.path.join(folder, "finding"))

    def command(self, tool):
        return [tool, "minimize", "finding", "-o", "small.case.json", "--force"]


class Report(Finding):
    name = "report"
    codes = (0,)

    def command(self, tool):
        return [tool, "report", "d", "-o", "report.html", "--force"]


SCENARIOS = [Fuzz(), External(), Shards(), Night(), EngineNight(), Minimize(), Report()]


def run(tool, folder, *words, codes=(0,)):
    """A command that nothing disturbs; what it prints is kept as `finish.txt`."""
    with open(os.path.join(folder, "finish.txt"), "wb") as output:
        ended = subprocess.run([tool, *words], cwd=folder, stdout=output, stderr=subprocess.PIPE)
    if ended.returncode not in codes:
        raise RuntimeError(f"{' '.join(words)} ended with {ended.returncode}: {ended.stderr.decode()}")


def paths(folder):
    """All files below a folder, relative to it."""
    return [
        os.path.relpath(os.path.join(parent, name), folder)
        for parent, _, names in os.walk(folder) for name in names
    ]


def digest(folder, is_wanted):
    """The hashes of wanted files; times are no part of a result."""
    found = {}
    for path in sorted(paths(folder)):
        if path in ("stdout.txt", "stderr.txt", "finish.txt") or path.startswith("tmp/") or not is_wanted(path):
            continue
        with open(os.path.join(folder, path), "rb") as file:
            lines = [line for line in file.read().split(b"\n") if not has_time(line)]
        found[path] = hashlib.sha256(b"\n".join(lines)).hexdigest()[:16]
    return found


def has_time(line):
    """Whether a line has a time, or the hash of a file with times."""
    words = (b"Nanoseconds", b"nanoseconds", b"PerSecond", b"econds\"",
             b"\"history\"", b"\"seal\"", b"\"night.json\"")
    return any(word in line for word in words)


def default_signals():
    """Undoes what a shell sets for jobs in the background: a command leaves ignored signals ignored."""
    for number in SIGNALS:
        if number != signal.SIGKILL:
            signal.signal(number, signal.SIG_DFL)


class Trial:
    """One run of a scenario that is ended several times."""

    def __init__(self, tool, scenario, folder, fail):
        self.tool = tool
        self.scenario = scenario
        self.folder = folder
        self.temporary = os.path.join(folder, "tmp")
        self.fail = lambda text: fail(f"{scenario.name}: {text}")
        os.makedirs(folder)
        # Prepared once: times of what was prepared are in results.
        if scenario.prepared is None:
            scenario.prepare(tool, folder)
            scenario.prepared = folder + "-prepared"
            shutil.copytree(folder, scenario.prepared)
        else:
            shutil.copytree(scenario.prepared, folder, dirs_exist_ok=True)
        os.makedirs(self.temporary)

    def start(self):
        """The command and the processes that it will start."""
        family = Family()
        with open(os.path.join(self.folder, "stdout.txt"), "wb") as output, \
                open(os.path.join(self.folder, "stderr.txt"), "wb") as errors:
            return family, subprocess.Popen(
                self.scenario.command(self.tool), cwd=self.folder, stdin=subprocess.DEVNULL, stdout=output,
                stderr=errors, env=family.environment(self.temporary), start_new_session=True,
                preexec_fn=default_signals)

    def ended(self, family, process, limit, what):
        """The exit code; checks that nothing is left behind."""
        try:
            code = process.wait(limit)
        except subprocess.TimeoutExpired:
            self.fail(f"{what}: did not end in {limit} s")
            family.send(signal.SIGKILL)
            code = process.wait()
        if left := family.left_after(LEFT_SECONDS):
            self.fail(f"{what}: processes left: {left}")
            family.send(signal.SIGKILL)
        if names := os.listdir(self.temporary):
            self.fail(f"{what}: left in the temporary folder: {names}")
            shutil.rmtree(self.temporary)
            os.makedirs(self.temporary)
        return code

    def undisturbed(self):
        family, process = self.start()
        code = self.ended(family, process, LIMIT_SECONDS, "undisturbed")
        if code not in self.scenario.codes:
            with open(os.path.join(self.folder, "stderr.txt"), errors="replace") as file:
                self.fail(f"undisturbed: exit code {code}: {file.read()[-600:]}")
        self.scenario.finish(self.tool, self.folder)
        return self.scenario.result(self.folder)

    def disturb(self, number, target, delay):
        """Starts the command, sends a signal to live processes a delay after the command listens to signals.

        Returns whether the command is done, and whether a signal met a live process.
        """
        what = f"{NAMES[number]} to {target} after {delay:.2f} s"
        family, process = self.start()
        if not listens(process, ASKING, LISTEN_SECONDS):
            self.fail(f"{what}: the command handles no signals after {LISTEN_SECONDS} s")
        time.sleep(delay)
        victims = {
            "parent": [process.pid], "tree": family.members(),
            "workers": [member for member in family.members() if member != process.pid],
        }[target]
        # One that has ended and was not waited for takes signals, too.
        met = process.poll() is None and any([signal_to(victim, number) for victim in victims])
        survives = target == "workers" or not met
        code = self.ended(family, process, LIMIT_SECONDS if survives else END_SECONDS, what)
        stopped = [] if survives else [-number if number == signal.SIGKILL else 128 + number]
        if number == signal.SIGKILL and target == "tree":
            # The command may outlive its workers by the moment that it takes to be killed, too.
            stopped.append(75)
        if code not in (*self.scenario.codes, *stopped):
            with open(os.path.join(self.folder, "stderr.txt"), errors="replace") as file:
                self.fail(f"{what}: exit code {code}: {file.read()[-600:]}")
        return code in self.scenario.codes or self.scenario.is_done(self.folder), met


def chosen(names):
    """The scenarios of these names; all for none."""
    known = {scenario.name: scenario for scenario in SCENARIOS}
    if unknown := [name for name in names if name not in known]:
        raise SystemExit(f"unknown scenario {unknown[0]!r}; known are {', '.join(known)}")
    return [known[name] for name in names] or SCENARIOS


def chaos(tool, scratch, kills, choose, fail, scenarios=SCENARIOS, signals=SIGNALS):
    """Sends so many signals, in turn to all scenarios. Those that met no live process do not count.

    Returns how many were sent.
    """
    references = {}
    for index, scenario in enumerate(scenarios):
        trial = Trial(tool, scenario, os.path.join(scratch, f"reference-{index}"), fail)
        begin = time.monotonic()
        result = trial.undisturbed()
        references[scenario] = (result, time.monotonic() - begin)
        print(f"{scenario.name}: {references[scenario][1]:.1f} s undisturbed, {len(result)} files")
    sent, turn = 0, 0
    while sent < kills:
        scenario = scenarios[turn % len(scenarios)]
        expected, seconds = references[scenario]
        trial = Trial(tool, scenario, os.path.join(scratch, f"trial-{turn}"), fail)
        turn += 1
        is_done = False
        for _ in range(choose.randint(1, 4)):
            if is_done or sent == kills:
                break
            is_done, met = trial.disturb(choose.choice(signals), choose.choice(TARGETS), choose.uniform(0, seconds))
            sent += met
        if is_done:
            scenario.finish(tool, trial.folder)
            result = scenario.result(trial.folder)
        else:
            result = trial.undisturbed()
        differing = sorted(path for path in expected.keys() | result.keys() if expected.get(path) != result.get(path))
        if differing:
            fail(f"{scenario.name}: trial {turn - 1}: another result: {differing[:5]}")
        else:
            shutil.rmtree(trial.folder)
    return sent
