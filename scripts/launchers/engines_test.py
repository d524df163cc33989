#!/usr/bin/env python3
"""Runs campaigns on engines, takes nodes and processes away from them, and compares with the campaign in one piece.

Usage: engines_test.py LAYOUTFUZZ

Slurm: a cluster of virtual nodes on this machine; a node is switched off in mid-campaign, a shard cannot write at
first, a result is cut. GNU parallel: killed and resumed; results cut and exchanged. Always: the merged bytes are those
of one process. Ten thousand shards are counted and merged in seconds. Takes about two minutes.
Exit codes: 0 fine, 1 something is wrong, 77 skipped because neither engine is there; one that is missing is told.
Python's standard library only.
"""

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# The checkout stays as it is.
sys.dont_write_bytecode = True
import mini_slurm

HERE = os.path.dirname(os.path.abspath(__file__))
SHARDS = 8
# Few of its cases fail, and these fail in ways that minimize quickly.
CAMPAIGN = ["--seed", "6", "--strategies", "simplex,simplex.weightedLevels"]
# What one core has to do for all shards: a node can be switched off while its first one runs.
WORK_SECONDS = 24
LIMIT_SECONDS = 900
# What a command may take of a processor that only counts or folds ten thousand shards; other programs do not count.
MANY_SHARDS = 10_000
MANY_SECONDS = 5
# Debug builds do fewer cases in a second, and are ten times slower at reading, too.
RELEASE_RATE = 150


class Check:
    """Counts what was looked at and prints what is wrong."""

    def __init__(self):
        self.count = 0
        self.wrong = 0

    def __call__(self, what, found, expected):
        self.count += 1
        if found != expected:
            self.wrong += 1
            print(f"wrong: {what}: {found!r}, expected {expected!r}")


