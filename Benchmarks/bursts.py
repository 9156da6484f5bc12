"""Many that are due in the same millisecond, and what at(1) makes of it."""
import shutil
import time

from bed import now_ms
from measure import median, stamped
from product import fired


def bursts(bed, *sizes):
    """`sizes` are pairs of a number and the milliseconds within which it has to be through."""
    report = bed.report
    report.section("At the same instant", "From the moment until the reader of remindd's pipe has "
                   "the last line, each claimed and recorded by itself; medians (slowest).")
    for count, most in sizes:
        lasts = [last(bed, count) for _ in range(bed.quick(1, 5))]
        report.line(f"{count:,} due in one millisecond, the last one",
                    f"{median(lasts):.0f} ms ({max(lasts):.0f})", f"at most {most} ms",
                    median(lasts) <= most, is_aim=True)


def last(bed, count):
    home = bed.new_home()
    home.fill([now_ms() + 4000] * count)
    late = fired(home, count, 30, "--channel", "stdout")
    records = home.rows(
        "SELECT count(*), min(attempt), max(attempt) FROM delivery WHERE state = 'accepted'"
        " AND claimed_ms IS NOT NULL AND ended_ms >= claimed_ms")
    if len(late) != count or records != [(count, 1, 1)]:
        raise SystemExit(f"{len(late)} of {count} came; records, attempts: {records}")
    shutil.rmtree(home.folder)
    return max(late) / 1000


def of_at(bed, at):
    """A thousand at once, as jobs of at: it knows full minutes only."""
    minute = int(time.time() // 60) + 1
    if minute * 60 - time.time() < 10:
        minute += 1
    log = f"{bed.folder}/at.log"
    at.fill(1000, minute, f"{bed.folder}/stamp {log} @@")
    time.sleep(max(0, minute * 60 - time.time()))
    found = stamped(log, 1000, 10)
    late = [time_us / 1000 - minute * 60_000 for time_us, _ in found]
    bed.report.line("for comparison: 1,000 jobs of `at` in one minute, the last one run",
                    f"{max(late):.0f} ms ({len(late)} ran)")
