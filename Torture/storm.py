"""One episode: a store that begins empty, programs that use it, and signals that fall on them."""
import json
import random
import shutil
import signal
import threading
import time

from ledger import Ledger, Series
from programs import Home, Life, Process, Pulse, now, traced

# What SQLite and the daemon do to the reader, the disk and the locks, and up to which call of it one
# is killed. A kill as write(2) begins falls between the claim and the line.
CALLS = {"write": 40, "pwrite64": 400, "fdatasync": 8, "fcntl": 250, "openat": 40, "ftruncate": 4,
         "unlink": 3, "mmap": 60}


pulse = Pulse()


class Episode:
    def __init__(self, binaries, seed, kills, is_new):
        """is_new: short, with no mercy for a store that is being made."""
        self.random = random.Random(seed)
        self.seed, self.budget, self.is_new = seed, kills, is_new
        self.home, self.ledger = Home(binaries), Ledger()
        self.lives, self.kills = [], {"remindd": 0, "remindctl": 0}
        self.terms = self.stops = self.races = 0
        self.lock = threading.Lock()
        self.is_over = threading.Event()
        self.known = []  # ids that were confirmed, with their due times, and that none was sent at
        self.numbers = iter(range(10 ** 9))

    # Clients

    def backlog(self):
        return len(self.ledger.texts) - len(self.ledger.lines)

    def serve(self, seed):
        """What one client thread does until the episode is over."""
        chance = random.Random(seed)
        while not self.is_over.is_set():
            if self.backlog() > 300:
                time.sleep(0.02)
                continue
            what = chance.random()
            if what < 0.69 or not self.known:
                self.create(chance)
            elif what < 0.75:
                self.repeat(chance)
            elif what < 0.83:
                self.put_off(chance)
            elif what < 0.92:
                self.finish(chance)
            else:
                self.run(chance, ["list", "--json"] if chance.random() < 0.5 else ["status"])
            time.sleep(chance.random() * 0.01)

    def run(self, chance, arguments):
        """Runs remindctl and perhaps kills or stops it. Returns its code (None: killed), what it
        printed, and when that was read."""
        blow = chance.random()
        calls = None
        if blow < 0.04:
            calls = (chance.choice(list(CALLS)), chance.randint(1, 20))
        command = [f"{self.home.binaries}/remindctl"] + arguments
        process = Process(traced(command, calls), self.home)
        if 0.04 <= blow < 0.16:
            time.sleep(chance.random() * 0.005)
            process.send(signal.SIGKILL)
        elif blow < 0.22:
            time.sleep(chance.random() * 0.004)
            process.stop(chance.choice((0.005, 0.05, 0.3, 0.7)))
        elif blow < 0.24:
            time.sleep(chance.random() * 0.004)
            process.send(signal.SIGTERM)
        output, error = process.collect(self.ledger)
        at = now()
        if process.was_killed:
            with self.lock:
                self.kills["remindctl"] += 1
        code = process.popen.returncode
        self.ledger.answers[code] += 1
        if code < 0 or process.was_killed or process.is_straces(error):
            return None, output, at
        if code not in (0, 4):
            self.ledger.refuse(f"{arguments} answered {code}: {error.decode()}")
        return code, output, at

    def create(self, chance):
        with self.lock:
            text = f"t{next(self.numbers)}"
        delay = chance.choice((0.05, 0.1, 0.3, 0.3, 0.6, 1.2))
        arguments = ["in", f"{delay}s", "--json"] + self.options(chance, delay, text)
        code, output, at = self.run(chance, arguments + ["--", text])
        # What was printed was promised, however the program ended.
        if not output.endswith(b"\n"):
            if code == 0:
                self.ledger.refuse(f"{text}: nothing was printed")
            return
        if code in (None, 0):
            made = json.loads(output)
            self.ledger.confirm(made["id"], made["due_ms"], text, at)
            with self.lock:
                self.known.append(made["id"])

    def options(self, chance, delay, text):
        return ["--before", f"{delay / 2}s"] if chance.random() < 0.1 else []

    def repeat(self, chance):
        """A series whose times all come while the episode lasts, or soon after."""
        with self.lock:
            text = f"t{next(self.numbers)}"
        step, count = chance.choice((1, 1, 2)), chance.randint(2, 4)
        rule = f"FREQ=SECONDLY;INTERVAL={step};COUNT={count}"
        _, output, _ = self.run(chance, ["every", rule, "--json", "--", text])
        if output.endswith(b"\n"):
            made = json.loads(output)
            self.ledger.confirm_series(made["id"], Series(made["due_ms"], step * 1000, count), text)
            if chance.random() < 0.3:
                with self.lock:
                    self.known.append(made["id"])

    def choose(self, chance):
        with self.lock:
            return self.known.pop(chance.randrange(len(self.known))) if self.known else None

    def put_off(self, chance):
        """Snoozes one that was shown; one that was not is left alone."""
        shown = self.shown_lately()
        with self.lock:
            choice = [id for id in self.known if id in shown and id not in self.ledger.series]
            if not choice:
                return
            id = chance.choice(choice)
            self.known.remove(id)
        code, output, at = self.run(chance, ["snooze", str(id), "0.3s", "--json"])
        if code in (None, 0) and output.endswith(b"\n"):
            answer = json.loads(output)
            if "until_ms" in answer:
                self.ledger.confirm(id, answer["until_ms"], self.ledger.texts[id], at)
        else:
            self.ledger.doubt(id)

    def shown_lately(self):
        with self.ledger.lock:
            return {line.id for line in self.ledger.lines[-200:] if line.purpose == "due"}

    def finish(self, chance):
        id = self.choose(chance)
        if id is None:
            return
        verb = "cancel" if id in self.ledger.series else chance.choice(("cancel", "done"))
        code, output, at = self.run(chance, [verb, str(id)])
        if code == 0:
            self.ledger.end(id, at)
        else:
            self.ledger.doubt(id)

    # The daemon

    def start(self, calls=None):
        life = Life(self.home, self.ledger, len(self.lives), calls)
        self.lives.append(life)
        return life

    def finished(self, life, number=None):
        life.end(number)
        code = life.popen.returncode
        if life.was_killed:
            self.kills["remindd"] += 1
        elif code == -signal.SIGTERM or code == 0:
            self.terms += 1
        elif not life.is_straces(life.said) and (code != 1 or b"already serves" not in life.said):
            self.ledger.refuse(f"remindd ended with {code}: {life.said.decode()}")

    def live(self):
        """One life of a daemon, and its end."""
        chance = self.random
        if self.is_new:
            life = self.start()
            time.sleep(chance.random() * 0.02)
            return self.finished(life, signal.SIGKILL)
        match chance.choice(("start", "lines", "lines", "time", "call", "call", "call", "term",
                             "stop", "race", "away")):
            case "start":
                life = self.start()
                time.sleep(chance.random() * 0.04)
            case "lines":
                life = self.start()
                wanted, deadline = chance.randint(1, 60), now() + 800
                while life.count < wanted and now() < deadline:
                    time.sleep(0.0005)
                time.sleep(chance.random() * 0.002)
            case "time":
                life = self.start()
                time.sleep(chance.random() * 0.5)
            case "call":
                name = "write" if chance.random() < 0.4 else chance.choice(list(CALLS))
                time.sleep(chance.choice((0, 0.1, 0.4)))
                life = self.start((name, chance.randint(1, CALLS[name])))
                deadline = now() + 1000
                while life.popen.poll() is None and now() < deadline:
                    time.sleep(0.002)
            case "term":
                life = self.start()
                time.sleep(chance.random() * 0.3)
                for _ in range(chance.randint(1, 3)):
                    life.send(signal.SIGTERM)
                if chance.random() < 0.8:
                    return self.finished(life)
            case "stop":
                life = self.start()
                for _ in range(chance.randint(1, 3)):
                    time.sleep(chance.random() * 0.1)
                    life.stop(chance.choice((0.01, 0.1, 0.4)))
                    self.stops += 1
            case "race":
                rivals = [self.start() for _ in range(chance.randint(2, 3))]
                self.races += 1
                time.sleep(chance.random() * 0.2)
                for rival in rivals:
                    self.finished(rival, signal.SIGKILL)
                return
            case "away":
                # A burst waits for it.
                time.sleep(chance.random())
                life = self.start()
                time.sleep(chance.random() * 0.08)
        self.finished(life, signal.SIGKILL)

    def play(self):
        """Returns figures and faults; the folder of one without faults is gone."""
        clients = [threading.Thread(target=self.serve, args=(self.random.random(),), daemon=True)
                   for _ in range(4 if self.is_new else 2)]
        for client in clients:
            client.start()
        while sum(self.kills.values()) < self.budget:
            self.live()
        self.is_over.set()
        for client in clients:
            client.join()
        faults = self.settle()
        texts, rows, health = self.home.contents()
        figures, found = self.judge(texts, rows)
        faults += found
        if health != "ok":
            faults.append(("damaged", health))
        if not faults:
            shutil.rmtree(self.home.folder)
        return figures, faults

    def judge(self, texts, rows):
        return self.ledger.verdict(self.lives, texts, rows, pulse.stalls)

    def settle(self):
        """A last daemon, which is left alone, shows what is left."""
        life = self.start()
        if not life.wait_ready():
            self.finished(life, signal.SIGKILL)
            return [("lost", f"remindd does not start any more: {life.said.decode()}")]
        deadline = now() + 10_000
        while self.home.pending() and now() < deadline:
            time.sleep(0.05)
        life.end(signal.SIGTERM)
        return [] if life.popen.returncode == 0 else [("refused", "the last remindd did not end")]
