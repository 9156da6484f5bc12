"""The shipped programs on a store of their own."""
import os
import signal
import socket
import sqlite3
import subprocess
import time


class Home:
    """A data folder with a store that remindctl made, and whatever was put into it."""

    def __init__(self, binaries, folder):
        self.folder = folder
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

    def fill(self, due_ms):
        """One pending reminder for each instant in `due_ms`: copies of one that remindctl made."""
        subprocess.run([self.ctl, "in", "1h", "x"], env=self.environment, check=True,
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
