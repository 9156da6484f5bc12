"""Reads a calendar file with python3-icalendar and python3-dateutil, and prints what it says:
icalendar_times.py FILE NOW. A line of JSON for each time that it reminds of something, in order: its
text, and when, in milliseconds, up to three times of each repetition."""
import datetime
import json
import sys
import zoneinfo

import icalendar
from dateutil.rrule import rruleset, rrulestr

UTC = datetime.timezone.utc
now = datetime.datetime.fromtimestamp(int(sys.argv[2]) / 1000, UTC)
with open(sys.argv[1], "rb") as file:
    calendar = icalendar.Calendar.from_ical(file.read())

# Every line is folded, and ends, as RFC 5545 has it.
with open(sys.argv[1], "rb") as file:
    for line in file.read().split(b"\r\n"):
        assert len(line) <= 75 and b"\n" not in line and b"\r" not in line, line

zones = {str(zone["TZID"]) for zone in calendar.walk("VTIMEZONE")}


def instant(prop):
    """The instant of a property's time, or of each of its times; floating times are UTC's."""
    name = prop.params.get("TZID")
    assert name is None or str(name) in zones, name
    if name and str(name)[0] in "+-":
        sign, hours, minutes = str(name)[0], int(str(name)[1:3]), int(str(name)[4:6])
        zone = datetime.timezone(datetime.timedelta(minutes=(hours * 60 + minutes) * (1 if sign == "+" else -1)))
    else:
        zone = zoneinfo.ZoneInfo(str(name)) if name else UTC
    times = [entry.dt for entry in prop.dts] if hasattr(prop, "dts") else [prop.dt]
    return [time.replace(tzinfo=zone) if name or time.tzinfo is None else time for time in times]


rows = []
for event in calendar.walk("VEVENT"):
    start = instant(event["DTSTART"])[0]
    assert event.get("UID") and event.get("DTSTAMP")
    times = rruleset()
    if "RRULE" in event:
        rule = event["RRULE"].to_ical().decode()
        if event["DTSTART"].params.get("TZID") is None and not rule.count("Z"):
            times.rrule(rrulestr(rule, dtstart=start.replace(tzinfo=None)))
        else:
            times.rrule(rrulestr(rule, dtstart=start))
        naive = times._rrule[0]._dtstart.tzinfo is None
        for name, add in (("EXDATE", times.exdate), ("RDATE", times.rdate)):
            props = event.get(name, [])
            for prop in props if isinstance(props, list) else [props]:
                for time in instant(prop):
                    add(time.astimezone(UTC).replace(tzinfo=None) if naive else time)
    else:
        naive = False
        times.rdate(start)
    alarms = event.walk("VALARM")
    leads = [alarm["TRIGGER"].dt for alarm in alarms]
    # What is announced before is no time of its own.
    lead = max(leads)
    after = (now - lead).astimezone(UTC)
    found = []
    for time in times:
        if naive:
            time = time.replace(tzinfo=UTC)
        due = (time.astimezone(UTC) + lead) if lead.days == 0 or lead.seconds else (time + lead).astimezone(UTC)
        if due > now:
            found.append(int(due.timestamp() * 1000))
        if len(found) == 3:
            break
    for due in found:
        rows.append((due, str(event.get("SUMMARY", "Alert Time!")), len(leads)))
for due, text, leads in sorted(rows):
    print(json.dumps({"due": due, "text": text, "alarms": leads}))
