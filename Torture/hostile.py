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
import subprocess
import sys
import time

from bus import Peer
from desktop import NAME, PATH, Desktop, Server, come_back
from hostile_server import Hostile
from programs import Home


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
