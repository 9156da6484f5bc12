"""Random recurrence rules with what python3-dateutil and libical make of them, one JSON object a
line. Times float (both libraries err in their own ways over clock changes).

    recurrence.py SEED COUNT

A line has `rule`, `start`, `after` (wall times), `expect` (the next instances after `after`, at
most five) and `by`: "both" where the libraries agree, else "dateutil". Rules on which they are
known to leave RFC 5545 are not made; see `random_rule`.
"""

import ctypes
import json
import os
import random
import signal
import sys
from calendar import timegm
from datetime import datetime, timedelta

from dateutil.rrule import rrulestr

WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
FREQUENCIES = ["SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"]
REACH = {  # how far from the start to ask, in seconds
    "SECONDLY": 86400, "MINUTELY": 20 * 86400, "HOURLY": 200 * 86400, "DAILY": 1500 * 86400,
    "WEEKLY": 4000 * 86400, "MONTHLY": 8000 * 86400, "YEARLY": 15000 * 86400,
}  # fmt: skip
libical = ctypes.CDLL("libical.so.3")
libical.icalrecur_expand_recurrence.argtypes = [
    ctypes.c_char_p, ctypes.c_long, ctypes.c_int, ctypes.POINTER(ctypes.c_long)]  # fmt: skip


def random_rule(pick, start):
    frequency = pick.choice(FREQUENCIES + ["WEEKLY", "MONTHLY", "YEARLY"])
    parts = {"FREQ": frequency}
    is_clock = frequency in ("SECONDLY", "MINUTELY", "HOURLY")
    if pick.random() < 0.5:
        parts["INTERVAL"] = pick.choice([2, 3, 4, 5, 6, 7, 10, 12, 13, 25, 60, 90, 100])

    def add(name, chance, values, most=4):
        if pick.random() < chance:
            chosen = pick.sample(values, pick.randint(1, min(most, len(values))))
            parts[name] = ",".join(str(value) for value in sorted(chosen))

    add("BYMONTH", 0.25, range(1, 13))
    if frequency == "YEARLY" and pick.random() < 0.15:
        # Without BYDAY dateutil takes the whole week. It numbers the weeks around New Year by the
        # wrong year's length: 52 and 53 are left out.
        add("BYWEEKNO", 1, [n for n in range(-51, 52) if n])
        add("BYDAY", 1, WEEKDAYS)
    if frequency in ("YEARLY", "HOURLY", "MINUTELY", "SECONDLY"):
        add("BYYEARDAY", 0.1, [n for n in range(-366, 367) if n], 8)
    if frequency != "WEEKLY" and "BYWEEKNO" not in parts:
        add("BYMONTHDAY", 0.25, [n for n in range(-31, 32) if n], 8)
    if "BYDAY" not in parts:
        if frequency in ("MONTHLY", "YEARLY") and pick.random() < 0.3:
            # dateutil wants days with ordinals and days without to agree: either, not both.
            most = 5 if frequency == "MONTHLY" or "BYMONTH" in parts else 53
            ordinals = [n for n in range(-most, most + 1) if n]
            days = {f"{pick.choice(ordinals)}{pick.choice(WEEKDAYS)}" for _ in range(3)}
            parts["BYDAY"] = ",".join(sorted(days))
        else:
            add("BYDAY", 0.3, WEEKDAYS)
    add("BYHOUR", 0.25, range(24))
    add("BYMINUTE", 0.2, range(60))
    add("BYSECOND", 0.2, range(60))
    if any(name.startswith("BY") for name in parts) and pick.random() < 0.2:
        most = 3 if is_clock else 8
        add("BYSETPOS", 1, [n for n in range(-most, most + 1) if n], 2)
    if pick.random() < 0.3:
        parts["WKST"] = pick.choice(WEEKDAYS)
    if pick.random() < 0.2:
        parts["COUNT"] = pick.randint(1, 40)
    elif pick.random() < 0.2:
        end = start + timedelta(seconds=pick.randrange(2 * REACH[frequency]))
        parts["UNTIL"] = end.strftime("%Y%m%dT%H%M%S")
    return parts


class TooLong(Exception):
    pass


def by_dateutil(rule, start, after):
    def stop(*_):
        raise TooLong

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        return list(rrulestr(rule, dtstart=start).xafter(after, count=5))
    except ValueError as error:
        if "empty" in str(error):
            return []
        raise
    except TooLong:
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def by_libical(rule, start, after):
    """In a child of its own, which the clock ends: there are rules on which libical hangs."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        size = 20000
        found = (ctypes.c_long * size)()
        libical.icalrecur_expand_recurrence(
            rule.encode(), timegm(start.timetuple()), size, found)  # fmt: skip
        times = [value for value in found if value > timegm(after.timetuple())][:5]
        full = found[size - 1] != 0
        os.write(writer, json.dumps(None if full and len(times) < 5 else times).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as answer:
        text = answer.read()
    os.waitpid(child, 0)
    times = json.loads(text) if text else None
    return times and [datetime(1970, 1, 1) + timedelta(seconds=value) for value in times]


def main():
    pick = random.Random(int(sys.argv[1]))
    made = 0
    while made < int(sys.argv[2]):
        start = datetime(1990, 1, 1) + timedelta(seconds=pick.randrange(45 * 365 * 86400))
        if pick.random() < 0.5:
            start = start.replace(minute=pick.choice([0, 30]), second=0)
        parts = random_rule(pick, start)
        if parts["FREQ"] == "WEEKLY" and "BYSETPOS" in parts:
            # dateutil numbers what the start leaves of its week: the start begins a week.
            week_start = WEEKDAYS.index(parts.get("WKST", "MO"))
            start -= timedelta(days=(start.weekday() - week_start) % 7)
        rule = ";".join(f"{name}={value}" for name, value in parts.items())
        after = start + timedelta(seconds=pick.choice([-1, 0, pick.randrange(REACH[parts["FREQ"]])]))
        expected = by_dateutil(rule, start, after)
        if expected is None:
            continue
        made += 1
        agreed = expected == by_libical(rule, start, after)
        print(json.dumps({
            "rule": rule,
            "start": start.isoformat(),
            "after": after.isoformat(),
            "expect": [time.isoformat() for time in expected],
            "by": "both" if agreed else "dateutil",
        }))  # fmt: skip


main()
