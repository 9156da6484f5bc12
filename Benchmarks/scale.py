#!/usr/bin/python3
"""Measures the programs with a million reminders, in bursts and under steady work, and writes the
part `Scale` of BENCHMARKS.md.

scale.py BINARIES [--quick]      as root, in a mount and PID namespace of its own (scripts/bench)

--quick does less of everything and writes to standard output alone."""
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

from measure import Memory, Stopwatch, build, holders, median, milliseconds, percentile
from product import Home, fired
from report import Report

BINARIES = os.path.abspath(sys.argv[1])
QUICK = "--quick" in sys.argv
MANY = 50_000 if QUICK else 1_000_000
DAY = 86_400_000


def now_ms():
    return time.time_ns() // 1_000_000


def new_home(name):
    return Home(BINARIES, f"{WORK}/{name}")


def bursts(report):
    report.section("At the same instant", "From the moment until the reader of remindd's pipe has "
                   "the last line; medians (slowest).")
    for count, most in ((1000, 60), (10_000, 500)):
        lasts = []
        for number in range(1 if QUICK else 5):
            home = new_home(f"burst{count}-{number}")
            home.fill([now_ms() + 4000] * count)
            late = fired(home, count, 30, "--channel", "stdout")
            if len(late) != count:
                raise SystemExit(f"{len(late)} of {count} came")
            lasts.append(max(late) / 1000)
            shutil.rmtree(home.folder)
        report.line(f"{count:,} due in one millisecond, the last one",
                    f"{median(lasts):.0f} ms ({max(lasts):.0f})", f"at most {most} ms",
                    median(lasts) <= most)


def lists(report, few, many):
    """A list of all, whole; and one that its reader leaves lying."""
    watch = Stopwatch([f"{WORK}/timed"], many.environment)
    report.section("Lists", f"{MANY:,} pending. SQLite keeps up to 2 MB of the store's pages in "
                   "memory, however large it is.")
    for words in (["list"], ["list", "--json"]):
        watch_few = Stopwatch([f"{WORK}/timed"], few.environment)
        watch_few(few.ctl, *words)
        watch_few.close()
        elapsed = watch(many.ctl, *words)
        grown = (watch.peak - watch_few.peak) / 1024
        report.line(f"`{' '.join(words)}`: time, peak memory beyond that with 10 pending",
                    f"{elapsed / 1000:.2f} s, {grown:.2f} MiB", "at most 4 MiB", grown <= 4)
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


def crowd(report, home):
    """A hundred programs at once."""
    daemon, _ = home.start("--channel", "stdout")
    before = home.rows("SELECT count(*) FROM reminder")[0][0]
    begin = time.perf_counter()
    clients = [subprocess.Popen(home.add(), env=home.environment, stdout=subprocess.DEVNULL)
               for _ in range(100)]
    codes = {client.wait() for client in clients}
    elapsed = (time.perf_counter() - begin) * 1000
    stored = home.rows("SELECT count(*) FROM reminder")[0][0] - before
    Home.stop(daemon)
    report.section("A hundred `remindctl` at once", f"{MANY:,} pending, and a daemon.")
    report.line("stored, exit codes", f"{stored}, {codes}", "100, {0}",
                stored == 100 and codes == {0})
    report.line("until the last one ended", f"{elapsed:.0f} ms", "at most 1000 ms", elapsed <= 1000)


def after_kill(home):
    """Milliseconds from kill -9 of a daemon to the first line of the one that follows, where
    something has become due meanwhile."""
    def start():
        return subprocess.Popen([home.daemon, "--channel", "stdout"], env=home.environment,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL)

    times = []
    daemon, _ = home.start("--channel", "stdout")
    for _ in range(5 if QUICK else 20):
        daemon.send_signal(19)  # SIGSTOP: it sleeps over the time
        subprocess.run([home.ctl, "in", "0.1s", "x"], env=home.environment, check=True,
                       stdout=subprocess.DEVNULL)
        time.sleep(0.3)
        begin = time.perf_counter()
        daemon.kill()
        daemon.wait()
        daemon = start()
        daemon.stdout.readline()
        times.append((time.perf_counter() - begin) * 1000)
        time.sleep(0.2)
    Home.stop(daemon)
    return times


def recovery(report, few, many):
    report.section("From kill -9 to the first delivery", "The daemon is killed and started again "
                   "at once; until the reader of its pipe has the line that is overdue. Medians "
                   "(slowest).")
    for home, count in ((few, 10), (many, MANY)):
        times = after_kill(home)
        report.line(f"{count:,} pending", f"{median(times):.1f} ms ({max(times):.1f})",
                    "at most 50 ms", median(times) <= 50)


def memory(report, few, many):
    report.section("Memory at rest", f"After {1 if QUICK else 20} s without work, `--channel "
                   "stdout`. Anonymous is what no file can give back.")
    for home, count in ((few, 10), (many, MANY)):
        daemon, _ = home.start("--channel", "stdout")
        time.sleep(1 if QUICK else 20)
        private = Memory(daemon.pid).private / 1024
        parts = holders(daemon.pid)
        Home.stop(daemon)
        anonymous = sum(parts.values()) / 1024
        report.line(f"anonymous, {count:,} pending", f"{anonymous:.2f} MiB", "at most 2 MiB",
                    anonymous <= 2)
        report.line("what holds it", ", ".join(
            f"{name} {size / 1024:.2f} MiB" for name, size in sorted(
                parts.items(), key=lambda part: -part[1])))
        report.line("and with the pages of its program, which nobody else runs here",
                    f"{private:.2f} MiB")


