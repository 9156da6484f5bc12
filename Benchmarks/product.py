"""The shipped programs on a store of their own."""
import os
import re
import signal
import socket
import sqlite3
import subprocess
import time


class Home:
    """A data folder with a store that remindctl made, and whatever was put into it; it lies beside
    the programs of ours that measure.build() has made."""

    def __init__(self, binaries, folder):
        self.folder = folder
        self.stamp = f"{os.path.dirname(folder)}/stamp"
        self.ctl = f"{binaries}/remindctl"
        self.daemon = f"{binaries}/remindd"
        self.database = f"{folder}/data/remindctl/reminders.db"
        for part in ("data", "config", "run"):
            os.makedirs(f"{folder}/{part}", mode=0o700)
        self.environment = {
            "PATH": "/usr/bin:/bin", "HOME": folder, "LANG": "C.UTF-8", "TZ": "UTC",
            "XDG_DATA_HOME": f"{folder}/data", "XDG_CONFIG_HOME": f"{folder}/config",
            "XDG_RUNTIME_DIR": f"{folder}/run"}

    def add(self):
        return [self.ctl, "in", "20m", "x"]

    def fill(self, due_ms, *options):
        """One pending reminder for each instant in `due_ms`: copies of one that remindctl made."""
        subprocess.run([self.ctl, "in", "1h", *options, "x"], env=self.environment, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        database = sqlite3.connect(self.database)
        database.execute("PRAGMA synchronous = OFF")
        boot, place = database.execute(
            "SELECT r.due_boot_ms - o.due_ms, o.series_ms - o.due_ms"
            " FROM reminder r JOIN occurrence o ON o.reminder = r.id").fetchone()
        database.execute("CREATE TEMP TABLE wanted(id INTEGER PRIMARY KEY, due INTEGER)")
        database.executemany("INSERT INTO wanted(due) VALUES(?)", ((due,) for due in due_ms))

        def copy(table, changed):
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            values = ", ".join(changed.get(name, f"{table}.{name}") for name in columns)
            database.execute(
                f"INSERT INTO {table} SELECT {values} FROM wanted, {table}"
                f" WHERE {table}.id = 1 ORDER BY wanted.id")

        new_id = "wanted.id + 1"
        uid = "printf('%08x-0000-4000-8000-000000000000', wanted.id)"
        copy("reminder", {"id": new_id, "uid": uid,
                          "due_boot_ms": f"wanted.due + {boot}"})
        copy("occurrence", {"id": new_id, "reminder": new_id, "due_ms": "wanted.due",
                            "series_ms": f"wanted.due + {place}"})
        deliveries = database.execute("SELECT count(*) FROM delivery").fetchone()[0]
        if deliveries:
            copy("delivery", {"id": f"wanted.id + {deliveries}", "occurrence": new_id})
        database.execute("DELETE FROM delivery WHERE occurrence = 1")
        database.execute("DELETE FROM occurrence WHERE id = 1")
        database.execute("DELETE FROM reminder WHERE id = 1")
        database.commit()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()

    def float(self, walls_ms):
        """One floating reminder for each wall time, which is given as if it were UTC."""
        subprocess.run([self.ctl, "at", "2099-01-01 12:00", "x"], env=self.environment, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        database = sqlite3.connect(self.database)
        database.execute("PRAGMA synchronous = OFF")
        offset = database.execute("SELECT due_ms - series_ms FROM occurrence").fetchone()[0]
        database.execute("CREATE TEMP TABLE wanted(id INTEGER PRIMARY KEY, wall INTEGER)")
        database.executemany("INSERT INTO wanted VALUES(?, ?)", enumerate(walls_ms, 2))
        database.execute(
            "INSERT INTO reminder(id, uid, text, kind, wall, created_ms)"
            " SELECT wanted.id, printf('%08x-0000-4000-8000-000000000000', wanted.id), text, kind,"
            " strftime('%Y-%m-%dT%H:%M:%S', wanted.wall / 1000, 'unixepoch'), created_ms"
            " FROM wanted, reminder WHERE reminder.id = 1")
        database.execute(
            "INSERT INTO occurrence(id, reminder, series_ms, due_ms)"
            " SELECT id, id, wall, wall + ? FROM wanted", (offset,))
        database.commit()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()

    def rows(self, query):
        database = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)
        try:
            return database.execute(query).fetchall()
        finally:
            database.close()

    def start(self, *options, output=subprocess.DEVNULL, environment=None):
        """Starts remindd; returns it and the milliseconds from its start to READY=1."""
        path = f"{self.folder}/run/ready"
        if os.path.exists(path):
            os.unlink(path)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready:
            ready.bind(path)
            ready.settimeout(20)
            start = time.perf_counter()
            process = subprocess.Popen(
                [self.daemon, *options], stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.DEVNULL,
                env=self.environment | {"NOTIFY_SOCKET": path} | (environment or {}))
            while b"READY=1" not in ready.recv(4096):
                pass
            elapsed = (time.perf_counter() - start) * 1000
        return process, elapsed

    @staticmethod
    def stop(process):
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=10)


def fired(home, count, seconds, *options, environment=None, started=lambda: None):
    """Runs remindd until its pipe's reader has `count` lines, at most `seconds`; returns for each
    its lateness in microseconds, as the reader saw it, in the order in which they came.

    `started` is called a second after the start."""
    reader = subprocess.Popen([home.stamp], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    daemon, _ = home.start(*options, "--json", output=reader.stdin, environment=environment)
    reader.stdin.close()
    time.sleep(1)
    started()
    deadline = time.time() + seconds
    done = "SELECT count(*) FROM delivery WHERE channel = 'stdout' AND state = 'accepted'"
    while home.rows(done)[0][0] < count and time.time() < deadline:
        time.sleep(0.25)
    Home.stop(daemon)
    late = []
    for line in reader.stdout.read().decode().splitlines():
        stamp, _, text = line.partition(" ")
        late.append(int(stamp) - int(re.search(r'"due_ms": ?(\d+)', text)[1]) * 1000)
    reader.wait()
    return late
