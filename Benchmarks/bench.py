#!/usr/bin/python3
"""Measures the programs against their targets and peers, and writes BENCHMARKS.md.

bench.py BINARIES [--quick]      as root, in a mount and PID namespace of its own (scripts/bench)

Every figure of a line comes from one run, and what is compared is measured in turn. --quick does
less of everything and writes to standard output alone."""
import datetime
import math
import os
import platform
import random
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

import losses
from desktop import Desktop
from measure import interleaved, median, milliseconds, percentile, ratio, resident_megabytes
from peers import ENVIRONMENT, SPOOL, At
from product import Home

BINARIES = os.path.abspath(sys.argv[1])
QUICK = "--quick" in sys.argv
HERE = os.path.dirname(os.path.abspath(__file__))
MANY = 20_000 if QUICK else 1_000_000
DAY = 86_400_000


LOAD = os.getloadavg()[0]


def now_ms():
    return time.time_ns() // 1_000_000


class Report:
    """The table, line by line; each target says whether it was met."""

    def __init__(self):
        self.lines = []
        self.missed = 0

    def section(self, title, text=""):
        self.lines += ["", f"## {title}", ""] + ([text, ""] if text else [])
        self.lines += ["| what | figure | target | met |", "|---|---|---|---|"]
        print(f"\n{title}", flush=True)

    def line(self, what, figure, target="", met=None):
        verdict = "" if met is None else "yes" if met else "**no**"
        self.missed += met is False
        self.lines.append(f"| {what} | {figure} | {target} | {verdict} |")
        print(f"  {what}: {figure}  {target}  {verdict}".rstrip(), flush=True)


def creating(report, home, at):
    """remindctl in, against at, against at and sync of its spool file."""
    daemon, _ = home.start("--channel", "stdout")

    def remindctl():
        return milliseconds(home.add(), home.environment)

    def plain_at():
        return milliseconds(at.add(), ENVIRONMENT)

    def synced_at():
        elapsed = milliseconds(at.add(), ENVIRONMENT)
        return elapsed + milliseconds(["sync", at.newest()], ENVIRONMENT)

    def at_and_fsync():
        elapsed = milliseconds(at.add(), ENVIRONMENT)
        file = os.open(at.newest(), os.O_RDONLY)
        start = time.perf_counter()
        os.fsync(file)
        elapsed += (time.perf_counter() - start) * 1000
        os.close(file)
        return elapsed

    def floor():
        return milliseconds(["true"], ENVIRONMENT)

    rounds = 50 if QUICK else 1000
    ours, plain, synced, fsynced, least = interleaved(
        rounds, remindctl, plain_at, synced_at, at_and_fsync, floor)
    home.stop(daemon)
    report.section("Creating", "`remindctl in 20m x` with a daemon running, against "
                   "`at -f file now + 20 minutes`, which never syncs; medians of "
                   f"{rounds} rounds, and of their ratios.")
    for what, values in (
            ("`true`, the cost of starting anything", least), ("`remindctl in 20m x`", ours),
            ("`at -f`", plain), ("`at -f`, then `sync SPOOLFILE`", synced),
            ("`at -f`, then fsync(2) of it from a running process", fsynced)):
        report.line(what, f"{median(values):.2f} ms")
    for what, values, most in (
            ("against `at -f`", plain, 1.3), ("against `at -f` and `sync`", synced, 1.0)):
        times = ratio(ours, values)
        report.line(what, f"{times:.2f} ×", f"at most {most} ×", times <= most)


def scaling(report, few, many):
    """list and cancel with ten pending, and with a million."""
    daemons = [home.start("--channel", "stdout")[0] for home in (few, many)]
    victims = iter(random.sample(range(2, MANY), 1000))

    def listing(home):
        return lambda: milliseconds([home.ctl, "list", "-n", "50"], home.environment)

    def cancel_few():
        subprocess.run(few.add(), env=few.environment, check=True, stdout=subprocess.DEVNULL)
        newest = few.rows("SELECT max(id) FROM reminder")[0][0]
        return milliseconds([few.ctl, "cancel", str(newest)], few.environment)

    def cancel_many():
        return milliseconds([many.ctl, "cancel", str(next(victims))], many.environment)

    lists = [median(x) for x in interleaved(30 if QUICK else 200, listing(few), listing(many))]
    cancels = [median(x) for x in interleaved(30 if QUICK else 200, cancel_few, cancel_many)]
    for daemon in daemons:
        Home.stop(daemon)
    report.section("Size", f"10 pending against {MANY:,}, in turn; medians of 200.")
    for verb, (small, large) in (("list -n 50", lists), ("cancel ID", cancels)):
        report.line(f"`remindctl {verb}`, 10 pending", f"{small:.2f} ms")
        report.line(f"`remindctl {verb}`, {MANY:,} pending", f"{large:.2f} ms")
        report.line(f"`{verb}`, ratio", f"{large / small:.2f} ×", "at most 1.3 ×",
                    large <= 1.3 * small)


