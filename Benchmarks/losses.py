"""kill -9 in the middle of a thousand that are due at once, and a start again: what is never shown, and
what is shown twice."""
import collections
import contextlib
import glob
import json
import os
import signal
import subprocess
import threading
import time

from peers import SPOOL

COUNT = 1000


def of_remindd(home, now_ms, after):
    """Kills remindd when `after` lines have come. Returns how many were lost, repeated, and repeated
    without saying that they may be."""
    home.fill([now_ms() + 2_000] * COUNT)
    seen = collections.Counter()
    marked = 0
    for life in range(2):
        daemon, _ = home.start("--channel", "stdout", "--json", output=subprocess.PIPE)
        guard = threading.Timer(15, daemon.kill)
        guard.start()
        for number, line in enumerate(daemon.stdout, 1):
            alert = json.loads(line)
            seen[alert["id"]] += 1
            marked += alert.get("possible_repeat", False)
            if life == 0 and number == after:
                daemon.kill()
            if life == 1 and len(seen) == COUNT:
                break
        guard.cancel()
        daemon.kill()
        # What was in the pipe when it was killed was shown as well.
        seen.update(json.loads(line)["id"] for line in daemon.stdout)
        daemon.wait()
    repeated = sum(seen.values()) - len(seen)
    return COUNT - len(seen), repeated, max(0, repeated - marked)


def of_at(at, stamp, log, after):
    """Kills atd and the jobs that it has started, as a power cut or the end of a service would, when
    `after` have run. Returns how many did not run, and how many files are left locked, run or not."""
    minute = int(time.time() // 60) + 1
    if minute * 60 - time.time() < 5:
        minute += 1
    at.fill(COUNT, minute, f"{stamp} {log}")

    def ran():
        if not os.path.exists(log):
            return 0
        with open(log) as file:
            return len(file.read().split())

    while ran() < after:
        time.sleep(0.002)
    at.daemon.send_signal(signal.SIGSTOP)
    for process in started(at.daemon.pid):
        with contextlib.suppress(ProcessLookupError):  # it has ended by itself
            os.kill(process, signal.SIGKILL)
    at.daemon.kill()
    at.daemon.wait()
    if os.path.exists("/run/atd.pid"):
        os.unlink("/run/atd.pid")
    at.start()
    # It runs what is left at once; two seconds in which nothing more runs are its end.
    before = -1
    while ran() != before:
        before = ran()
        time.sleep(2)
    stuck = len(glob.glob(SPOOL + "/=*"))
    for path in glob.glob(SPOOL + "/[a=]*"):
        os.unlink(path)
    return COUNT - ran(), stuck


def started(process):
    """The processes that one has started, and theirs."""
    children = collections.defaultdict(list)
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path) as file:
                number, rest = file.read().split(" ", 1)
        except OSError:
            continue
        children[int(rest.rpartition(")")[2].split()[1])].append(int(number))
    found, queue = [], [process]
    while queue:
        new = children[queue.pop()]
        found += new
        queue += new
    return found
