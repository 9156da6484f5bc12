#!/usr/bin/python3
"""remindd and notification servers that answer anything: wrong types, id 0, odd errors, twice, late, never;
signals of any shape; servers that go in the middle of a sentence, and an impostor.
`hostile.py FOLDER-OF-THE-PROGRAMS SECONDS`; REMIND_SEED repeats the choices of an earlier run. The daemon must
live, must take nothing as shown that got no valid id, must not obey the impostor, and must show everything as
soon as there is a server that answers. Exit code 1: a fault was found."""
import json
import os
import random
import shutil
import signal
import string
import subprocess
import sys
import threading
import time

from bus import Peer, split
from desktop import NAME, PATH, Desktop, Server, come_back
from programs import Home

BAD_SIGNATURES = ["", "s", "i", "t", "uu", "su", "as", "a{sv}", "v", "(u)", "au", "b", "d"]
ERRORS = [NAME + ".MaxNotificationsExceeded", "a.b", "org.freedesktop.DBus.Error." + "X" * 200] + [
    "org.freedesktop.DBus.Error." + name for name in (
        "NoReply", "ServiceUnknown", "NameHasNoOwner", "Disconnected", "Timeout", "TimedOut", "NoMemory",
        "LimitsExceeded", "AccessDenied", "UnknownMethod", "Spawn.ChildExited", "Failed", "InvalidArgs")]
KEYS = ["", "default", "done ", "DONE", "done:1", "snooze", "snooze:", "snooze:-1", "snooze:0", "snooze:x",
        "snooze:99999999999999999999", "snooze:9223372036854775807", "\x1b[31m", "x" * 70000, "🍵"]


def words(chance):
    return "".join(chance.choice(string.printable + "\x1b\x07żé\u202e🍵<&>\"") for _ in
                   range(chance.choice((0, 1, 5, 40, 3000))))


def value(chance, type):
    match type[0]:
        case "y" | "b":
            return chance.randint(0, 1)
        case "u" | "i" | "t":
            return chance.choice((0, 1, 2, 2 ** 31 - 1))
        case "d":
            return chance.random()
        case "s":
            return words(chance)
        case "v":
            return "s", words(chance)
        case "a":
            return [value(chance, type[1:]) for _ in range(chance.randint(0, 3))]
        case "(":
            return tuple(value(chance, one) for one in type[1:-1])
        case "{":
            return f"k{chance.random()}", ("s", words(chance))


def nonsense(chance, valid):
    """A body of the wrong type."""
    signature = chance.choice([one for one in BAD_SIGNATURES if one != valid])
    return signature, [value(chance, one) for one in split(signature)]


