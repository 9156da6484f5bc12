"""`(sleep 1200; notify-send x) &`: what a shell has without any of this."""
import os
import signal
import subprocess
import time


class Sleep:
    limit = 1000  # two processes each

    def __init__(self, folder):
        self.stamp = f"{folder}/stamp"
        self.log = f"{folder}/sleep.log"
        self.shells = []

    def start(self):
        pass

    @property
    def processes(self):
        """All of them: the shells that wait, and what they wait for."""
        return [process for pair in self._sleepers() for process in pair]

    def pend(self, count):
        self.stop()
        self.shells = [subprocess.Popen(
            ["sh", "-c", f"for i in $(seq {count}); do (sleep 1200; notify-send x) & done; wait"],
            start_new_session=True)]
        while len(self._sleepers()) < count:
            time.sleep(0.05)

    @staticmethod
    def _sleepers():
        """Processes that are sleep(1) itself, the newest last, with their parents."""
        found = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/stat") as file:
                    before, _, after = file.read().rpartition(")")
            except OSError:
                continue
            if before.endswith("(sleep"):
                found.append((int(name), int(after.split()[1])))
        return sorted(found)

    def add(self):
        return ["sh", "-c", "(sleep 1200; notify-send x) &"]

    def list(self):
        return ["pgrep", "-af", "sleep"]

    def cancel(self):
        sleeper, shell = self._sleepers()[-1]
        return ["kill", str(shell), str(sleeper)]

    def due(self, moments):
        """One for each moment, numbered from 1."""
        for number, moment in enumerate(moments, 1):
            left = max(0, moment - time.time())
            self.shells.append(subprocess.Popen(
                ["sh", "-c", f"sleep {left:.4f}; {self.stamp} {self.log} {number}"],
                start_new_session=True))

    def stop(self):
        """kill -9 of all: a logout."""
        for shell in self.shells:
            self._kill(os.killpg, shell.pid)
            shell.wait()
        for pair in self._sleepers():  # those of `add`
            for process in pair:
                self._kill(os.kill, process)
        self.shells = []

    @staticmethod
    def _kill(way, process):
        """What has ended by itself meanwhile is as well."""
        try:
            way(process, signal.SIGKILL)
        except ProcessLookupError:
            pass
