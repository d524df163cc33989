"""A throw-away Slurm cluster of virtual nodes on this machine: no systemd, no cgroups, no database.

Each node is a slurmd of its own on loopback. All daemons are children of this process and run in the foreground; what
they leave behind becomes a child of this process, too, so that all of it can be ended by number.
"""

import ctypes
import os
import random
import shutil
import signal
import socket
import subprocess
import time

PROGRAMS = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "sinfo", "scontrol"]
PR_SET_CHILD_SUBREAPER = 36

CONFIGURATION = """\
ClusterName=mini
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
# A credential that lives long keeps the jobs of a lost node waiting.
AuthInfo=socket={folder}/munge.socket,cred_expire=5
CredType=cred/munge
SlurmctldPort={port}
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.%n.log
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool.%n
# Where cgroups are not as Slurm wants them, jobs would end as done without ever having run.
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SwitchType=switch/none
MpiDefault=none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
SchedulerParameters=batch_sched_delay=0,sched_interval=2,sched_min_interval=0,bf_interval=2
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
SlurmdTimeout=10
KillWait=5
BatchStartTimeout=5
MinJobAge=3600
JobRequeue=1
NodeName=n[1-{nodes}] NodeHostname={host} NodeAddr=127.0.0.1 Port=[{first}-{last}] CPUs={cpus} RealMemory=1000 State=UNKNOWN
PartitionName=fuzz Nodes=n[1-{nodes}] Default=YES MaxTime=INFINITE State=UP
"""


def missing_programs():
    """The names of the programs that are not there."""
    # Daemons are in folders that users may not have on their path.
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    return [name for name in PROGRAMS if not shutil.which(name)]


def adopt_orphans():
    """From now on, whatever a descendant leaves behind is a child of this process."""
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def descendants(root):
    """The numbers of the processes below one, parents first; those that have ended are left out."""
    children = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat") as file:
                state, parent = file.read().rsplit(")", 1)[1].split()[:2]
        except OSError:
            continue
        if state != "Z":
            children.setdefault(int(parent), []).append(int(name))
    found, pending = [], [root]
    while pending:
        for child in children.get(pending.pop(), []):
            found.append(child)
            pending.append(child)
    return found


def kill(numbers):
    for number in numbers:
        try:
            os.kill(number, signal.SIGKILL)
        except ProcessLookupError:
            pass


def environment_of(number):
    try:
        with open(f"/proc/{number}/environ", "rb") as file:
            return file.read().split(b"\0")
    except OSError:
        return []


class Cluster:
    """Slurm with nodes n1, n2, ... in a folder of its own."""

    def __init__(self, folder, nodes, cpus=1):
        self.folder = folder
        self.daemons = {}
        os.makedirs(os.path.join(folder, "state"))
        port = self.free_ports(nodes + 1)
        configuration = os.path.join(folder, "slurm.conf")
        with open(configuration, "w") as file:
            file.write(CONFIGURATION.format(
                folder=folder, host=socket.gethostname().split(".")[0], port=port, first=port + 1, last=port + nodes,
                nodes=nodes, cpus=cpus))
        self.environment = dict(os.environ, SLURM_CONF=configuration)
        with open(os.path.join(folder, "munge.key"), "wb") as file:
            os.fchmod(file.fileno(), 0o600)
            file.write(os.urandom(128))
        paths = {name: os.path.join(folder, "munge." + name) for name in ["key", "socket", "pid", "log", "seed"]}
        self.start("munged", [
            "munged", "--force", "--foreground", "--key-file=" + paths["key"], "--socket=" + paths["socket"],
            "--pid-file=" + paths["pid"], "--log-file=" + paths["log"], "--seed-file=" + paths["seed"],
        ])
        self.wait("munge has no socket", 20, lambda: os.path.exists(paths["socket"]))
        self.start("slurmctld", ["slurmctld", "-D", "-f", configuration])
        for number in range(1, nodes + 1):
            os.makedirs(os.path.join(folder, f"spool.n{number}"))
            self.start(f"n{number}", ["slurmd", "-D", "-f", configuration, "-N", f"n{number}"])
        self.wait("the nodes are not ready", 60, lambda: self.states() == ["idle"] * nodes)

    @staticmethod
    def free_ports(count):
        """The first of so many ports in a row that nobody listens at."""
        for _ in range(100):
            first = random.randrange(20000, 32000)
            try:
                for port in range(first, first + count):
                    with socket.socket() as probe:
                        probe.bind(("127.0.0.1", port))
                return first
            except OSError:
                continue
        raise RuntimeError("no free ports")

    def start(self, name, command):
        log = open(os.path.join(self.folder, name + ".out"), "ab")
        self.daemons[name] = subprocess.Popen(
            command, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        log.close()

    def run(self, command, **options):
        """A command of a user: what it prints."""
        return subprocess.run(
            command, env=dict(self.environment, **options.pop("variables", {})), check=True, capture_output=True,
            text=True, timeout=60, **options).stdout

    def states(self):
        try:
            return self.run(["sinfo", "-h", "-N", "-o", "%T"]).split()
        except subprocess.CalledProcessError:
            # The controller does not listen yet.
            return []

    def state(self, node):
        return self.run(["sinfo", "-h", "-N", "-n", node, "-o", "%T"]).strip()

    def wait(self, what, seconds, condition):
        end = time.monotonic() + seconds
        while not condition():
            for name, daemon in self.daemons.items():
                if daemon.poll() is not None:
                    raise RuntimeError(f"{name} ended with {daemon.returncode}:\n{self.logs()}")
            if time.monotonic() > end:
                raise RuntimeError(f"{what} after {seconds} s:\n{self.logs()}")
            time.sleep(0.2)

    def logs(self):
        """The ends of all logs."""
        parts = []
        for name in sorted(os.listdir(self.folder)):
            if name.endswith((".log", ".out")):
                with open(os.path.join(self.folder, name), errors="replace") as file:
                    parts.append(f"-- {name}\n" + "".join(file.readlines()[-8:]))
        return "\n".join(parts)

    def power_off(self, node):
        """Ends a node and all that runs on it, as if its plug had been pulled.

        Returns how many processes of jobs there were.
        """
        daemon = self.daemons.pop(node)
        mark = f"SLURMD_NODENAME={node}".encode()
        own = {number: environment_of(number) for number in descendants(os.getpid())}
        configuration = f"SLURM_CONF={self.environment['SLURM_CONF']}".encode()
        jobs = [number for number, words in own.items() if mark in words and configuration in words]
        steps = {number for number in own if set(descendants(number)) & set(jobs)} - set(self.servers())
        kill([daemon.pid, *steps, *jobs])
        daemon.wait()
        return len(jobs)

    def servers(self):
        return [daemon.pid for daemon in self.daemons.values()] + [os.getpid()]

    def stop(self):
        """Ends everything that was started, and what that has started."""
        end = time.monotonic() + 20
        while time.monotonic() < end:
            numbers = [daemon.pid for daemon in self.daemons.values() if daemon.poll() is None]
            numbers += descendants(os.getpid())
            if not numbers:
                break
            kill(numbers)
            self.reap()
            time.sleep(0.1)
        for daemon in self.daemons.values():
            daemon.wait()
        self.daemons = {}

    @staticmethod
    def reap():
        """Takes notice of the ends of what was adopted."""
        try:
            while os.waitpid(-1, os.WNOHANG)[0] != 0:
                pass
        except ChildProcessError:
            pass