def system_calls(daemon, seconds, log):
    """What the process and its threads ask of the kernel in so many seconds. Attaching interrupts
    the calls that they wait in; these are seen once more in the first second, which is left out."""
    strace = subprocess.Popen(["strace", "-f", "-ttt", "-o", log, "-p", str(daemon.pid)],
                              stderr=subprocess.DEVNULL)
    time.sleep(1)
    begin = time.time()
    time.sleep(seconds)
    end = time.time()
    strace.terminate()
    strace.wait()
    with open(log) as lines:
        times = [float(line.split()[1]) for line in lines]
    if not times:
        raise SystemExit("strace saw nothing: it could not attach")
    return sum(begin <= moment < end for moment in times)


def resting(report, few, many):
    """System calls while idle, memory after a popup, time to readiness."""
    seconds = 5 if QUICK else 60
    report.section("At rest", "System calls are counted by strace from 20 s after a popup, when "
                   "Dispatch and GLib have ended the threads that they keep for a while.")
    with Desktop(tempfile.mkdtemp(dir=WORK)) as desktop:
        for home, count in ((few, 10), (many, MANY)):
            daemon, _ = home.start(environment=desktop.environment)
            subprocess.run([home.ctl, "in", "1s", "a notification"], env=home.environment,
                           check=True, stdout=subprocess.DEVNULL)
            shown = "SELECT count(*) FROM delivery WHERE channel = 'desktop' AND state = 'accepted'"
            before = home.rows(shown)[0][0]
            deadline = time.time() + 20
            while home.rows(shown)[0][0] == before:
                if time.time() > deadline:
                    raise SystemExit("the notification was not shown")
                time.sleep(0.05)
            time.sleep(1 if QUICK else 20)
            calls = system_calls(daemon, seconds, f"{WORK}/strace")
            report.line(f"system calls in {seconds} s, {count:,} pending", calls, "0", calls == 0)
            memory = resident_megabytes(daemon.pid)
            report.line(f"RSS after a notification, {count:,} pending", f"{memory:.1f} MB",
                        "at most 12 MB", memory <= 12)
            Home.stop(daemon)
    for home, count in ((few, 10), (many, MANY)):
        times = []
        for _ in range(20):
            daemon, elapsed = home.start("--channel", "stdout")
            times.append(elapsed)
            Home.stop(daemon)
        report.line(f"start to READY=1, {count:,} pending; median of 20 (slowest)",
                    f"{median(times):.1f} ms ({max(times):.1f})", "at most 20 ms",
                    median(times) <= 20)


