"""remindd and remindctl as processes that are killed."""
import json
import os
import signal
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time

from ledger import Line, Row


# Seconds within which a program ends; far more than anything needs.
PATIENCE = 10


def now():
    return time.time_ns() / 1e6


class Pulse:
    """Notes when the machine is so busy that nobody here comes to anything."""

    def __init__(self):
        self.stalls = []
        threading.Thread(target=self.beat, daemon=True).start()

    def beat(self):
        before = now()
        while True:
            time.sleep(0.02)
            after = now()
            if after - before > 250:
                self.stalls.append((before, after))
            before = after


class Home:
    """Folders of our own: what a user would have."""

    def __init__(self, binaries):
        self.folder = tempfile.mkdtemp(prefix="remind-torture-")
        self.binaries = binaries
        for part in ("data", "config", "run"):
            os.mkdir(f"{self.folder}/{part}", 0o700)
        self.environment = {
            "PATH": "/usr/bin:/bin", "HOME": self.folder, "LC_ALL": "C.UTF-8", "TZ": "UTC",
            "XDG_DATA_HOME": f"{self.folder}/data", "XDG_CONFIG_HOME": f"{self.folder}/config",
            "XDG_RUNTIME_DIR": f"{self.folder}/run"}
        self.store = f"{self.folder}/data/remindctl/reminders.db"

    def open(self):
        return sqlite3.connect(f"file:{self.store}?mode=ro", uri=True, timeout=10)

    def pending(self):
        """How many occurrences are still to be shown."""
        with self.open() as database:
            return database.execute(
                "SELECT count(*) FROM occurrence WHERE state = 'scheduled' AND ended_ms IS NULL"
            ).fetchone()[0]

    def contents(self):
        """What the store holds: texts by id, occurrences, and `ok`, or what integrity_check or doctor say
        instead."""
        with self.open() as database:
            texts = dict(database.execute("SELECT id, text FROM reminder"))
            rows = [Row(*row) for row in database.execute(
                "SELECT reminder, due_ms, state, missed, series_ms FROM occurrence")]
            health = database.execute("PRAGMA integrity_check").fetchone()[0]
        return texts, rows, self.doctor() if health == "ok" else health

    def doctor(self):
        answer = subprocess.run([f"{self.binaries}/remindctl", "doctor", "--json"], env=self.environment,
                                stdin=subprocess.DEVNULL, capture_output=True, check=False).stdout
        found = [finding["message"] for finding in json.loads(answer)["findings"]
                 if finding["check"] == "store" and finding["state"] == "problem"]
        return found[0] if found else "ok"


class Process:
    """One that is a group of its own, so that a signal reaches what strace started, too."""

    def __init__(self, command, home, extra=None):
        self.stops = []
        self.popen = subprocess.Popen(
            command, env=home.environment | (extra or {}), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, process_group=0)

    def send(self, number):
        try:
            os.killpg(self.popen.pid, number)
        except ProcessLookupError:
            pass

    def stop(self, seconds):
        start = now()
        self.send(signal.SIGSTOP)
        time.sleep(seconds)
        self.send(signal.SIGCONT)
        self.stops.append((start, now()))

    def collect(self, ledger):
        """Everything that it printed; one that does not end is a fault."""
        try:
            return self.popen.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            # strace tries itself out first, in processes of its own, and may hang or fail at that.
            where = self.whereabouts()
            if not all("strace -f" in line for line in where):
                ledger.refuse(f"{self.popen.args} hangs: {where}")
            self.send(signal.SIGKILL)
            return self.popen.communicate()

    def whereabouts(self):
        """Where the kernel has each process of the group."""
        lines = subprocess.run(
            ["ps", "-eo", "pgid,pid,stat,wchan:30,args"], capture_output=True, text=True).stdout
        return [line for line in lines.splitlines() if line.split()[0] == str(self.popen.pid)]

    @staticmethod
    def is_straces(error):
        """Whether it is strace(1) that failed, before or after it started anything."""
        return any(line.startswith(b"strace:") for line in error.splitlines())

    @property
    def was_killed(self):
        return self.popen.returncode in (-signal.SIGKILL, 128 + signal.SIGKILL)


class Life(Process):
    """One remindd, from its start to its end. Its lines go to the ledger as they come."""

    def __init__(self, home, ledger, number, calls=None, channel="stdout"):
        self.number, self.ready, self.died = number, None, None
        self.said = b""
        self.count = 0
        self.notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        path = f"\0{home.folder}/{number}"
        self.notices.bind(path)
        command = [f"{home.binaries}/remindd", "--channel", channel, "--json"]
        self.started = now()
        super().__init__(traced(command, calls), home, {"NOTIFY_SOCKET": "@" + path[1:]})
        self.threads = [threading.Thread(target=run, daemon=True) for run in
                        (lambda: self.read(ledger), self.listen, self.hear)]
        for thread in self.threads:
            thread.start()

    def read(self, ledger):
        for raw in self.popen.stdout:
            at = now()
            alert = json.loads(raw)
            ledger.receive(Line(
                at, self.number, alert["id"], alert["text"], alert["due_ms"],
                alert.get("purpose", "due"), alert.get("possible_repeat", False),
                alert["fired_ms"], alert.get("missed", 0)))
            self.count += 1

    def hear(self):
        self.said = self.popen.stderr.read()

    def listen(self):
        while True:
            message = self.notices.recv(4096)
            if message.startswith(b"READY=1"):
                self.ready = now()
            if message == b"over":
                return

    def wait_ready(self, seconds=20):
        deadline = now() + seconds * 1000
        while self.ready is None and self.popen.poll() is None and now() < deadline:
            time.sleep(0.001)
        return self.ready is not None

    def end(self, number=None):
        """Waits for the end, after a signal; everything that it wrote has been read then."""
        if number is not None:
            self.send(number)
        self.popen.wait(timeout=60)
        self.died = now()
        # Whatever strace left.
        self.send(signal.SIGKILL)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.sendto(b"over", self.notices.getsockname())
        for thread in self.threads:
            thread.join(60)
        self.notices.close()

    def account(self):
        return (f"life {self.number} of {self.started:.0f}, {self.ready or 0:.0f}, "
                f"{self.died or 0:.0f}, ended with {self.popen.returncode}: {self.said.decode()}")

    @property
    def was_from_memory(self):
        return b"recorded later" in self.said


def traced(command, calls):
    """The command under strace(1), which kills it as it enters the given system call."""
    if calls is None:
        return command
    name, number = calls
    return ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={name}",
            "-e", f"inject={name}:signal=SIGKILL:when={number}", "--"] + command