class Hostile(Server):
    """Each one has a character: how it answers what, by chance."""

    def __init__(self, desktop, chance):
        self.chance = chance
        self.strays = set()  # ids that it gave in an answer to another call
        self.answered = set()  # ids of which it said, in a way that counts, that the user has answered
        self.moods = {
            "introduce": self.character("good", "good", "good", "garbage", "wrong", "error", "mute", "twice"),
            "boast": self.character("good", "good", "good", "garbage", "wrong", "error", "mute", "twice"),
            "show": self.character("good", "good", "zero", "huge", "same", "wrong", "error", "mute", "twice",
                                   "late", "vanish", "answer and vanish", "another's"),
        }
        super().__init__(desktop)

    def character(self, *moods):
        return [self.chance.choice(moods) for _ in range(self.chance.randint(1, 4))]

    def mood(self, what):
        return self.chance.choice(self.moods[what])

    def say(self, message, mood, signature, good, garbage):
        match mood:
            case "good":
                self.peer.reply(message, signature, good)
            case "garbage":
                self.peer.reply(message, signature, garbage)
            case "wrong":
                self.peer.reply(message, *nonsense(self.chance, signature))
            case "error":
                self.peer.refuse(message, self.chance.choice(ERRORS), *nonsense(self.chance, None))
            case "twice":
                self.peer.reply(message, signature, good)
                self.peer.reply(message, *nonsense(self.chance, signature))

    def introduce(self, message):
        self.say(message, self.mood("introduce"), "ssss", ("hostile", "x", "1", "1.2"),
                 [words(self.chance) for _ in range(4)])

    def boast(self, message):
        self.say(message, self.mood("boast"), "as", (["actions", "body"],),
                 ([words(self.chance) for _ in range(self.chance.choice((0, 3, 500)))],))

    def show(self, message):
        mood = self.mood("show")
        id = self.new_id(0)
        match mood:
            case "huge":
                id = 2 ** 32 - id
                mood = "good"
            case "same":
                id, mood = 1, "good"
            case "zero":
                self.peer.reply(message, "u", (0,))
            case "late":
                timer = threading.Timer(self.chance.choice((0.3, 1, 2.5)), self.answer, (message, id))
                timer.daemon = True
                return timer.start()
            case "vanish":
                self.note(message, None)
                return self.leave()
            case "another's":
                # The bus lets it through if it is the number of a call that is open, then of a Notify.
                message.serial += self.chance.randint(1, 3)
                self.strays.add(id)
                self.peer.reply(message, "u", (id,))
        is_shown = mood in ("good", "twice", "answer and vanish")
        # Noted first: its answer may be in the store before it would be noted.
        self.note(message, id if is_shown else None)
        if is_shown:
            self.open.add(id)
        self.say(message, "good" if mood == "answer and vanish" else mood, "u", (id,), (0,))
        if mood == "answer and vanish":
            self.leave()

    def answer(self, message, id):
        self.note(message, id)
        self.peer.reply(message, "u", (id,))

    def withdraw(self, message):
        if self.chance.random() < 0.5:
            super().withdraw(message)

    def babble(self):
        """A signal."""
        chance = self.chance
        id = chance.choice([0, 1, 2, 2 ** 32 - 1] + list(self.open)[-5:])
        match chance.randint(0, 6):
            case 0:
                self.invoke(id, chance.choice(KEYS))
            case 1:
                self.answered.add(id)
                self.invoke(id, chance.choice(("done", "snooze:86400000")))
            case 2:
                self.answered.add(id)
                self.say_closed(id, 2)
            case 3:
                self.say_closed(id, chance.choice((0, 1, 4, 7, 2 ** 32 - 1)))
            case 4:
                member = chance.choice(("ActionInvoked", "NotificationClosed"))
                self.peer.emit(PATH, NAME, member, *nonsense(chance, "uu"))
            case 5:
                self.peer.emit(PATH + "/else", NAME, "ActivationToken", "us", (id, words(chance)))
            case 6:
                for _ in range(200):
                    self.say_closed(id, 1)