def fired(home, count, seconds, *options, environment=None, started=lambda: None):
    """Runs remindd until its pipe's reader has `count` lines, at most `seconds`; returns for each
    its lateness in microseconds, as the reader saw it, in the order in which they came.

    `started` is called a second after the start."""
    reader = subprocess.Popen([f"{WORK}/stamp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    daemon, _ = home.start(*options, "--json", output=reader.stdin, environment=environment)
    reader.stdin.close()
    time.sleep(1)
    started()
    deadline = time.time() + seconds
    done = "SELECT count(*) FROM delivery WHERE channel = 'stdout' AND state = 'accepted'"
    while home.rows(done)[0][0] < count and time.time() < deadline:
        time.sleep(0.25)
    Home.stop(daemon)
    late = []
    for line in reader.stdout.read().decode().splitlines():
        stamp, _, text = line.partition(" ")
        late.append(int(stamp) - int(re.search(r'"due_ms": ?(\d+)', text)[1]) * 1000)
    reader.wait()
    return late


def punctuality(report, new_home):
    """A thousand alerts one by one, and a thousand at once."""
    count, spread = (100, 4_000) if QUICK else (1000, 40_000)
    home = new_home()
    start = now_ms() + 3_000
    home.fill(sorted(start + random.randrange(spread) for _ in range(count)))
    late = fired(home, count, 60, "--channel", "stdout")
    half, most = percentile(late, 50) / 1000, percentile(late, 99) / 1000
    report.section("Punctuality", "The reader of remindd's pipe takes the time in microseconds and "
                   "compares it with `due_ms`.")
    report.line("alerts over 40 s: arrived, earliest, latest",
                f"{len(late)}, {min(late) / 1000:.2f} ms, {max(late) / 1000:.2f} ms",
                f"{count}, none early", len(late) == count and min(late) >= 0)
    report.line("lateness, median", f"{half:.2f} ms", "under 0.5 ms", half < 0.5)
    report.line("lateness, 99 of 100", f"{most:.2f} ms", "under 5 ms", most < 5)

    lasts = []
    complete = True
    for _ in range(1 if QUICK else 5):
        home = new_home()
        home.fill([now_ms() + 3_000] * 1000)
        late = fired(home, 1000, 30, "--channel", "stdout")
        lasts.append(max(late) / 1000)
        records = home.rows(
            "SELECT count(*), min(attempt), max(attempt) FROM delivery WHERE state = 'accepted'"
            " AND claimed_ms IS NOT NULL AND ended_ms >= claimed_ms")
        complete = complete and len(late) == 1000 and records == [(1000, 1, 1)]
    report.line("1,000 at the same instant, the last one out; median of 5 (slowest)",
                f"{median(lasts):.0f} ms ({max(lasts):.0f})", "within 100 ms", median(lasts) <= 100)
    report.line("each of them claimed and recorded, once", "yes" if complete else "no", "yes",
                complete)


def desktop(report, new_home):
    """What a notification server that hangs costs a line, and a thousand popups at once."""
    count, spread = (50, 4_000) if QUICK else (300, 20_000)
    homes = new_home(), new_home()
    start = now_ms() + 5_000
    for home in homes:
        home.fill(sorted(start + random.randrange(spread) for _ in range(count)))
    folders = [tempfile.mkdtemp(dir=WORK) for _ in homes]
    with Desktop(folders[0]) as hung, Desktop(folders[1], has_server=False) as none, \
            ThreadPoolExecutor() as both:
        stopped = both.submit(fired, homes[0], count, 60, environment=hung.environment,
                              started=hung.stop_server)
        free = both.submit(fired, homes[1], count, 60, environment=none.environment).result()
        stopped = stopped.result()
    report.section("A desktop", f"Two daemons at the same time, each with {count} alerts over "
                   f"{spread // 1000} s and a bus: one's dunst is stopped (SIGSTOP) before the first, the "
                   "other has no server. Both print.")
    # Those that come before it is known that the server hangs.
    first, slow, usual = max(stopped[:10]) / 1000, median(stopped[10:]) / 1000, median(free) / 1000
    report.line("lines that came: hung server, no server", f"{len(stopped)}, {len(free)}",
                f"{count} each", len(stopped) == len(free) == count)
    report.line("lateness of the line that finds the server hung", f"{first:.0f} ms",
                "at most 300 ms", first <= 300)
    report.line("lateness, median: hung server, no server", f"{slow:.2f} ms, {usual:.2f} ms")
    report.line("ratio", f"{slow / usual:.2f} ×", "at most 1.3 ×", slow <= 1.3 * usual)

    lasts, most = [], 0
    shown = ("SELECT count(*), max(ended_ms) FROM delivery"
             " WHERE channel = 'desktop' AND state = 'accepted'")
    for _ in range(1 if QUICK else 5):
        home = new_home()
        due = now_ms() + 4_000
        home.fill([due] * 1000)
        with Desktop(tempfile.mkdtemp(dir=WORK)) as screen:
            daemon, _ = home.start(environment=screen.environment)
            deadline = time.time() + 30
            while home.rows(shown)[0][0] < 1000 and time.time() < deadline:
                time.sleep(0.25)
            Home.stop(daemon)
            number, last = home.rows(shown)[0]
            lasts.append(last - due if number == 1000 else math.inf)
            most = max(most, screen.popups())
    report.line("1,000 popups at once, the last accounted for; median of 5 (slowest)",
                f"{median(lasts):.0f} ms ({max(lasts):.0f})", "within 2000 ms", median(lasts) <= 2000)
    report.line("popups that dunst made of them, at most", most, "at most 5", most <= 5)


def punctuality_of_sleep(report):
    """What a shell user does without any of this."""
    log = f"{WORK}/sleep.log"
    due = []
    sleepers = []
    for _ in range(100):
        due.append(time.time() + 2)
        sleepers.append(subprocess.Popen(["sh", "-c", f"sleep 2; {WORK}/stamp {log}"]))
        time.sleep(0.05)
    for sleeper in sleepers:
        sleeper.wait()
    with open(log) as file:
        stamps = sorted(int(line) for line in file)
    late = [stamp / 1000 - moment * 1000 for stamp, moment in zip(stamps, due)]
    report.line("for comparison: `(sleep 2; …) &`, lateness, median of 100",
                f"{median(late):.2f} ms")


def punctuality_of_at(report, at):
    """The same thousand at once, as jobs of at: it knows full minutes only."""
    minute = int(time.time() // 60) + 1
    if minute * 60 - time.time() < 10:
        minute += 1
    log = f"{WORK}/at.log"
    at.fill(1000, minute, f"{WORK}/stamp {log}")
    deadline = minute * 60 + 30
    lines = []
    while len(lines) < 1000 and time.time() < deadline:
        time.sleep(0.25)
        if os.path.exists(log):
            with open(log) as file:
                lines = file.read().split()
    late = [int(stamp) / 1000 - minute * 60_000 for stamp in lines]
    report.line("for comparison: 1,000 jobs of `at` in one minute, the last one run",
                f"{max(late):.0f} ms ({len(late)} ran)")


def losing(report, new_home, at):
    """What kill -9 costs in the middle of a thousand."""
    trials = 1 if QUICK else 5
    moments = [random.randrange(100, 900) for _ in range(trials)]
    ours = [losses.of_remindd(new_home(), now_ms, after) for after in moments]
    ats = [losses.of_at(at, f"{WORK}/stamp", f"{WORK}/losses{number}", after)
           for number, after in enumerate(moments)]
    report.section("Losses", f"kill -9 of the daemon, at a random moment in the middle of 1,000 that are "
                   f"due at once, and a start at once; {trials} times, in all. Of at its jobs are killed "
                   "too, as by a power cut or a service's end: remindd has none.")
    lost, repeated, unmarked = map(sum, zip(*ours))
    report.line("remindd: never shown", lost, "0", lost == 0)
    report.line("remindd: shown twice, and saying so", repeated - unmarked,
                f"at most {trials}: one a kill", repeated - unmarked <= trials)
    report.line("remindd: shown twice without a word", unmarked, "0", unmarked == 0)
    gone, stuck = map(sum, zip(*ats))
    report.line("for comparison: jobs of `at` that did not run", gone)
    report.line("for comparison: files of `at` left locked, which atd looks at after an hour", stuck)


def machine():
    with open("/proc/cpuinfo") as cpus:
        model = next((line.split(":")[1].strip() for line in cpus if line.startswith("model name")),
                     platform.machine())
    with open("/etc/os-release") as release:
        system = re.search(r'PRETTY_NAME="(.*)"', release.read())[1]
    disk = subprocess.run(["stat", "-f", "-c", "%T", WORK], capture_output=True, text=True)
    return (f"{model}, {os.cpu_count()} cores, {system}, Linux {platform.release()}, "
            f"stores on {disk.stdout.strip()}, load average {LOAD:.1f} before the start")


def main():
    if LOAD > 0.5:
        print(f"Something else is busy here (load average {LOAD:.1f}): figures will be off.")
    report = Report()
    homes = iter(range(1000))

    def new_home():
        return Home(BINARIES, f"{WORK}/home{next(homes)}")

    at = At(WORK)
    creating(report, new_home(), at)
    at.stop()
    far = now_ms() + 30 * DAY
    few, many = new_home(), new_home()
    few.fill(range(far, far + 10_000, 1000))
    many.fill(range(far, far + MANY * 1000, 1000))
    scaling(report, few, many)
    resting(report, few, many)
    desktop(report, new_home)
    punctuality(report, new_home)
    punctuality_of_sleep(report)
    at.start()
    punctuality_of_at(report, at)
    losing(report, new_home, at)
    at.stop()

    summary = "Every target was met." if report.missed == 0 else f"{report.missed} targets missed."
    print(f"\n{summary}")
    if not QUICK:
        with open(f"{HERE}/../BENCHMARKS.md", "w") as file:
            today = datetime.date.today().isoformat()
            file.write(f"# Benchmarks\n\nWritten by `make bench` on {today}: {machine()}. "
                       f"{summary}\nMilliseconds differ from machine to machine; compare the "
                       "ratios.\n" + "\n".join(report.lines) + "\n")
    return report.missed != 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="remind-bench-", dir="/var/tmp") as WORK:
        subprocess.run(["cc", "-O2", "-o", f"{WORK}/stamp", f"{HERE}/stamp.c"], check=True)
        os.chmod(WORK, 0o755)
        failed = main()
    sys.exit(failed)