def steady(report):
    """Fifty created and fired each second."""
    seconds, rate = (60, 50) if QUICK else (600, 50)
    home = new_home("steady")
    home.fill(range(now_ms() + DAY, now_ms() + DAY + 1000))
    reader = subprocess.Popen([f"{WORK}/stamp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    daemon, _ = home.start("--channel", "stdout", "--json", output=reader.stdin)
    reader.stdin.close()

    def sample():
        held = Memory(daemon.pid)
        return (held.anonymous / 1024, os.path.getsize(home.database + "-wal") / 1e6,
                len(os.listdir(f"/proc/{daemon.pid}/fd")), os.path.getsize(home.database) / 1e6)

    samples = []
    begin = time.monotonic()
    command = [home.ctl, "in", "1s", "x"]
    for number in range(seconds * rate):
        time.sleep(max(0, begin + number / rate - time.monotonic()))
        milliseconds(command, home.environment)
        if number % (rate * 5) == rate * 5 - 1:
            samples.append(sample())
    elapsed = time.monotonic() - begin
    time.sleep(2)
    fates = dict(home.rows("SELECT state, count(*) FROM delivery GROUP BY state"))
    Home.stop(daemon)
    late = []
    for line in reader.stdout.read().decode().splitlines():
        stamp, _, text = line.partition(" ")
        late.append(int(stamp) / 1000 - int(text.partition('"due_ms":')[2].split(",")[0]))
    reader.wait()
    early = samples[len(samples) // 5]
    last = samples[-1]
    report.section(f"{rate} created and fired each second", f"For {elapsed:.0f} s, beside a "
                   "thousand that are pending; the first figure after a fifth of that time.")
    count = seconds * rate
    report.line("created, accepted, came", f"{count}, {fates.get('accepted', 0)}, {len(late)}",
                "the same", fates == {"accepted": count} and len(late) == count)
    report.line("anonymous memory", f"{early[0]:.2f} → {last[0]:.2f} MiB", "0.25 MiB more at most",
                last[0] <= early[0] + 0.25)
    largest = max(size for _, size, _, _ in samples)
    report.line("the log (WAL) at most", f"{largest:.1f} MB", "at most 8 MB", largest <= 8)
    report.line("descriptors", f"{early[2]} → {last[2]}", "no more", last[2] <= early[2])
    report.line("the store", f"{early[3]:.1f} → {last[3]:.1f} MB")
    report.line("lateness, median and 99 of 100",
                f"{median(late):.2f} ms, {percentile(late, 99):.2f} ms")


def zone(report):
    """A million floating ones, and a journey from Kathmandu to Tokyo, where it is 3 h 15 min
    later: what was far is due, and what comes next has to be right before the rest is looked at."""
    shutil.copytree("/etc", f"{WORK}/etc", symlinks=True, ignore_dangling_symlinks=True)

    def live_in(place):
        os.symlink(f"/usr/share/zoneinfo/Asia/{place}", f"{WORK}/etc/localtime.new")
        os.replace(f"{WORK}/etc/localtime.new", f"{WORK}/etc/localtime")

    live_in("Kathmandu")
    subprocess.run(["mount", "--bind", f"{WORK}/etc", "/etc"], check=True)
    home = new_home("zone")
    del home.environment["TZ"]
    ahead = 9 * 3_600_000  # of Tokyo's clock
    moment = now_ms() + (8_000 if QUICK else 60_000)
    moment -= moment % 1000
    home.float(moment + ahead + 1000 * number for number in range(-1, MANY))
    daemon, _ = home.start("--channel", "stdout", "--json", output=subprocess.PIPE)
    time.sleep(1)
    time.sleep(max(0, moment / 1000 - 0.5 - time.time()))
    begin = time.time()
    live_in("Tokyo")
    # The first is overdue by the change itself.
    arrivals = []
    for _ in range(6):
        due = int(daemon.stdout.readline().partition(b'"due_ms":')[2].split(b",")[0])
        arrivals.append((time.time(), due))
    wrong = f"SELECT count(*) FROM occurrence WHERE id > 1 AND due_ms != series_ms - {ahead}"
    while home.rows(wrong)[0][0] and time.time() < begin + 120:
        time.sleep(0.2)
    reviewed = time.time() - begin
    Home.stop(daemon)
    subprocess.run(["umount", "/etc"], check=True)
    first = (arrivals[0][0] - begin) * 1000
    late = [at * 1000 - due for at, due in arrivals[1:]]
    report.section("Another zone", f"{MANY:,} floating reminders, one a second, when the system's "
                   "zone changes so that each comes 3 h 15 min earlier.")
    report.line("what the change makes overdue comes after", f"{first:.0f} ms", "at most 100 ms",
                first <= 100)
    report.line("the five that follow: lateness at most", f"{max(late):.1f} ms",
                "10 ms, none early", 0 <= min(late) and max(late) <= 10)
    report.line("until all are right", f"{reviewed:.1f} s")


def main():
    report = Report("Scale", "make bench-scale", WORK)
    bursts(report)
    far = now_ms() + 30 * DAY
    few, many = new_home("few"), new_home("many")
    few.fill(range(far, far + 10_000, 1000))
    many.fill(range(far, far + MANY * 1000, 1000))
    lists(report, few, many)
    crowd(report, many)
    recovery(report, few, many)
    memory(report, few, many)
    steady(report)
    zone(report)
    summary = "Every target was met." if report.missed == 0 else f"{report.missed} targets missed."
    report.write(summary, keep=not QUICK)
    return report.missed != 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="remind-scale-", dir="/var/tmp") as WORK:
        os.chmod(WORK, 0o755)
        build(WORK)
        failed = main()
    sys.exit(failed)