class Campaign:
    """A campaign in the folder `d` of a folder of its own, so that all print the same paths."""

    def __init__(self, tool, folder, cases, shards=SHARDS, campaign=CAMPAIGN):
        self.tool = tool
        self.folder = folder
        self.shards = shards
        os.makedirs(folder)
        self.run("plan", "--shards", str(shards), "--cases", str(cases), *campaign)

    def run(self, verb, *words, codes=(0,)):
        """A command on the campaign: its exit code and what it prints."""
        ended = subprocess.run(
            [self.tool, "campaign", verb, "--dir", "d", *words], cwd=self.folder, capture_output=True)
        if ended.returncode not in codes:
            raise RuntimeError(f"campaign {verb} ended with {ended.returncode}: {ended.stderr.decode()}")
        return ended.returncode, ended.stdout

    def path(self, *names):
        return os.path.join(self.folder, "d", *names)

    def result(self, shard):
        return self.path("results", f"shard-{shard}.json")

    def done(self):
        return [shard for shard in range(self.shards) if os.path.exists(self.result(shard))]

    def attempts(self, shard):
        """How the attempts of a shard ended, in order; None for those that have not."""
        found = []
        for name in os.listdir(self.path("attempts")):
            if name.startswith(f"{shard}.") and name.endswith(".json"):
                # The name ends with the nanosecond of the start: two may begin in one second.
                began = int(name.removesuffix(".json").rsplit("-", 1)[1], 36)
                with open(self.path("attempts", name)) as file:
                    found.append((began, json.load(file)["exit"]))
        return [code for _, code in sorted(found, key=lambda attempt: attempt[0])]

    def cut(self, shard):
        """Leaves half of a result."""
        with open(self.result(shard), "rb") as file:
            data = file.read()
        with open(self.result(shard), "wb") as file:
            file.write(data[:len(data) // 2])


def untimed(merged):
    """What a campaign printed, without the line that tells how quick it was."""
    return b"\n".join(line for line in merged.split(b"\n") if b'"casesPerSecond"' not in line)


def reference(tool, scratch):
    """So many cases that one core takes the wanted time for them, and what they come to in one piece."""
    folder = os.path.join(scratch, "reference")
    os.makedirs(folder)
    sample, start = 160, time.monotonic()
    fuzz = [tool, "fuzz", "--json", "--out", "d", *CAMPAIGN]
    subprocess.run([*fuzz, "--no-minimize", "--jobs", "1", "--cases", str(sample)], cwd=folder, capture_output=True)
    shutil.rmtree(os.path.join(folder, "d"))
    rate = sample / (time.monotonic() - start)
    cases = 16 * SHARDS * max(4, round(WORK_SECONDS * rate / (16 * SHARDS)))
    ended = subprocess.run([*fuzz, "--cases", str(cases)], cwd=folder, capture_output=True)
    if ended.returncode != 1:
        raise RuntimeError(f"fuzz ended with {ended.returncode}: {ended.stderr.decode()}")
    print(f"{cases} cases, {rate:.0f} per second and core, "
          f"{len(json.loads(ended.stdout)['findings'])} findings, {SHARDS} shards")
    return rate, cases, untimed(ended.stdout)


def processor_seconds():
    """What children that have ended took of processors."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def seal(line):
    """The hash that a result begins with: FNV-1a of its second line, 64 bits."""
    number = 0xCBF29CE484222325
    for byte in line:
        number = (number ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return b"%016x" % number


def many_shards(tool, scratch, cases, expected, check):
    """Counts and merges more shards than there are cases.

    The tool runs those that have cases, and the first of those that have none. The others are copies of that one: they
    differ by their number only, and ten thousand flushes of the disk would take minutes.
    """
    campaign = Campaign(tool, os.path.join(scratch, "many"), 64, MANY_SHARDS)
    full = [MANY_SHARDS * (batch + 1) // 4 - 1 for batch in range(4)]
    campaign.run("run", "--index", ",".join(map(str, [0, *full])), "--jobs", "1")
    with open(campaign.result(0), "rb") as file:
        digest, line, _ = file.read().split(b"\n")
    check("the seal of a result", seal(line), digest)
    for shard in set(range(1, MANY_SHARDS)) - set(full):
        copy = line.replace(b'"shard": 0,', b'"shard": %d,' % shard)
        with open(campaign.result(shard), "wb") as file:
            file.write(b"\n".join([seal(copy), copy, b""]))
    for verb, words in [("status", ["--json"]), ("merge", ["--json", "--in-process"])]:
        before = processor_seconds()
        _, output = campaign.run(verb, *words, codes=(0, 1))
        seconds = processor_seconds() - before
        print(f"{verb} of {MANY_SHARDS} shards: {seconds:.1f} s of a processor")
        check(f"{verb} of many in {MANY_SECONDS} s", seconds < MANY_SECONDS, True)
        value = json.loads(output)
        if verb == "status":
            check("done of many", value["done"], MANY_SHARDS)
        else:
            check("cases of many", value["cases"], 64)


def parallel(tool, scratch, cases, expected, check):
    """Kills GNU parallel and what it runs, and lets it go on."""
    campaign = Campaign(tool, os.path.join(scratch, "parallel"), cases)
    command = ["parallel", "--will-cite", "--jobs", "2", "--joblog", "log.tsv"]
    work = [tool, "campaign", "run", "--dir", "d", "--jobs", "1", "--index", "{}", ":::", *map(str, range(SHARDS))]
    first = subprocess.Popen(
        [*command, *work], cwd=campaign.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, start_new_session=True)
    while len(campaign.done()) < 2:
        if first.poll() is not None:
            raise RuntimeError(f"parallel ended with {first.returncode}")
        time.sleep(0.05)
    first.kill()
    first.wait()
    mini_slurm.kill(mini_slurm.descendants(os.getpid()))
    before = campaign.done()
    check("killed in the middle", 2 <= len(before) < SHARDS, True)
    resumed = subprocess.run([*command, "--resume", *work], cwd=campaign.folder, capture_output=True)
    check("parallel --resume ends with", resumed.returncode, 0)
    check("missing after --resume", campaign.run("missing")[1], b"\n")
    # One that was killed between its result and the end of its record is done, and is not run again.
    killed = [shard for shard in range(SHARDS) if None in campaign.attempts(shard) and shard not in before]
    check("they were run again", [campaign.attempts(shard)[-1] for shard in killed], [0] * len(killed))
    code, merged = campaign.run("merge", "--json", codes=(0, 1))
    check("merged after --resume", untimed(merged) == expected and code == 1, True)

    campaign.cut(2)
    shutil.copy(campaign.result(4), campaign.result(5))
    counts = [len(campaign.attempts(shard)) for shard in range(SHARDS)]
    ended = subprocess.run(
        [os.path.join(HERE, "parallel.sh"), "d"], cwd=campaign.folder, env=dict(os.environ, LAYOUTFUZZ=tool),
        capture_output=True)
    check("parallel.sh ends with", ended.returncode, 1)
    check("parallel.sh prints the same", ended.stdout == merged, True)
    again = [len(campaign.attempts(shard)) - count for shard, count in enumerate(counts)]
    check("only the spoiled ones ran again", again, [int(shard in (2, 5)) for shard in range(SHARDS)])


def programs(tool, scratch, cases, expected, check):
    """Runs a campaign against two layout engines, one with a planted fault, by GNU parallel."""
    reference_engine = os.path.join(os.path.dirname(HERE), "engines", "reference.py")
    command = f"{sys.executable} '{reference_engine}'"
    words = ["--seed", "5", "--engine", f"good={command}", "--engine", f"bad={command} --fault message"]
    folder = os.path.join(scratch, "programs-whole")
    os.makedirs(folder)
    whole = subprocess.run(
        [tool, "fuzz", "--json", "--out", "d", "--cases", "96", *words], cwd=folder, capture_output=True)
    check("fuzz of engines ends with", whole.returncode, 1)
    campaign = Campaign(tool, os.path.join(scratch, "programs"), 96, campaign=words)
    ended = subprocess.run(
        [os.path.join(HERE, "parallel.sh"), "d"], cwd=campaign.folder, env=dict(os.environ, LAYOUTFUZZ=tool),
        capture_output=True)
    check("parallel.sh of engines ends with", ended.returncode, 1)
    seconds = re.compile(rb'"seconds": [0-9.]+')
    found, wanted = (seconds.sub(b"", untimed(output)) for output in (ended.stdout, whole.stdout))
    check("merged engines", found == wanted, True)


class SlurmCampaign(Campaign):
    """A campaign that slurm.sh submits."""

    def submit(self, cluster):
        return cluster.run(
            [os.path.join(HERE, "slurm.sh"), "d"], cwd=self.folder, variables={"LAYOUTFUZZ": self.tool})

    def wait_for_merge(self, cluster, seconds):
        """What the merge left: its exit code and what it printed."""
        code = self.path("merged.code")
        cluster.wait(f"no merge of {self.folder}", seconds, lambda: os.path.exists(code))
        with open(code) as file, open(self.path("merged.json"), "rb") as merged:
            return int(file.read()), merged.read()


def slurm(tool, scratch, cases, expected, check):
    """Takes a node away, lets a shard fail for a while, cuts a result."""
    folder = os.path.join(scratch, "slurm")
    os.makedirs(folder)
    cluster = mini_slurm.Cluster(folder, nodes=3)
    try:
        lost_node(tool, scratch, cluster, cases, expected, check)
        full_disk(tool, scratch, cluster, check)
    finally:
        cluster.stop()


def running(campaign, cluster, node):
    """Waits for a shard that runs on a node for the first time: its number and that of its job."""
    found = []

    def look():
        for line in cluster.run(["squeue", "-h", "-t", "R", "-o", "%K %i %N"]).splitlines():
            shard, job, place = line.split()
            if place == node and shard.isdigit() and campaign.attempts(int(shard)) == [None]:
                found.append((int(shard), job))
        return bool(found)

    cluster.wait(f"nothing runs on {node}", 60, look)
    return found[0]


def lost_node(tool, scratch, cluster, cases, expected, check):
    campaign = SlurmCampaign(tool, os.path.join(scratch, "lost-node"), cases)
    campaign.submit(cluster)
    sent_back, job = running(campaign, cluster, "n1")
    cluster.run(["scontrol", "requeue", job])
    lost, _ = running(campaign, cluster, "n2")
    start = time.monotonic()
    check("n2 ran something", cluster.power_off("n2") > 0, True)
    before = campaign.done()
    check("switched off in the middle", lost not in before and len(before) < SHARDS, True)
    code, merged = campaign.wait_for_merge(cluster, 180)
    print(f"n2 was switched off with shard {lost}; merged {time.monotonic() - start:.0f} s later")
    check("merge of the lost node ends with", code, 1)
    check("merged after the loss of a node", untimed(merged) == expected, True)
    for what, shard, first in [("of the lost node", lost, None), ("that was sent back", sent_back, 143)]:
        attempts = campaign.attempts(shard)
        check(f"attempts of the shard {what}", (attempts[0], attempts[-1], len(attempts) > 1), (first, 0, True))
    # The node that ran the merge may be completing, so the lost one is asked for by name.
    check("the node stays lost", cluster.state("n2").rstrip("*"), "down")

    campaign.cut(3)
    told = campaign.submit(cluster)
    check("only the missing shard is submitted", told.startswith("shards 3: job "), True)
    check("merged once more", campaign.wait_for_merge(cluster, 120), (code, merged))


def full_disk(tool, scratch, cluster, check):
    """A shard that cannot write ends with 75, and Slurm tries it again."""
    campaign = SlurmCampaign(tool, os.path.join(scratch, "full-disk"), 16, shards=1)
    results, away = campaign.path("results"), campaign.path("away")
    os.rename(results, away)
    with open(results, "w"):
        pass
    campaign.submit(cluster)
    cluster.wait("no attempt ended with 75", 60, lambda: campaign.attempts(0)[:1] == [75])
    os.remove(results)
    os.rename(away, results)
    code, _ = campaign.wait_for_merge(cluster, 150)
    check("merge after a full disk ends with", code in (0, 1), True)
    attempts = campaign.attempts(0)
    check("attempts with a full disk", (attempts[0], attempts[-1]), (75, 0))


def stop(number, frame):
    sys.exit(f"ended by signal {number}; {LIMIT_SECONDS} s are the limit")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    tool = os.path.abspath(sys.argv[1])
    engines = []
    if "GNU parallel" in subprocess.run(
            ["/bin/sh", "-c", "parallel --version </dev/null 2>/dev/null"], capture_output=True, text=True).stdout:
        engines += [("GNU parallel", parallel), ("layout engines", programs)]
    else:
        print("skipped: GNU parallel is not installed")
    missing = mini_slurm.missing_programs()
    if missing:
        print("skipped: Slurm, not installed: " + ", ".join(missing))
    elif os.geteuid() != 0:
        print("skipped: Slurm, its daemons want to be started by root")
    else:
        engines.append(("Slurm", slurm))
    if not engines:
        return 77
    mini_slurm.adopt_orphans()
    for number in (signal.SIGALRM, signal.SIGTERM):
        signal.signal(number, stop)
    signal.alarm(LIMIT_SECONDS)
    check = Check()
    with tempfile.TemporaryDirectory(prefix="layoutfuzz-engines-") as scratch:
        try:
            rate, cases, expected = reference(tool, scratch)
            if rate >= RELEASE_RATE:
                engines.append(("ten thousand shards", many_shards))
            else:
                print("skipped: ten thousand shards, which are quick in release builds only")
            for name, part in engines:
                start = time.monotonic()
                part(tool, scratch, cases, expected, check)
                print(f"{name}: {time.monotonic() - start:.0f} s")
        finally:
            mini_slurm.kill(mini_slurm.descendants(os.getpid()))
            mini_slurm.Cluster.reap()
    print(f"{check.count} checks, {check.wrong} wrong")
    return 1 if check.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
