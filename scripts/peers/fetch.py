# SPDX-License-Identifier: MIT
"""Gets what a peer of `layoutbench peers` needs from PyPI into a cache folder.

usage: fetch.py kiwi|highs CACHE

Prints the folder and ends with 0; where that cannot be done, says on standard error what is missing and
ends with 75. What is in the cache already is not fetched again. Nothing outside the cache is written.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile

UNAVAILABLE = 75
KIWI = "kiwisolver"
KIWI_VERSION = "1.5.1"
KIWI_SHA256 = "f1303ef2eec81262a4b708c3e858afe58d7c75ad91c1c05266eda7673369859a"
HIGHS_VERSION = "1.15.1"


class Unavailable(Exception):
    """Something is missing on this machine."""


def pip(words):
    """Runs pip; fails with the last line of what it says."""
    if importlib.util.find_spec("pip") is None:
        raise Unavailable(f"{sys.executable} has no pip")
    quiet = ["--quiet", "--disable-pip-version-check", "--retries", "1", "--timeout", "20"]
    command = [sys.executable, "-m", "pip", words[0], *quiet, *words[1:]]
    run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if run.returncode != 0:
        errors = [line for line in run.stderr.splitlines() if line.startswith("ERROR")]
        raise Unavailable(f"pip {words[0]} failed: " + (errors or ["without a message"])[-1])


def move_into_place(folder, target):
    """Gives a finished folder its name; whoever comes second leaves the first one's."""
    try:
        os.rename(folder, target)
    except OSError:
        if not os.path.isdir(target):
            raise


def fetch_kiwi(scratch, target):
    """The headers of the source package: kiwi has no binary that C++ could be measured with."""
    # With the hash in the requirement pip compares it before it does anything else with the package; else it would
    # run the package's own build program for its metadata first.
    requirements = os.path.join(scratch, "requirements.txt")
    with open(requirements, "w") as file:
        file.write(f"{KIWI}=={KIWI_VERSION} --hash=sha256:{KIWI_SHA256}\n")
    pip([
        "download", "--no-deps", "--no-binary", ":all:", "--require-hashes", "--dest", scratch,
        "--requirement", requirements,
    ])
    path = os.path.join(scratch, f"{KIWI}-{KIWI_VERSION}.tar.gz")
    unpacked = os.path.join(scratch, "unpacked")
    os.mkdir(unpacked)
    prefix = f"{KIWI}-{KIWI_VERSION}/"
    with tarfile.open(path) as archive:
        for member in archive.getmembers():
            name = member.name.removeprefix(prefix)
            if not member.isfile() or not (name == "LICENSE" or is_header(name)):
                continue
            os.makedirs(os.path.dirname(os.path.join(unpacked, name)), exist_ok=True)
            with open(os.path.join(unpacked, name), "wb") as output:
                shutil.copyfileobj(archive.extractfile(member), output)
    move_into_place(unpacked, target)


def is_header(name):
    folder, _, file = name.partition("/")
    return folder == "kiwi" and "/" not in file and file.endswith(".h")


def fetch_highs(scratch, target):
    """The Python package of HiGHS with what it needs, importable from its folder."""
    packages = os.path.join(scratch, "packages")
    pip(["install", "--only-binary", ":all:", "--target", packages, f"highspy=={HIGHS_VERSION}"])
    move_into_place(packages, target)


def fetch(peer, cache):
    python = f"py{sys.version_info.major}.{sys.version_info.minor}"
    name, work = {
        "kiwi": (f"kiwi-{KIWI_VERSION}-{KIWI_SHA256[:12]}", fetch_kiwi),
        "highs": (f"highspy-{HIGHS_VERSION}-{python}", fetch_highs),
    }[peer]
    target = os.path.join(os.path.abspath(cache), name)
    if not os.path.isdir(target):
        os.makedirs(cache, exist_ok=True)
        # In the cache, so that the finished folder can be renamed.
        with tempfile.TemporaryDirectory(dir=cache) as scratch:
            work(scratch, target)
    return target


def main(words):
    if len(words) != 2 or words[0] not in ("kiwi", "highs"):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 64
    try:
        print(fetch(*words))
    except (Unavailable, OSError, tarfile.TarError) as error:
        print(error, file=sys.stderr)
        return UNAVAILABLE
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
