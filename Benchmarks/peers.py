#!/usr/bin/python3
"""Measures remindctl and remindd beside what else reminds on this system, and writes the part
`Beside the others` of BENCHMARKS.md: ten minutes.

peers.py BINARIES [--quick]      as root, in a mount and PID namespace of its own (scripts/bench)

Every figure of a row comes from one run, and commands are measured in turn. --quick does less of
everything, and writes to standard output alone."""
import random
import shutil
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import at
import bed
import due
from measure import Memory, Stopwatch, median, rest, system_calls
from product import Home
from remind import Remind
from sleep import Sleep
from systemd import Systemd

NAMES = ["remindctl", "at", "systemd", "remind", "sleep"]


class Ours:
    limit = 1_000_000

    def __init__(self, bed):
        self.bed = bed
        self.folder = f"{bed.folder}/ours"
        self.daemon = None

    def start(self):
        """A new store in the place of the last one, and nobody on it."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
        self.home = Home(self.bed.binaries, self.folder)

    @property
    def processes(self):
        return [self.daemon.pid]

    def pend(self, count):
        self.start()
        far = (time.time_ns() // 1_000_000) + 30 * 86_400_000
        self.home.fill(range(far, far + count * 1000, 1000))
        self.daemon, _ = self.home.start("--channel", "stdout")

    def add(self):
        return self.home.add()

    def list(self):
        return [self.home.ctl, "list"]

    def first_page(self):
        return [self.home.ctl, "list", "-n", "50"]

    def cancel(self):
        newest = self.home.rows("SELECT max(id) FROM reminder")[0][0]
        return [self.home.ctl, "cancel", str(newest)]

    def stop(self):
        if self.daemon:
            Home.stop(self.daemon)
        self.daemon = None


# What makes the difference where another one is first.
WHY = {
    "add": {
        "at": "it writes a file and leaves it to the kernel when that comes to the disk; ours is "
              "there before its time is printed",
        "remind": "it appends a line to a file that nobody checks, and syncs nothing",
        "sleep": "it starts a process, and writes nothing: a logout ends it"},
    "list": {
        "at": "it reads the names in a folder; ours opens a database, which takes longer where "
              "there is little to read",
        "remind": "it reads one file in its order; ours opens a database, and has an id and a "
                  "distance for each line, the next one first"},
    "cancel": {
        "at": "it removes a file; ours is on the disk, with what undo needs, before it says so",
        "remind": "a small file is copied without a line, and not synced",
        "systemd": "the timer is taken from memory, and written nowhere",
        "sleep": "it kills a process, whose number you have to know"},
    "memory": {
        "at": "it is a small C program, whose library other programs have in memory too, and "
              "reads its spool anew for everything; ours holds Swift's run-time library, SQLite "
              "and the libraries that show popups",
        "remind": "as with at: a C program without a database and without popups",
        "sleep": "two small C programs, and two more for each further reminder",
        "systemd": "it holds no database, and loses its timers when it ends"},
}


def commands(bed, peers, watches):
    """add, list and cancel, in turn, at each level; and what the daemons hold there."""
    report, levels = bed.report, bed.quick([1, 100, 1000], [1, 1000, 10_000, 100_000])

    def timed(name, verb):
        words = getattr(peers[name], verb)()
        elapsed = watches.get(name, watches["other"])(*words)
        for process in [] if name == "sleep" else peers[name].processes:
            rest(process)
        return elapsed

    memory = {}
    calls = {}
    report.comparison(
        "Creating, listing, cancelling",
        "Milliseconds, medians, by how many are pending. `remindctl in 20m x` and `remindctl list` "
        "(all of them); `at -f FILE now + 20 minutes`, `atq`, `atrm`; `systemd-run --user "
        "--on-active=20m`, `systemctl --user list-timers`, `systemctl --user stop`; a line with "
        "`$(date -d '+20 minutes' …)` into a file of remind(1), `remind -n`, `sed -i`; "
        "`sh -c '(sleep 1200; notify-send x) &'`, `pgrep -af sleep`, `kill`. Each reminder that "
        "is created is cancelled again. A user manager takes at most 131,072 names, two a timer; "
        "sleep has two processes each, and was tried to 1,000.", NAMES)
    for level in levels:
        there = [name for name in NAMES if level <= peers[name].limit]
        for name in there:
            peers[name].pend(level)
            if name == "at":
                rest(peers[name].daemon.pid)
        times = {verb: {name: [] for name in there} for verb in ("add", "list", "cancel")}
        page = []
        rounds, every = bed.quick((4, 2), (40, 1) if level <= 1000 else (30, 6))
        for number in range(-2, rounds):
            for verb in ("add", "list", "cancel"):
                if verb == "list" and number % every:
                    continue
                for name in random.sample(there, len(there)):
                    elapsed = timed(name, verb)
                    if number >= 0:
                        times[verb][name].append(elapsed)
                if verb == "list":
                    page.append(timed("remindctl", "first_page"))
        pending = f"{level:,} pending"
        for verb in ("add", "list", "cancel"):
            medians = {name: median(values) for name, values in times[verb].items()}
            report.compare(f"{verb}, {pending}", medians, WHY[verb])
        report.note(f"`remindctl list -n 50`, {pending}", {"remindctl": f"{median(page):.2f} ms"})
        memory[level] = {name: Memory(*peers[name].processes) for name in there}
        if level == levels[-2]:
            calls = idle(bed, peers, there)
        if level >= peers["sleep"].limit or level == levels[-1]:
            peers["sleep"].stop()
    return memory, calls


def idle(bed, peers, names):
    """System calls of all daemons in the same minute, in which nothing is due; the first seconds,
    in which threads end that were kept for a while, do not count."""
    time.sleep(bed.quick(1, 20))
    seconds = bed.quick(5, 60)
    processes = {name: peers[name].processes[0] for name in names if name != "sleep"}
    with ThreadPoolExecutor() as pool:
        counts = {name: pool.submit(system_calls, process, seconds, f"{bed.folder}/strace.{name}")
                  for name, process in processes.items()}
    return {name: count.result() * 60 / seconds for name, count in counts.items()}


def resting(report, memory, calls):
    report.comparison(
        "At rest", "The daemons, after the commands above: pages in memory (RSS), the share of "
        "them where others have the same (PSS), those of the process alone (private: the code of "
        "a program that runs once is among them), and what no file can give back (anonymous). "
        "remindd with `--channel stdout`.", NAMES)
    levels = list(memory)
    for level in [levels[0], *levels[2:]]:
        held = memory[level]
        for what, field in (("RSS", "resident"), ("PSS", "proportional"), ("private", "private"),
                            ("anonymous", "anonymous")):
            report.compare(f"{what}, {level:,} pending",
                           {name: getattr(one, field) / 1024 for name, one in held.items()},
                           WHY["memory"], "{:.1f} MiB".format)
    report.compare("system calls a minute", calls, form="{:.0f}".format, within=0)


def main(bed):
    begin = time.monotonic()
    folder, report = bed.folder, bed.report
    peers = {"remindctl": Ours(bed), "at": at.At(folder), "systemd": Systemd(folder),
             "remind": Remind(folder), "sleep": Sleep(folder)}
    ours = peers["remindctl"]
    try:
        ours.pend(1)
        watches = {
            "remindctl": Stopwatch([f"{folder}/timed"], ours.home.environment),
            "at": Stopwatch([f"{folder}/timed"], at.ENVIRONMENT),
            "systemd": Stopwatch([*peers["systemd"].inside, "/bed/timed"]),
            "other": Stopwatch([f"{folder}/timed"], peers["remind"].environment)}
        memory, calls = commands(bed, peers, watches)
        resting(report, memory, calls)
        for watch in watches.values():
            watch.close()
        ours.stop()
        peers["remind"].stop()
        peers["systemd"].stop()  # ten thousand timers would slow down what follows
        peers["systemd"] = Systemd(folder)
        due.lateness(bed, peers, NAMES)
        due.bursts_and_kills(bed, peers, NAMES)
    finally:
        peers["sleep"].stop()
        peers["systemd"].stop()
    versions = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Package} ${Version}, ", "at", "remind", "systemd-container",
         "coreutils"], capture_output=True, text=True, check=True).stdout.rstrip(", ")
    first = "We are first in every row." if not report.missed else (
        f"We are not first in {report.missed} rows, which say why.")
    report.write(f"{versions}; {time.monotonic() - begin:.0f} s. {first}")


bed.run("Beside the others", "make bench-peers", main)
