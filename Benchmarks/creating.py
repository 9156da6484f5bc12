"""`remindctl in`, against at(1), and against at(1) whose file is synced as ours is."""
import os
import time

from at import ENVIRONMENT
from measure import interleaved, median, milliseconds, ratio


def creating(bed, at):
    report, home = bed.report, bed.new_home()
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

    def least():
        return milliseconds(["true"], ENVIRONMENT)

    rounds = bed.quick(50, 1000)
    ours, plain, synced, fsynced, floor = interleaved(
        rounds, remindctl, plain_at, synced_at, at_and_fsync, least)
    home.stop(daemon)
    report.section("Creating", "`remindctl in 20m x` with a daemon running, against "
                   "`at -f file now + 20 minutes`, which never syncs; medians of "
                   f"{rounds} rounds, and of their ratios.")
    for what, values in (
            ("`true`, the cost of starting anything", floor), ("`remindctl in 20m x`", ours),
            ("`at -f`", plain), ("`at -f`, then `sync SPOOLFILE`", synced),
            ("`at -f`, then fsync(2) of it from a running process", fsynced)):
        report.line(what, f"{median(values):.2f} ms")
    for what, values, most in (
            ("against `at -f`", plain, 1.3), ("against `at -f` and `sync`", synced, 1.0)):
        times = ratio(ours, values)
        report.line(what, f"{times:.2f} ×", f"at most {most} ×", times <= most, is_aim=True)
