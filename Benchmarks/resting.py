"""A daemon with nothing to do: its system calls, its memory, and how fast it is ready."""
import subprocess
import time

from desktop import Desktop
from measure import Memory, holders, median, resident_megabytes, system_calls
from product import Home

SHOWN = "SELECT count(*) FROM delivery WHERE channel = 'desktop' AND state = 'accepted'"


def after_popup(bed, few, many):
    report, seconds = bed.report, bed.quick(5, 60)
    report.section("At rest", "System calls are counted by strace from 20 s after a popup, when "
                   "Dispatch and GLib have ended the threads that they keep for a while.")
    with Desktop(bed.new_folder()) as desktop:
        for home in (few, many):
            daemon, _ = home.start(environment=desktop.environment)
            before = home.rows(SHOWN)[0][0]
            subprocess.run([home.ctl, "in", "1s", "a notification"], env=home.environment,
                           check=True, stdout=subprocess.DEVNULL)
            deadline = time.time() + 20
            while home.rows(SHOWN)[0][0] == before:
                if time.time() > deadline:
                    raise SystemExit("the notification was not shown")
                time.sleep(0.05)
            time.sleep(20)
            calls = system_calls(daemon.pid, seconds, f"{bed.folder}/strace")
            report.line(f"system calls in {seconds} s, {home.pending:,} pending", calls, "0",
                        calls == 0, is_aim=True)
            memory = resident_megabytes(daemon.pid)
            report.line(f"RSS after a notification, {home.pending:,} pending", f"{memory:.1f} MB",
                        "at most 12 MB", memory <= 12)
            Home.stop(daemon)


def readiness(bed, few, many):
    for home in (few, many):
        times = []
        for _ in range(20):
            daemon, elapsed = home.start("--channel", "stdout")
            times.append(elapsed)
            Home.stop(daemon)
        bed.report.line(f"start to READY=1, {home.pending:,} pending; median of 20 (slowest)",
                        f"{median(times):.1f} ms ({max(times):.1f})", "at most 20 ms",
                        median(times) <= 20)


def memory(bed, few, many):
    report, seconds = bed.report, bed.quick(1, 20)
    report.section(
        "Memory at rest", f"After {seconds} s without work, `--channel stdout`. Anonymous is what only "
        "the daemon's end gives back. Pages of its program's file are the kernel's to drop, and are "
        "one user's alone only as long as no other user's daemon runs: the second figure is beside one.")
    for home, other in ((few, many), (many, few)):
        daemon, _ = home.start("--channel", "stdout")
        time.sleep(seconds)
        alone, parts = Memory(daemon.pid), holders(daemon.pid)
        Home.stop(daemon)
        # Whoever comes later shares what is mapped already.
        first, _ = other.start("--channel", "stdout")
        daemon, _ = home.start("--channel", "stdout")
        time.sleep(seconds)
        beside = Memory(daemon.pid)
        Home.stop(daemon)
        Home.stop(first)
        pending = f"{home.pending:,} pending"
        report.line(f"anonymous, {pending}", f"{alone.anonymous / 1024:.2f} MiB", "at most 2 MiB",
                    alone.anonymous <= 2048, is_aim=True)
        report.line("what holds it", ", ".join(
            f"{name} {size / 1024:.2f} MiB" for name, size in sorted(
                parts.items(), key=lambda part: -part[1])))
        file, shared = ((one.private - one.anonymous) / 1024 for one in (alone, beside))
        report.line("pages of files that nobody else has: alone, beside another",
                    f"{file:.2f} MiB, {shared:.2f} MiB")