class Round:
    def __init__(self, binaries, seed):
        self.chance, self.seed = random.Random(seed), seed
        self.home, self.desktop = Home(binaries), Desktop()
        self.home.environment["DBUS_SESSION_BUS_ADDRESS"] = self.desktop.bus.address
        self.home.environment["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=" + self.home.folder + "/none"
        self.faults, self.ids, self.servers = [], [], []
        self.log = open(self.home.folder + "/log", "wb")
        self.daemon = subprocess.Popen(
            [f"{binaries}/remindd", "--channel", "desktop"], env=self.home.environment,
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)

    def remindctl(self, *arguments):
        return subprocess.run([f"{self.home.binaries}/remindctl", *arguments], env=self.home.environment,
                              capture_output=True, stdin=subprocess.DEVNULL, timeout=30)

    def play(self):
        try:
            self.harass()
            self.relieve()
        finally:
            if self.daemon.poll() is None:
                self.daemon.send_signal(signal.SIGTERM)
            try:
                code = self.daemon.wait(10)
            except subprocess.TimeoutExpired:
                code = "nothing: it hangs"
                self.daemon.kill()
                self.daemon.wait()
            for server in self.servers:
                server.leave()
            self.desktop.bus.end()
            self.log.close()
        if code != 0:
            with open(self.log.name, encoding="utf-8", errors="replace") as log:
                self.faults.append(f"remindd ended with {code}: {log.read()[-2000:]}")
        if not self.faults:
            shutil.rmtree(self.home.folder)
        return self.faults

    def harass(self):
        chance = self.chance
        impostor = Peer(self.desktop.bus.path, lambda message: None)
        end = time.monotonic() + chance.choice((2, 4, 6))
        while time.monotonic() < end:
            if not self.servers or chance.random() < 0.03:
                if self.servers:
                    self.servers[-1].leave()
                self.servers.append(Hostile(self.desktop, chance))
            if len(self.ids) < 40 and chance.random() < 0.4:
                options = ["--urgency", "critical"] if chance.random() < 0.6 else []
                made = self.remindctl("in", chance.choice(("0.05s", "0.3s", "1s")), *options, "--json", "--",
                                      f"t{len(self.ids)}t")
                if made.returncode == 0:
                    self.ids.append(json.loads(made.stdout)["id"])
                else:
                    self.faults.append(f"remindctl answered {made.returncode}: {made.stderr.decode()}")
            for _ in range(chance.choice((0, 0, 1, 5))):
                self.servers[-1].babble()
            for id in range(1, 9) if chance.random() < 0.2 else ():
                impostor.emit(PATH, NAME, "ActionInvoked", "us", (id, "done"))
                impostor.emit(PATH, NAME, "NotificationClosed", "uu", (id, 2))
            time.sleep(chance.random() * 0.08)
        impostor.close()
        self.servers[-1].leave()

    def relieve(self):
        """A server that does what it is asked to, and a user who comes back: everything is shown."""
        self.servers.append(Server(self.desktop))
        saver = Peer(self.desktop.bus.path, lambda message: None)
        come_back(saver)
        time.sleep(1.1)  # the last one may not be due yet
        deadline = time.monotonic() + 20
        while (owed := self.owed()) and time.monotonic() < deadline and self.daemon.poll() is None:
            time.sleep(0.05)
        saver.close()
        self.faults += [f"{row} is never shown" for row in owed]
        given = set(self.desktop.given) | {
            (server.name, id) for server in self.servers for id in getattr(server, "strays", ())}
        with self.home.open() as database:
            accepted = database.execute(
                "SELECT o.reminder, d.server, d.notification, o.state FROM delivery d"
                " JOIN occurrence o ON o.id = d.occurrence WHERE d.state = 'accepted'").fetchall()
        answered = {(server.name, id) for server in self.servers for id in getattr(server, "answered", ())}
        by_reminder = {}
        for id, server, popup, state in accepted:
            if (server, popup) not in given:
                self.faults.append(f"{id} is accepted as popup {popup} of {server}, which was never given")
            by_reminder.setdefault(id, []).append((server, popup, state))
        for id in self.ids:
            popups = by_reminder.get(id, [])
            if not popups:
                self.faults.append(f"{id} was accepted by nobody")
            states = {state for _, _, state in popups}
            if states & {"done", "dismissed", "snoozed"} and not any(
                    (server, popup) in answered for server, popup, _ in popups):
                self.faults.append(f"{id} is {states}, and nobody answered it")
        for arguments in (["list"], ["history"], *(["show", str(id)] for id in self.ids[:3])):
            said = self.remindctl(*arguments)
            text = (said.stdout + said.stderr).decode()
            bad = [letter for letter in text if ord(letter) < 32 and letter != "\n" or letter in "\x7f\u202e"]
            if said.returncode != 0 or bad:
                self.faults.append(f"{arguments} answered {said.returncode} with {bad}: {text[:300]}")

    def owed(self):
        with self.home.open() as database:
            return database.execute(
                "SELECT r.text, d.state, d.reason FROM reminder r JOIN occurrence o ON o.reminder = r.id"
                " LEFT JOIN delivery d ON d.occurrence = o.id WHERE o.ended_ms IS NULL"
                " AND o.state IN ('scheduled', 'unanswered') AND o.due_ms < unixepoch() * 1000"
                " AND d.at_ms IS NULL AND coalesce(d.state, 'none') NOT IN ('accepted', 'failed')"
            ).fetchall()


def main(binaries, seconds):
    seed = int(os.environ.get("REMIND_SEED") or random.SystemRandom().randrange(10 ** 9))
    print(f"REMIND_SEED={seed}", flush=True)
    chance, rounds, popups, reminders = random.Random(seed), 0, 0, 0
    end = time.monotonic() + seconds
    while rounds == 0 or time.monotonic() < end:
        round = Round(binaries, chance.random())
        faults = round.play()
        rounds += 1
        popups += len(round.desktop.popups)
        reminders += len(round.ids)
        if faults:
            for fault in faults[:20]:
                print(f"FAULT: {fault}")
            print(f"round {rounds}; its store is kept in {round.home.folder}; repeat with REMIND_SEED={seed}")
            return 1
    print(f"{rounds} rounds: {reminders} reminders, {popups} times asked to show one; every one was shown in the "
          "end, none was taken as shown that was not, and the daemon lived")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], float(sys.argv[2])))
