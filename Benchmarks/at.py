"""at(1) with a daemon and a spool of its own. Runs in a mount namespace of ours (see
scripts/bench), so that the machine's own jobs are neither seen nor touched."""
import glob
import os
import signal
import subprocess
import time

from measure import descendants

SPOOL = "/var/spool/cron/atjobs"
ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8",
               "USER": "root", "LOGNAME": "root", "SHELL": "/bin/sh"}


class At:
    limit = 1_000_000  # numbers of jobs have five hexadecimal digits

    def __init__(self, folder):
        """`folder` lies on the disk that remindctl's store lies on, too."""
        jobs, output = f"{folder}/atjobs", f"{folder}/atspool"
        for path in (jobs, output):
            os.mkdir(path)
            subprocess.run(["chown", "daemon:daemon", path], check=True)
            os.chmod(path, 0o1770)
        with open(f"{jobs}/.SEQ", "w") as sequence:
            sequence.write("0\n")
        subprocess.run(["chown", "daemon:daemon", f"{jobs}/.SEQ"], check=True)
        subprocess.run(["mount", "--bind", jobs, SPOOL], check=True)
        subprocess.run(["mount", "--bind", output, "/var/spool/cron/atspool"], check=True)
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "/run"], check=True)  # atd.pid
        self.job = f"{folder}/job"
        with open(self.job, "w") as job:
            job.write("notify-send x\n")
        self.start()

    def start(self):
        self.daemon = subprocess.Popen(["atd", "-f"], env=ENVIRONMENT)
        while not os.path.exists("/run/atd.pid"):  # at sends it a signal for each job
            time.sleep(0.01)
            if self.daemon.poll() is not None:
                raise SystemExit("atd did not start")

    def add(self):
        return ["at", "-f", self.job, "now", "+", "20", "minutes"]

    @property
    def processes(self):
        return [self.daemon.pid]

    def pend(self, count):
        """So many, for a month ahead."""
        self.stop()
        self.start()
        self.fill(count, int(time.time()) // 60 + 30 * 24 * 60, "notify-send x")

    def list(self):
        return ["atq"]

    def cancel(self):
        """The one that was added last: its number is in the spool."""
        with open(SPOOL + "/.SEQ") as sequence:
            return ["atrm", str(int(sequence.read(), 16))]

    def newest(self):
        """The spool file of the job that was added last: its name holds the number."""
        return max(glob.glob(SPOOL + "/a*"), key=lambda path: os.path.basename(path)[1:6])

    def fill(self, count, minute, command):
        """`count` jobs for one minute since the epoch, each as at itself writes it; `@@` in the
        command is its number, from 1."""
        before = set(glob.glob(SPOOL + "/a*"))
        subprocess.run(["at", "now", "+", "30", "days"], input=command + "\n", text=True,
                       env=ENVIRONMENT, stderr=subprocess.DEVNULL, check=True)
        model = (set(glob.glob(SPOOL + "/a*")) - before).pop()
        with open(model) as file:
            text = file.read()
        owner = os.stat(model)
        os.unlink(model)
        for number in range(1, count + 1):
            path = f"{SPOOL}/a{0x80000 + number:05x}{minute:08x}"
            with open(path, "w") as file:
                file.write(text.replace("@@", str(number)))
                os.fchown(file.fileno(), owner.st_uid, owner.st_gid)
                os.fchmod(file.fileno(), owner.st_mode & 0o7777)
        os.utime(SPOOL)
        self.daemon.send_signal(1)  # SIGHUP: look again

    def stop(self):
        self.daemon.terminate()
        self.daemon.wait()
        self.clear()

    def kill(self, with_jobs=False):
        """kill -9, of the jobs that it has started too: as a power cut, or a service manager."""
        processes = descendants(self.daemon.pid) if with_jobs else [self.daemon.pid]
        for process in processes:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:  # it had ended, and its parent has heard of it
                pass
        self.daemon.wait()
        os.unlink("/run/atd.pid")

    @staticmethod
    def left():
        """Jobs that are still in the spool."""
        return len(glob.glob(SPOOL + "/a*"))

    @staticmethod
    def clear():
        for path in glob.glob(SPOOL + "/[a=]*") + ["/run/atd.pid"]:
            if os.path.exists(path):
                os.unlink(path)
