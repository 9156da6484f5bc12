"""How long a command takes, and what a process holds: the readings that the benchmarks share."""
import math
import os
import random
import signal
import statistics
import subprocess
import time

NOTHING = os.open(os.devnull, os.O_RDWR)
QUIET = [(os.POSIX_SPAWN_DUP2, NOTHING, number) for number in (0, 1, 2)]


def build(folder):
    """Compiles our C programs into a folder; static, so that they run in a container too. What the
    linker says of dlopen(3) in SQLite is known."""
    for name, libraries in (
            ("stamp", []), ("timed", []), ("disk", []), ("floor", ["-lsqlite3", "-lm"])):
        source = f"{os.path.dirname(os.path.abspath(__file__))}/{name}.c"
        built = subprocess.run(
            ["cc", "-O2", "-static", "-o", f"{folder}/{name}", source, *libraries],
            stderr=subprocess.PIPE, text=True)
        if built.returncode:
            raise SystemExit(built.stderr)


def milliseconds(argv, environment):
    """Starts a command, waits for it and returns its wall time; it must succeed."""
    start = time.perf_counter()
    process = os.posix_spawnp(argv[0], argv, environment, file_actions=QUIET)
    _, status = os.waitpid(process, 0)
    end = time.perf_counter()
    if status != 0:
        raise SystemExit(f"{' '.join(argv)} failed with {os.waitstatus_to_exitcode(status)}")
    return (end - start) * 1000


def interleaved(rounds, *subjects):
    """Calls each subject once a round, so that what disturbs the machine disturbs all alike, and in
    an order of the round's own, so that what one leaves behind (a daemon at work) falls to each;
    each returns milliseconds. The first rounds warm the caches and do not count."""
    results = [[] for _ in subjects]
    turns = list(zip(results, subjects))
    for number in range(-5, rounds):
        random.shuffle(turns)
        for result, subject in turns:
            value = subject()
            if number >= 0:
                result.append(value)
    return results


def ratio(ours, theirs):
    """How much longer ours took than theirs, round by round; the median."""
    return statistics.median(a / b for a, b in zip(ours, theirs))


median = statistics.median


def percentile(values, part):
    """The value below which `part` percent lie, between two samples where need be."""
    ordered = sorted(values)
    place = (len(ordered) - 1) * part / 100
    below = math.floor(place)
    above = math.ceil(place)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def resident_megabytes(process):
    """VmRSS in MB (10^6 bytes)."""
    with open(f"/proc/{process}/status") as status:
        for line in status:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024 / 1e6
    raise SystemExit(f"process {process} is gone")


class Memory:
    """What processes hold, in KiB: resident; their share, where pages are shared; those that nobody
    else has; and of these what no file can give back. (A program's file may be dirty itself, as long
    as it was not written to the disk.)"""

    def __init__(self, *processes):
        self.resident = self.proportional = self.private = self.anonymous = 0
        for process in processes:
            with open(f"/proc/{process}/smaps_rollup") as rollup:
                for line in rollup:
                    name, _, rest = line.partition(":")
                    field = {"Rss": "resident", "Pss": "proportional", "Anonymous": "anonymous",
                             "Private_Clean": "private", "Private_Dirty": "private"}.get(name)
                    if field:
                        setattr(self, field, getattr(self, field) + int(rest.split()[0]))


def descendants(process):
    """A process and all below it, each stopped first, so that none starts another meanwhile."""
    found = []
    waiting = [process]
    while waiting:
        one = waiting.pop()
        try:
            os.kill(one, signal.SIGSTOP)
            for thread in os.listdir(f"/proc/{one}/task"):
                with open(f"/proc/{one}/task/{thread}/children") as children:
                    waiting += map(int, children.read().split())
        except (ProcessLookupError, FileNotFoundError):
            continue
        found.append(one)
    return found


def rest(process):
    """Waits until a daemon has done what the last command made it do, at most five seconds."""
    deadline = time.monotonic() + 5
    quiet = 0
    while quiet < 3 and time.monotonic() < deadline:
        with open(f"/proc/{process}/stat") as file:
            quiet = quiet + 1 if file.read().rpartition(")")[2].split()[0] == "S" else 0
        time.sleep(0.001)


def system_calls(process, seconds, log):
    """What a process and its threads ask of the kernel in so many seconds. Attaching interrupts
    the calls that they wait in; these are seen once more in the first second, which is left out."""
    strace = subprocess.Popen(["strace", "-f", "-ttt", "-o", log, "-p", str(process)],
                              stderr=subprocess.DEVNULL)
    time.sleep(1)
    begin = time.time()
    time.sleep(seconds)
    end = time.time()
    strace.terminate()
    strace.wait()
    with open(log) as lines:
        times = [float(line.split()[1]) for line in lines]
    if not times:
        raise SystemExit("strace saw nothing: it could not attach")
    return sum(begin <= moment < end for moment in times)


class Stopwatch:
    """timed.c, where the commands are to run: calling it runs one, which must succeed, and
    returns the milliseconds; `peak` is what it held at most, in KiB."""

    def __init__(self, program, environment=None):
        self.process = subprocess.Popen(program, env=environment, text=True, bufsize=1,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __call__(self, *words):
        self.process.stdin.write("\t".join(words) + "\n")
        elapsed, code, peak = self.process.stdout.readline().split()
        if code != "0":
            raise SystemExit(f"{' '.join(words)} failed with {code}")
        self.peak = int(peak)
        return float(elapsed)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def stamps(log):
    """What stamp.c has noted in a file: times in microseconds, and the word behind each."""
    if not os.path.exists(log):
        return []
    with open(log) as file:
        return [(int(words[0]), words[1]) for words in map(str.split, file) if len(words) == 2]


def stamped(log, count, seconds):
    """Waits until `count` have come, or nothing more for so many seconds; returns them."""
    found, last = [], time.monotonic()
    while len(found) < count and time.monotonic() < last + seconds:
        time.sleep(0.05)
        now = stamps(log)
        if len(now) > len(found):
            found, last = now, time.monotonic()
    return found


def holders(process):
    """Anonymous memory in KiB by what holds it: that which cannot be had again from a file. Pages
    of a program's file that were never written to are not in it, whoever else has them."""
    sums = {}
    with open(f"/proc/{process}/smaps") as maps:
        for line in maps:
            words = line.split()
            if not words[0].endswith(":"):
                name = words[5] if len(words) > 5 else ""
                holder = ("heap" if name == "[heap]" else
                          "data of programs and libraries" if name.startswith("/") else
                          "stacks and what else has no file")
            elif words[0] == "Anonymous:" and words[1] != "0":
                sums[holder] = sums.get(holder, 0) + int(words[1])
    return sums
