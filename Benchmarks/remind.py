"""remind(1) as a daemon that looks at its file each minute."""
import os
import subprocess
import time


def day(moment):
    """A line's date and minute, which is the finest that there is."""
    return time.strftime("%b %d %Y AT %H:%M", time.localtime(moment))


class Remind:
    limit = 1_000_000

    def __init__(self, folder, name="remind"):
        self.file = f"{folder}/{name}.rem"
        self.log = f"{folder}/{name}.log"
        self.stamp = f"{folder}/stamp"
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": folder, "LANG": "C.UTF-8"}
        self.daemon = None
        self.number = 0

    @property
    def processes(self):
        return [self.daemon.pid]

    def start(self):
        self.daemon = subprocess.Popen(
            ["remind", "-z1", f"-k{self.stamp} {self.log} %s", self.file], env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill(self):
        self.daemon.kill()
        self.daemon.wait()

    def stop(self):
        self.kill()
        os.unlink(self.file)

    def fill(self, count, moment):
        with open(self.file, "w") as file:
            file.writelines(f"REM {day(moment)} MSG {number}\n" for number in range(1, count + 1))

    def pend(self, count):
        if self.daemon:
            self.stop()
        self.fill(count, time.time() + 30 * 86400)
        self.start()

    def add(self):
        """The date is a user's to reckon."""
        self.number += 1
        return ["sh", "-c", "echo \"REM $(date -d '+20 minutes' '+%b %d %Y AT %H:%M') "
                f"MSG x{self.number}\" >> {self.file}"]

    def list(self):
        return ["remind", "-n", self.file]

    def cancel(self):
        return ["sed", "-i", f"/MSG x{self.number}$/d", self.file]
