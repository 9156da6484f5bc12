"""A list of all, whole; and one that its reader leaves lying."""
import sqlite3
import subprocess
import time

from bed import now_ms
from measure import Stopwatch, median
from product import Home


def lists(bed, few, many):
    report = bed.report
    watch = Stopwatch([f"{bed.folder}/timed"], many.environment)
    report.section("Lists", f"{many.pending:,} pending. SQLite keeps up to 2 MB of the store's "
                   "pages in memory, however large it is.")
    for words in (["list"], ["list", "--json"]):
        watch_few = Stopwatch([f"{bed.folder}/timed"], few.environment)
        watch_few(few.ctl, *words)
        watch_few.close()
        elapsed = watch(many.ctl, *words)
        grown = (watch.peak - watch_few.peak) / 1024
        report.line(f"`{' '.join(words)}`: time, peak memory beyond that with 10 pending",
                    f"{elapsed / 1000:.2f} s, {grown:.2f} MiB", "at most 4 MiB", grown <= 4)
    watch.close()


def parked_list(bed, many):
    report = bed.report
    watch = Stopwatch([f"{bed.folder}/timed"], many.environment)
    daemon, _ = many.start("--channel", "stdout", "--json", output=subprocess.PIPE)
    parked = subprocess.Popen([many.ctl, "list", "--json"], stdout=subprocess.PIPE,
                              env=many.environment)
    parked.stdout.read(1)
    time.sleep(0.3)
    adds = [watch(many.ctl, "in", "2h", "x") for _ in range(20)]
    watch(many.ctl, "in", "0.3s", "x")
    line = daemon.stdout.readline()
    arrived = now_ms() - int(line.partition(b'"due_ms":')[2].split(b",")[0])
    database = sqlite3.connect(many.database)
    busy = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    database.close()
    waits = parked.poll() is None
    parked.kill()
    Home.stop(daemon)
    watch.close()
    report.line("beside a `list --json` whose reader stands still: `remindctl in`, median",
                f"{median(adds):.2f} ms", "at most 10 ms", median(adds) <= 10)
    report.line("an alert there, lateness", f"{arrived} ms", "at most 10 ms", arrived <= 10)
    report.line("a checkpoint there truncates the log", "yes" if waits and not busy else "no",
                "yes", waits and not busy)
