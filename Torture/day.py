#!/usr/bin/python3
"""A day of reminders in a minute, with remindd under valgrind's memcheck: `day.py FOLDER-OF-THE-PROGRAMS SHIM
[SECONDS]`. A notification server shows them and answers for its user, goes and comes; they are put off, cancelled,
repeated, held and edited. Then each verb of remindctl runs once under memcheck too. REMIND_SEED repeats the choices.
Exit code 1: memory was misused, or lost for good, or descriptors were."""
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time

from desktop import Desktop, Server
from programs import Home

MEMCHECK = ["valgrind", "--quiet", "--leak-check=full", "--show-leak-kinds=definite",
            "--errors-for-leak-kinds=definite", "--error-exitcode=99"]
# What valgrind 3.19 says of debug information that is newer than it, and of nothing else.
KNOWN = re.compile(r"^(###|get_Form_szB|--\d+-- (WARNING: Serious error|When reading debug|get_Form_contents))")

VERBS = """in 5m tea --nag 1m --before 1m|at 23:59 call|every day 9:00 pills|list|list --json|snooze 1 5m|skip 3|
edit 2 --text mum|cancel 2|undo|show 1|show 1 --json|history|history --plain|pause 1h|resume|status --json|parse 20m tea|
done 1|forget 1|backup {folder}/copy|restore {folder}/copy --force|in half an our|help|--help|list --json --tag x"""


class Clicker(Server):
    """Its user answers some popups at once, and lets the others be."""

    def __init__(self, desktop, chance):
        self.chance = chance
        super().__init__(desktop)

    def show(self, message):
        super().show(message)
        id, answer = self.desktop.popups[-1].id, self.chance.random()
        if answer < 0.2:
            self.invoke(id, self.chance.choice(("done", "snooze:700")))
        elif answer < 0.3:
            self.open.discard(id)
            self.say_closed(id, self.chance.choice((1, 2)))


