#!/usr/bin/python3
"""Shows that the ledger can say no: histories in which something is wrong, and one in which nothing is."""
import sys

import mail_storm
from desktop import MARK, Popup
from desktop_storm import Accepted, compare
from ledger import Ledger, Line, Row, Series


class Life:
    """A remindd that was up from `ready` to `died`."""

    def __init__(self, ready=0, died=10_000, from_memory=False, stops=()):
        self.ready, self.died, self.stops = ready, died, list(stops)
        self.was_from_memory, self.count, self.started = from_memory, 1, ready

    def account(self):
        return "a life"


def line(id=1, due=1000, at=1001, life=0, marked=False, purpose="due", fired=None, missed=0):
    return Line(at, life, id, f"t{id}", due, purpose, marked, fired or at, missed)


def kinds(lines, rows=(Row(1, 1000, "unanswered", 0),), lives=None, ended=None, doubt=(), texts=None, stalls=()):
    ledger = Ledger()
    ledger.confirm(1, 1000, "t1", 500)
    for id, at in (ended or {}).items():
        ledger.end(id, at)
    for id in doubt:
        ledger.doubt(id)
    for one in lines:
        ledger.receive(one)
    _, faults = ledger.verdict(lives or [Life(), Life(10_010, 20_000)], texts or {1: "t1"}, rows, stalls)
    return sorted({kind for kind, _ in faults})


def series(*shown, ended=False, unrecorded=(), from_memory=False):
    """What is said of a series at 1000, 2000, 3000 and 4000: shown are (due, missed)."""
    ledger = Ledger()
    ledger.confirm_series(1, Series(1000, 1000, 4), "t1")
    if ended:
        ledger.end(1, 20_000)
    for due, missed in shown:
        ledger.receive(line(due=due, at=due + 1, missed=missed))
    rows = [Row(1, due, "unanswered", missed) for due, missed in shown if due not in unrecorded]
    _, faults = ledger.verdict([Life(from_memory=from_memory)], {1: "t1"}, rows)
    return sorted({kind for kind, _ in faults})


def popups(*shown, known=(1,), lives=None):
    """What is said of popups 1, 2 … of one text, shown with these bodies, of which the store knows some."""
    said = [Popup(1000 + place, "s", place + 1, 0, "t1", body) for place, body in enumerate(shown)]
    accepted = [Accepted(1, 1000, "t1", "due", "s", id, 999, 0) for id in known]
    return sorted({kind for kind, _ in compare(accepted, said, {"t1"}, lives or [Life(), Life(10_010, 20_000)])})


def mails(*copies, state="accepted", marked=False, deaths=1):
    """What is said of the mail of one reminder of which a server has these copies."""
    rows = [mail_storm.Mail(1, "t1", "u", 7, state, marked)]
    _, faults = mail_storm.compare(rows, {"u.7": list(copies)} if copies else {}, deaths, {1})
    return sorted({kind for kind, _ in faults})


