"""`remindctl in`, against at(1), and against at(1) whose file is synced as ours is."""
import os
import time

from at import ENVIRONMENT
from measure import interleaved, median, milliseconds, ratio
from product import Home


def creating(bed, at, most):
    """`most` is how much longer than at -f it may take."""
    report, home, bare = bed.report, bed.new_home(), bed.new_home()
    daemons = [one.start("--channel", "stdout")[0] for one in (home, bare)]

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

    def true():
        return milliseconds(["true"], ENVIRONMENT)

    def sqlite():
        return milliseconds([f"{bed.folder}/floor", bare.database], ENVIRONMENT)

    def disk():
        return milliseconds([f"{bed.folder}/disk", f"{bare.folder}/disk"], ENVIRONMENT)

    def version():
        return milliseconds([home.ctl, "--version"], home.environment)

    rounds = bed.quick(50, 1000)
    ours, plain, synced, fsynced, start, synced_write, floor, opened = interleaved(
        rounds, remindctl, plain_at, synced_at, at_and_fsync, true, disk, sqlite, version)
    for daemon in daemons:
        Home.stop(daemon)
    report.section("Creating", "`remindctl in 20m x` with a daemon running, against "
                   "`at -f file now + 20 minutes`, which never syncs; medians of "
                   f"{rounds} rounds, and of their ratios.")
    for what, values in (
            ("`true`, the cost of starting anything", start),
            ("the disk alone, in C: as many bytes, synced (`Benchmarks/disk.c`)", synced_write),
            ("SQLite alone, in C: one commit of such rows, synced (`Benchmarks/floor.c`)", floor),
            ("`remindctl --version`, which opens no store", opened),
            ("`remindctl in 20m x`", ours),
            ("`at -f`", plain), ("`at -f`, then `sync SPOOLFILE`", synced),
            ("`at -f`, then fsync(2) of it from a running process", fsynced)):
        report.line(what, f"{median(values):.2f} ms")
    why = (f"SQLite alone, its store opened, its schema read and one commit made, is {ratio(floor, plain):.2f} × "
           "`at -f`, which opens no database; the disk has little part in it. The rest is Swift's start, reading "
           "the words, the zone and the configuration")
    for what, values, most, why in (
            ("against `at -f`", plain, most, why), ("against `at -f` and `sync`", synced, 1.0, "")):
        times = ratio(ours, values)
        report.line(what, f"{times:.2f} ×", f"at most {most} ×", times <= most, why, is_aim=True)
