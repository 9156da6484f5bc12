"""Clocks that are set, and suspends, with remindd running: `clocks(folder, work)` returns the faults."""
import json
import time

from machine import Dead, Machine

# Seconds by which an emulated machine may be late.
SLOW = 4


class Observed:
    """A machine, and every line that its remindd has shown, with the host's time."""

    def __init__(self, folder, work):
        self.machine, self.lines, self.faults = Machine(folder, work), [], []
        self.checks = 0

    def boot(self, clock):
        self.machine.boot(clock)
        self.machine.start_daemon()
        # Its first look at the store.
        time.sleep(1)

    def take(self):
        for raw in self.machine.ports["shown"].lines():
            self.lines.append((time.time(), json.loads(raw)))

    def make(self, words, text):
        """Makes a reminder; returns the host's time at which it was made."""
        self.machine.expect(f"remindctl {words} -- {text}")
        return time.time()

    def set(self, to):
        """Sets the machine's clock: to a time, or by so many seconds."""
        if isinstance(to, str):
            self.machine.expect(f"date -u -s '{to}' >/dev/null")
        else:
            self.machine.expect(f"date -u -s @$(($(date +%s) + {to})) >/dev/null")

    def watch(self, seconds):
        deadline = time.time() + seconds
        while time.time() < deadline:
            self.take()
            time.sleep(0.05)

    def times(self, text):
        return [at for at, alert in self.lines if alert["text"] == text]

    def alert(self, text):
        return [alert for _, alert in self.lines if alert["text"] == text][-1]

    def listed(self, text):
        pending = json.loads(self.machine.expect("remindctl list --json"))["reminders"]
        return next((one["due"] for one in pending
                     if one["text"] == text and one["state"] == "scheduled"), "never")

    def check(self, what, holds, detail=""):
        self.checks += 1
        if not holds:
            self.faults.append(f"{what} {detail}")
            print(f"  not so: {what} {detail}", flush=True)

    def once(self, text, after=None):
        """It was shown once, `after` being the host's time at which it was to be."""
        self.take()
        times = self.times(text)
        self.check(f"{text} is shown once", len(times) == 1, f"but {len(times)} times")
        if after is not None and times:
            late = times[0] - after
            # A grid of elapsed time has whole seconds.
            self.check(f"{text} is shown in time", -1.2 < late < SLOW, f"but {late:+.1f} s")

    def never(self, *texts):
        self.take()
        for text in texts:
            lines = [alert for _, alert in self.lines if alert["text"] == text]
            self.check(f"{text} is not shown", not lines, f"but {lines}")


def clocks(folder, work):
    seen = Observed(folder, work)
    try:
        epoch(seen)
        forward_and_back(seen)
        years(seen)
        burst(seen)
        suspends(seen)
    except Dead as error:
        seen.faults.append(f"{error}; {seen.machine.ports['said'].lines()}")
    finally:
        seen.machine.cut()
    print(f"{seen.checks} checks")
    return seen.faults


def epoch(seen):
    """A machine whose battery is empty begins in 1970, until the network tells it the time."""
    seen.boot("2026-06-01T12:00:00")
    seen.make("in 2h", "tea")
    seen.make("at 13:30", "wall")
    seen.make("every day 12:30", "daily")
    seen.machine.cut()
    seen.boot("1970-01-01T00:00:10")
    made = seen.make("in 40s", "early")
    grid = seen.make("every 1m", "grid")
    seen.watch(3)
    seen.never("tea", "wall", "daily", "early")
    seen.set("2026-06-01 15:00:00")
    step = time.time()
    seen.watch(SLOW)
    for text in ("tea", "wall", "daily"):
        seen.once(text, step)
    seen.never("early", "grid")
    seen.check("early moves with the clock", seen.listed("early") > "2026", seen.listed("early"))
    seen.watch(made + 40 + SLOW - time.time())
    seen.once("early", made + 40)
    seen.watch(grid + 60 + SLOW - time.time())
    seen.once("grid", grid + 60)
    seen.machine.expect("remindctl cancel %d" % seen.alert("grid")["id"])


def forward_and_back(seen):
    """By seconds and by hours, while it sleeps: elapsed time stays elapsed, wall times follow."""
    made = seen.make("in 12s", "elapsed")
    seen.make("at 16:30", "hour")
    seen.make("at 23:00", "evening")
    for step in (5, -3, -4, 2):
        seen.set(step)
        seen.watch(0.5)
    seen.never("elapsed", "hour")
    seen.set(2 * 3600)
    step = time.time()
    seen.watch(SLOW)
    seen.once("hour", step)
    seen.set(-3 * 3600)
    seen.watch(made + 12 + SLOW - time.time())
    seen.once("elapsed", made + 12)
    back = seen.make("in 5s", "back")
    seen.set(3 * 3600)
    seen.watch(5 + SLOW)
    seen.once("back", back + 5)
    seen.never("evening")
    for text in ("hour", "daily", "wall", "tea"):
        seen.once(text)


def years(seen):
    """Three years ahead, and back: one that was missed a thousand times comes once."""
    count = len(seen.times("daily"))
    seen.set(3 * 365 * 86400)
    step = time.time()
    seen.watch(SLOW)
    seen.once("evening", step)
    seen.check("daily stands for the missed", len(seen.times("daily")) == count + 1)
    seen.check("daily counts the missed", seen.alert("daily").get("missed", 0) >= 1000)
    seen.set(-3 * 365 * 86400)
    made = seen.make("in 4s", "present")
    seen.watch(4 + SLOW)
    seen.once("present", made + 4)
    seen.once("evening")
    seen.check("nothing is shown again", len(seen.times("daily")) == count + 1)
    due = seen.listed("daily")
    seen.check("daily comes tomorrow", due.startswith("2026-06-02"), f"but on {due}")


def burst(seen):
    """The clock jumps to and fro while many are delivered."""
    seen.machine.expect("killall remindd")
    seen.machine.expect("for n in $(seq 60); do remindctl in 0.1s -- b$n; done >/dev/null")
    seen.machine.ports["said"].lines(0.5)
    seen.machine.begin(
        "(for n in 1 2 3 4 5 6 7 8; do date -u -s @$(($(date +%s) + 3600)); sleep 0.05;"
        " date -u -s @$(($(date +%s) - 3600)); sleep 0.05; done) >/dev/null &")
    seen.machine.answer(60)
    seen.machine.start_daemon()
    seen.watch(SLOW + 4)
    for number in range(1, 61):
        seen.once(f"b{number}")


def suspends(seen):
    """Suspended to RAM over due times, three times in a row."""
    texts = []
    for number, after in enumerate((6, 20, 36)):
        texts.append((f"sleep{number}", seen.make(f"in {after}s", f"sleep{number}"), after))
    for text, made, after in texts:
        seen.take()
        seen.never(text)
        asleep = max(2, int(made + after + 3 - time.time()))
        seen.machine.suspend(asleep)
        awake = time.time()
        seen.watch(SLOW)
        seen.once(text, awake)
        seen.check(f"{text} was slept over", awake > made + after)