CASES = [
    ("a mail", mails(b"a"), []),
    ("a mail that no server has", mails(), ["lost"]),
    ("a mail that still waits", mails(state="held"), ["lost"]),
    ("a mail that was given up", mails(state="failed"), ["lost"]),
    ("a mail that came twice, marked", mails(b"a", b"a", marked=True), []),
    ("a mail that came twice, not marked", mails(b"a", b"a"), ["repeated"]),
    ("a mail that came twice, and not the same", mails(b"a", b"b", marked=True), ["repeated"]),
    ("a mail that came twice though nobody died", mails(b"a", b"a", marked=True, deaths=0), ["repeated"]),
    ("shown once", kinds([line()]), []),
    ("never shown", kinds([]), ["lost"]),
    ("not in the store", kinds([line()], rows=(), texts={2: "x"}), ["invented", "lost"]),
    ("another text in the store", kinds([line()], texts={1: "x"}), ["invented", "lost"]),
    ("unconfirmed, stored, never shown",
     kinds([line()], rows=(Row(1, 1000, "unanswered", 0), Row(2, 9, "scheduled", 0))), ["lost"]),
    ("recorded as shown, and never seen",
     kinds([line()], rows=(Row(1, 1000, "unanswered", 0), Row(2, 9, "unanswered", 0))), ["lost"]),
    ("cancelled in time", kinds([], rows=(Row(1, 1000, "cancelled", 0),), ended={1: 700}), []),
    ("cancelled by one that was killed, and not stored so", kinds([], doubt=[1]), ["lost"]),
    ("cancelled by one that was killed, and stored so",
     kinds([], rows=(Row(1, 1000, "cancelled", 0),), doubt=[1]), []),
    ("shown after it was cancelled",
     kinds([line(at=1400)], rows=(Row(1, 1000, "cancelled", 0),), ended={1: 700}), ["undead"]),
    ("repeated after a kill, marked", kinds([line(), line(at=10_020, life=1, marked=True)]), []),
    ("repeated after a kill, not marked", kinds([line(), line(at=10_020, life=1)]), ["repeated"]),
    ("repeated within one life", kinds([line(), line(at=1002, marked=True)]), ["repeated"]),
    ("shown from memory by one that ended before it could write",
     kinds([line(), line(at=10_020, life=1)],
           lives=[Life(from_memory=True), Life(10_010, 20_000)]), []),
    ("two hand-overs marked after one kill",
     kinds([line(at=10_020, life=1, marked=True),
            line(at=10_021, life=1, marked=True, purpose="before:5")],
           lives=[Life(died=1001), Life(10_010, 20_000)]), ["repeated"]),
    ("early", kinds([line(at=999)]), ["early"]),
    ("late while a daemon was up", kinds([line(at=9000)]), ["late"]),
    ("late because no daemon was up",
     kinds([line(at=10_020, life=1)], lives=[Life(died=1010), Life(10_010, 20_000)]), []),
    ("late because the machine stood still", kinds([line(at=9000)], stalls=[(990, 8990)]), []),
    ("late because the daemon was stopped",
     kinds([line(at=9000)], lives=[Life(stops=[(1010, 8990)])]), []),
    ("a whole series", series((1000, 0), (2000, 0), (3000, 0), (4000, 0)), []),
    ("a series of which one stands for two others", series((1000, 0), (4000, 2)), []),
    ("a series that lost one", series((1000, 0), (3000, 0), (4000, 0)), ["lost"]),
    ("a series that broke off", series((1000, 0), (2000, 0)), ["lost"]),
    ("a series that was cancelled", series((1000, 0), (2000, 0), ended=True), []),
    ("one that was shown from memory, and stood for by the next",
     series((1000, 0), (2000, 1), (3000, 0), (4000, 0), unrecorded=[1000], from_memory=True), []),
    ("the same, not from memory",
     series((1000, 0), (2000, 1), (3000, 0), (4000, 0), unrecorded=[1000]), ["invented"]),
    ("the same, stood for by none",
     series((1000, 0), (2000, 0), (3000, 0), (4000, 0), unrecorded=[1000], from_memory=True), ["invented"]),
    ("a time that is none of a series", series((1000, 0), (2500, 0), (4000, 2)), ["invented"]),
    ("a time behind a series", series((1000, 0), (4000, 2), (5000, 0)), ["invented"]),
    ("a popup", popups("due"), []),
    ("a popup that the store only thinks it had", popups(), ["invented"]),
    ("a popup that nobody knows of, shown again with a mark", popups("due", MARK, known=(2,)), []),
    ("a popup that nobody knows of, shown again without one", popups("due", "due", known=(2,)), ["repeated"]),
    ("the same, from memory", popups("due", "due", known=(2,), lives=[Life(from_memory=True)]), []),
    ("a snooze's popup", popups("due", "due", known=(1, 2)), []),
    ("more marks than deaths", popups(MARK, MARK, MARK, known=(1, 2, 3)), ["repeated"]),
    ("more missed than there were", series((1000, 0), (4000, 7)), ["invented"]),
]

wrong = [(name, said, expected) for name, said, expected in CASES if said != expected]
for name, said, expected in wrong:
    print(f"{name}: the ledger says {said}, not {expected}")
print(f"The ledger judges {len(CASES) - len(wrong)} of {len(CASES)} histories rightly.")
sys.exit(bool(wrong))
