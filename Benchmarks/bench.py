#!/usr/bin/python3
"""Measures the programs against their targets and at(1), and writes the first part of
BENCHMARKS.md.

bench.py BINARIES [--quick]      as root, in a mount and PID namespace of its own (scripts/bench)

Every figure of a line comes from one run, and what is compared is measured in turn. --quick does
less of everything and writes to standard output alone."""
import math
import os
import random
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

import losses
from at import ENVIRONMENT, At
from desktop import Desktop
from measure import (build, interleaved, median, milliseconds, percentile, ratio,
                     resident_megabytes, system_calls)
from product import Home, fired
from report import Report

BINARIES = os.path.abspath(sys.argv[1])
QUICK = "--quick" in sys.argv
MANY = 20_000 if QUICK else 1_000_000
DAY = 86_400_000


def now_ms():
    return time.time_ns() // 1_000_000


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
            calls = system_calls(daemon.pid, seconds, f"{WORK}/strace")
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
    nearly_all = percentile(late, 99.9) / 1000
    report.line("lateness, 999 of 1,000", f"{nearly_all:.2f} ms", "at most 5 ms", nearly_all <= 5)

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
    ours, ats = losses.Fates(), losses.Fates()
    for _ in range(trials):
        losses.of_remindd(ours, new_home())
        losses.of_at(ats, at, WORK, with_jobs=True)
    report.section("Losses", "kill -9 of the daemon, at a random moment in the middle of 1,000 that "
                   f"are due at once, and a start at once; {trials} times, in all. Of at its jobs are "
                   "killed too, as by a power cut or a service's end: remindd has none.")
    report.line("remindd: never shown", ours.lost, "0", ours.lost == 0)
    marked = ours.twice - ours.unmarked
    report.line("remindd: shown twice, and saying so", marked, f"at most {trials}: one a kill",
                marked <= trials)
    report.line("remindd: shown twice without a word", ours.unmarked, "0", ours.unmarked == 0)
    report.line("for comparison: jobs of `at` that never run", ats.lost)
    report.line("for comparison: jobs of `at` that it looks at again after an hour", ats.stuck)


def main():
    report = Report("Benchmarks", "make bench", WORK)
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
    report.write(f"{summary} Milliseconds differ from machine to machine; compare the ratios.",
                 keep=not QUICK)
    return report.missed != 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="remind-bench-", dir="/var/tmp") as WORK:
        build(WORK)
        os.chmod(WORK, 0o755)
        failed = main()
    sys.exit(failed)
