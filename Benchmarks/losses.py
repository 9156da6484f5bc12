"""kill -9 in the middle of a thousand that are due at once, and a start again: what never comes, and
what comes twice."""
import collections
import fcntl
import json
import os
import random
import threading
import time

from at import SPOOL
from measure import stamped, stamps
from product import Home
from systemd import EXACT, calendar

COUNT = 1000


class Fates:
    """What became of a thousand, in all trials."""

    def __init__(self):
        self.trials = self.lost = self.twice = self.stuck = self.unmarked = 0

    def add(self, ids, stuck=0, marked=0):
        """`ids` has each as often as it came; stuck ones did not, and may yet."""
        distinct = len(set(ids))
        self.trials += 1
        self.lost += COUNT - distinct - stuck
        self.stuck += stuck
        self.twice += len(ids) - distinct
        self.unmarked += max(0, len(ids) - distinct - marked)

    def __str__(self):
        stuck = f" and {self.stuck} stuck" if self.stuck else ""
        return f"{self.lost} lost{stuck}, {self.twice} twice, of {self.trials * COUNT:,}"


def losses(bed, at):
    """Ours and those of at, in turn."""
    report, trials = bed.report, bed.quick(1, 5)
    ours, ats = Fates(), Fates()
    for _ in range(trials):
        of_remindd(ours, bed.new_home())
        of_at(ats, at, bed.folder, with_jobs=True)
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


def somewhere():
    """After how many the daemon is killed."""
    return random.randrange(100, 900)


class Receiver:
    """A reader of remindd's lines that keeps step with it: its pipe holds a page."""

    def __init__(self, home):
        self.home = home
        self.ids = []
        self.marked = 0

    def start(self):
        reading, writing = os.pipe()
        fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
        self.thread = threading.Thread(target=self._read, args=[reading])
        self.thread.start()
        self.daemon, _ = self.home.start("--channel", "stdout", "--json", output=writing)
        os.close(writing)

    def _read(self, reading):
        with os.fdopen(reading, "rb") as lines:
            for line in lines:
                alert = json.loads(line)
                self.ids.append(alert["id"])
                self.marked += alert.get("possible_repeat", False)

    def wait(self, count):
        deadline = time.monotonic() + 15
        while len(set(self.ids)) < count and time.monotonic() < deadline:
            time.sleep(0.0005)

    def kill(self):
        self.daemon.kill()
        self.daemon.wait()
        self.thread.join()


def of_remindd(fates, home):
    home.fill([int(time.time() * 1000) - 60_000] * COUNT)
    receiver = Receiver(home)
    receiver.start()
    receiver.wait(somewhere())
    receiver.kill()
    receiver.start()
    receiver.wait(COUNT)
    time.sleep(0.5)
    Home.stop(receiver.daemon)
    receiver.thread.join()
    fates.add(receiver.ids, marked=receiver.marked)


def of_log(log):
    return [word for _, word in stamps(log)]


def when_noted(log, count):
    while len(stamps(log)) < count:
        time.sleep(0.002)


def of_at(fates, at, folder, with_jobs):
    """atd alone, or with the jobs that it has started, as a power cut or the end of a service would.
    A job whose file is left locked is looked at again after an hour."""
    at.stop()
    log = f"{folder}/at-losses{random.randrange(10 ** 9)}"
    at.start()
    at.fill(COUNT, int(time.time()) // 60 - 2, f"{folder}/stamp {log} @@")
    when_noted(log, somewhere())
    at.kill(with_jobs)
    time.sleep(0.5)  # jobs without a daemon end
    at.start()
    stamped(log, COUNT, 4)
    ran = set(map(int, of_log(log)))
    left = {int(name[1:6], 16) - 0x80000 for name in os.listdir(SPOOL) if name[0] == "a"}
    fates.add(of_log(log), stuck=len(left - ran))
    at.clear()


def of_systemd(fates, bed):
    name = f"k{random.randrange(10 ** 9)}-"
    log = f"{bed.share}/{name}.log"
    bed.timers(name, COUNT, calendar(int(time.time()) + 20), EXACT,
               command=f"/bed/stamp /bed/{name}.log @@")
    when_noted(log, somewhere())
    bed.kill()
    stamped(log, COUNT, 4)
    fates.add(of_log(log), stuck=bed.listed(name))


def of_sleep(fates, sleep, log):
    sleep.log = log
    moment = time.time() + 20  # a busy machine takes some of it to start a thousand
    sleep.due([moment] * COUNT)
    sleep.stop()
    time.sleep(max(0, moment + 1 - time.time()))
    fates.add(of_log(log))


def of_remind(at_once, later, one, other, minute):
    """Two daemons with a file each, killed alike; one comes back in the same minute."""
    for remind in (one, other):
        remind.fill(COUNT, minute)
        remind.start()
    time.sleep(max(0, minute - time.time()))
    running = {one, other}
    while running:
        for remind in list(running):
            if len(stamps(remind.log)) >= 300:
                remind.kill()
                running.remove(remind)
                if remind is one:
                    remind.start()
        time.sleep(0.002)
    time.sleep(max(0, minute + 61 - time.time()))
    other.start()
    # It would show them as it starts, or not at all.
    stamped(one.log, 2 * COUNT, 3)
    stamped(other.log, COUNT, 5)
    for remind, fates in ((one, at_once), (other, later)):
        fates.add(of_log(remind.log))
        remind.stop()
