"""Timers of a systemd user manager, in the container of the tests (Tests/Beds/systemd-bed)."""
import os
import signal
import shutil
import subprocess
import time

BED = f"{os.path.dirname(os.path.abspath(__file__))}/../Tests/Beds/systemd-bed"
EXACT = "--timer-property=AccuracySec=1us"


def calendar(moment):
    """The option for one that is due then, in whole seconds."""
    return "--on-calendar=" + time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(moment))


class Systemd:
    limit = 10_000  # 131,072 names a manager, of which each timer takes two

    def __init__(self, folder):
        self.bed = subprocess.Popen([BED], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.folder = self.bed.stdout.readline().strip()
        if not self.folder:
            raise SystemExit("the container did not start")
        self.share = f"{self.folder}/share"
        for program in ("stamp", "timed"):
            shutil.copy(f"{folder}/{program}", self.share)
        self.inside = [BED, "run", self.folder]
        self.number = 0

    @property
    def processes(self):
        """The user manager, which is the only systemd that is not root's."""
        return [int(name) for name in filter(str.isdigit, os.listdir("/proc"))
                if self._is_manager(name)]

    @staticmethod
    def _is_manager(process):
        try:
            with open(f"/proc/{process}/comm") as comm:
                return comm.read() == "systemd\n" and os.stat(f"/proc/{process}").st_uid == 1000
        except OSError:
            return False

    def run(self, script, **more):
        return subprocess.run([*self.inside, "sh", "-c", script], check=True, **more)

    def timers(self, prefix, count, *options, command="true"):
        """`@@` in an option or the command is the number, from 1; four at a time."""
        words = " ".join(f"'{word}'" for word in options)
        self.run(f"seq {count} | xargs -P 4 -I@@ systemd-run --user --quiet --unit={prefix}@@ "
                 f"{words} {command}")

    def pend(self, count):
        have = getattr(self, "pending", 0)
        self.timers(f"p{count}-", count - have, "--on-active=30d", command="true")
        self.pending = count

    def add(self):
        self.number += 1
        return ["systemd-run", "--user", "--on-active=20m", f"--unit=x{self.number}",
                "true"]

    def list(self):
        return ["systemctl", "--user", "list-timers", "--no-pager"]

    def cancel(self):
        return ["systemctl", "--user", "stop", f"x{self.number}.timer"]

    def listed(self, prefix):
        answer = subprocess.run(
            [*self.inside, "systemctl", "--user", "list-timers", "--all", "--no-legend",
             "--no-pager"], capture_output=True, text=True)
        return sum(f" {prefix}" in line and ".timer" in line for line in answer.stdout.splitlines())

    def kill(self):
        """kill -9 of the manager, and a new one as from the next login: nothing starts it again."""
        for process in self.processes:
            os.kill(process, signal.SIGKILL)
        time.sleep(2)
        subprocess.run([BED, "root", self.folder, "sh", "-c",
                        "systemctl reset-failed user@1000.service; "
                        "systemctl start user@1000.service"], check=True)
        time.sleep(1)

    def stop(self):
        self.bed.stdin.close()
        self.bed.wait()
