"""Fifty created and fired each second, for minutes: nothing may grow."""
import os
import subprocess
import time

from bed import DAY, now_ms
from measure import Memory, median, milliseconds, percentile
from product import Home


def steady(bed):
    seconds, rate = bed.quick((60, 50), (600, 50))
    home = bed.new_home()
    home.fill(range(now_ms() + DAY, now_ms() + DAY + 1000))
    reader = subprocess.Popen([f"{bed.folder}/stamp"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE)
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
    report = bed.report
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
