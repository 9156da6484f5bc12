"""How long a command takes, and what a process holds: the readings that the benchmarks share."""
import math
import os
import random
import statistics
import time

NOTHING = os.open(os.devnull, os.O_RDWR)
QUIET = [(os.POSIX_SPAWN_DUP2, NOTHING, number) for number in (0, 1, 2)]


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
