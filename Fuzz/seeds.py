#!/usr/bin/env python3
"""Writes what is known to be interesting as seeds, from the time cases and the manual: seeds.py TARGET FOLDER."""
import hashlib
import json
import pathlib
import re
import shlex
import sys

NOW = (1_781_697_600).to_bytes(4, "big")
VERBS = ["in", "at", "on", "every", "any"]


def cases():
    path = pathlib.Path("Tests/TimeLanguageTests/Fixtures/time-cases.jsonl")
    return map(json.loads, path.read_text(encoding="utf-8").splitlines())


def displays(page):
    """The lines that a manual page shows as they are typed or written."""
    text = pathlib.Path("man", page).read_text(encoding="utf-8")
    text = text.replace("\\-", "-").replace("\\(aq", "'").replace("\\&", "").replace("\\e", "\\")
    blocks = re.findall(r"^\.Bd -literal.*?\n(.*?)^\.Ed", text, re.M | re.S)
    return re.findall(r"^\.Dl (.*)", text, re.M) + [line for block in blocks for line in block.split("\n")]


def language():
    for case in cases():
        if case["verb"] in VERBS:
            yield NOW + b"\0" + bytes([VERBS.index(case["verb"])]) + case["input"].encode()


def recurrence():
    for case in cases():
        if case["verb"] == "rrule":
            yield NOW + NOW + b"\0" + case["input"].encode()


def arguments():
    for case in cases():
        if case["verb"] in VERBS[:4]:
            yield b"\0" + "\0".join([case["verb"]] + case["input"].split()).encode()
    for line in displays("remindctl.1"):
        try:
            words = shlex.split(line)
        except ValueError:
            continue
        if "remindctl" in words:
            yield b"\0" + "\0".join(words[words.index("remindctl") + 1:]).encode()


def configuration():
    page = pathlib.Path("man/remindctl.conf.5").read_text(encoding="utf-8")
    lines = re.findall(r"^\.Li (\S+=.*)", page, re.M)
    yield from (b"\0" + line.encode() for line in lines)
    yield b"\1" + "\n".join(displays("remindctl.conf.5")).encode()


def templates():
    example = "\n".join(displays("remindctl-templates.5"))
    values = ["name=Ann", "email=ann@example.org", "people=4", "day=2099-12-24", "not=nuts", "wish=a quiet corner"]
    yield example.encode()
    yield "\0".join([example] + values).encode()
    kinds = ["string", "text", "email", "url", "number", "boolean", "date", "list"]
    head = "[template]\nsubject=s\nbody={a}\nbody=- {b}\nto={c}\nconfirm-to={c}\n"
    for kind in kinds:
        text = f"{head}[parameter a]\ntype={kind}\nrequired=no\n[parameter b]\n[parameter c]\ntype=email\n"
        yield "\0".join([text, "a=1", "a=", "b={a}", "c=a@example.org", "x", "y=z"]).encode()


def calendars():
    files = pathlib.Path("Tests/EndToEndTests/Calendars").glob("*.ics")
    for data in (path.read_bytes().replace(b"\r\n", b"\n") for path in files):
        yield data
        # Each entry alone too, with its zones.
        head = data[: data.index(b"BEGIN:VEVENT") if b"BEGIN:VEVENT" in data else data.index(b"BEGIN:VTODO")]
        for kind in (b"VEVENT", b"VTODO"):
            for entry in re.findall(b"BEGIN:%s\n.*?END:%s\n" % (kind, kind), data, re.S):
                yield head + entry + b"END:VCALENDAR\n"


SEEDS = {"FuzzCalendar": calendars, "FuzzLanguage": language, "FuzzRecurrence": recurrence, "FuzzArguments": arguments,
         "FuzzConfiguration": configuration, "FuzzTemplate": templates}
target, folder = sys.argv[1], pathlib.Path(sys.argv[2])
for seed in SEEDS.get(target, list)():
    (folder / hashlib.sha1(seed).hexdigest()).write_bytes(seed)