class Day:
    def __init__(self, binaries, shim, seed):
        self.chance = random.Random(seed)
        self.home, self.desktop = Home(binaries), Desktop()
        self.home.environment |= {
            "DBUS_SESSION_BUS_ADDRESS": self.desktop.bus.address,
            "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={self.home.folder}/none"}
        # GLib's own allocator would hide what becomes of each block.
        self.checked = self.home.environment | {
            "LD_PRELOAD": shim, "G_SLICE": "always-malloc", "SWIFT_BACKTRACE": "enable=no"}
        self.made, self.faults, self.ids = 0, [], []
        self.configure("hook=/bin/true\nsnooze=1m,1h")
        self.server = Clicker(self.desktop, self.chance)
        self.log = self.home.folder + "/log"
        with open(self.log, "wb") as log:
            self.daemon = subprocess.Popen(
                MEMCHECK + [f"{binaries}/remindd"], env=self.checked, stdin=subprocess.DEVNULL, stdout=log,
                stderr=log)

    def configure(self, lines):
        os.makedirs(f"{self.home.folder}/config/remindctl", exist_ok=True)
        with open(f"{self.home.folder}/config/remindctl/remindctl.conf", "w", encoding="utf-8") as file:
            file.write(f"[remindctl]\n{lines}\n")

    def remindctl(self, *arguments, under=(), environment=None):
        return subprocess.run(
            [*under, f"{self.home.binaries}/remindctl", *arguments], env=environment or self.home.environment,
            capture_output=True, stdin=subprocess.DEVNULL, timeout=120)

    def live(self, seconds):
        """The daemon's day. Descriptors are counted when it has seen everything once, and in the end."""
        start = time.monotonic()
        while "shown by" not in self.said() and time.monotonic() < start + 60:
            time.sleep(0.1)
        start = time.monotonic()
        count = None
        while (passed := time.monotonic() - start) < seconds and self.daemon.poll() is None:
            self.step()
            if count is None and passed > seconds / 3:
                count = self.descriptors()
            time.sleep(self.chance.random() * 0.3)
        self.remindctl("resume")
        time.sleep(5)
        if self.daemon.poll() is None and self.descriptors() > count + 1:
            self.faults.append(f"{count} descriptors were open, then {os.listdir(self.fds)}")
        self.daemon.send_signal(signal.SIGTERM)
        self.end()

    def end(self):
        try:
            code = self.daemon.wait(60)
        except subprocess.TimeoutExpired:
            self.daemon.kill()
            code = "nothing: it hangs"
        said = self.said()
        if code != 0 or "==" in said:
            self.faults.append(f"remindd ended with {code}:\n{said[-20_000:]}")

    def said(self):
        with open(self.log, encoding="utf-8", errors="replace") as log:
            return "".join(line for line in log if not KNOWN.match(line))

    @property
    def fds(self):
        return f"/proc/{self.daemon.pid}/fd"

    def descriptors(self):
        # One that is open for a moment does not count.
        return min(len(os.listdir(self.fds)) for _ in range(20) if time.sleep(0.02) is None)

    def step(self):
        chance = self.chance
        match chance.randint(0, 13):
            case 0 | 1 | 2 | 3:
                options = chance.choice(
                    ([], ["--urgency", "critical"], ["--nag", "1s", "--times", "3"], ["--before", "0.3s"],
                     ["--max-late", "0.1s"], ["--tag", "x", "--sound", "none", "--speak"]))
                self.make("in", chance.choice(("0.1s", "0.6s", "2s")), *options)
            case 4:
                self.make("every", f"FREQ=SECONDLY;COUNT={chance.randint(2, 5)}")
            case 5:
                for _ in range(8):
                    self.make("in", "1s")
            case 6 if self.ids:
                self.remindctl(chance.choice(("cancel", "done")), str(chance.choice(self.ids)))
            case 7 if self.ids:
                self.remindctl("snooze", str(chance.choice(self.ids)), "0.5s")
            case 8 if self.ids:
                self.remindctl("edit", str(chance.choice(self.ids)), "--text", "another text")
                self.remindctl("undo")
            case 9:
                self.server.leave()
                time.sleep(chance.random())
                self.server = Clicker(self.desktop, chance)
            case 10:
                self.configure(chance.choice((
                    "quiet=00:00-24:00", "hook=/bin/false\nspeak=yes", "nonsense\nquiet=x", "hook=/bin/true")))
                self.daemon.send_signal(signal.SIGHUP)
            case 11:
                self.remindctl("pause", "1s")
            case 12 if self.ids:
                self.remindctl("forget", str(chance.choice(self.ids)))
            case 13:
                self.remindctl("list", "--json")

    def make(self, *arguments):
        self.made += 1
        made = json.loads(self.remindctl(*arguments, "--json", "--", f"t{self.made}").stdout)
        self.ids = (self.ids + [made["id"]])[-20:]

    def check_verbs(self):
        for line in VERBS.replace("\n", "").split("|"):
            words = line.format(folder=self.home.folder).split()
            answer = self.remindctl(*words, under=MEMCHECK, environment=self.checked)
            said = [one for one in answer.stderr.decode().splitlines() if not KNOWN.match(one)]
            if answer.returncode == 99 or answer.returncode < 0 or any(one.startswith("==") for one in said):
                self.faults.append(f"remindctl {line} ended with {answer.returncode}:\n" + "\n".join(said))


def main(binaries, shim, seconds):
    seed = int(os.environ.get("REMIND_SEED") or random.SystemRandom().randrange(10 ** 9))
    print(f"REMIND_SEED={seed}", flush=True)
    day = Day(binaries, shim, seed)
    try:
        day.live(seconds)
        with day.home.open() as database:
            shown = database.execute("SELECT count(*) FROM delivery WHERE state = 'accepted'").fetchone()[0]
        day.check_verbs()
    finally:
        day.daemon.kill()
        day.server.leave()
        day.desktop.bus.end()
    for fault in day.faults:
        print(f"FAULT: {fault}")
    print(f"{day.made} reminders made and {shown} times one shown under memcheck, {len(VERBS.split('|'))} commands: "
          f"{len(day.faults)} faults")
    if not day.faults:
        shutil.rmtree(day.home.folder)
    return bool(day.faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], float((sys.argv + [60])[3])))
