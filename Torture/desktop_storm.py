"""The kill storm where a notification server shows the reminders: what it saw, against what the store says."""
import collections
import random
import threading

from bus import Peer
from desktop import MARK, Desktop, Server, come_back
from ledger import Line
from programs import Life
from storm import Episode, pulse

# A delivery that a server accepted; `text` is the reminder's, `missed` how many the occurrence stands for.
Accepted = collections.namedtuple("Accepted", "id due text purpose server popup claimed missed")


class User(Server):
    """A server whose user answers some popups at once."""

    def __init__(self, episode):
        self.episode, self.chance = episode, random.Random(episode.random.random())
        super().__init__(episode.desktop)

    def show(self, message):
        super().show(message)
        self.episode.lives[-1].count += 1
        popup = self.desktop.popups[-1]
        answer = self.chance.random()
        if answer < 0.1:
            self.invoke(popup.id, self.chance.choice(("done", "snooze:300")))
        elif answer < 0.15:
            self.open.discard(popup.id)
            self.say_closed(popup.id, self.chance.choice((1, 2)))


class DesktopEpisode(Episode):
    def __init__(self, binaries, seed, kills):
        super().__init__(binaries, seed, kills, False)
        self.desktop = Desktop()
        self.home.environment |= {
            "DBUS_SESSION_BUS_ADDRESS": self.desktop.bus.address,
            "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={self.home.folder}/none"}
        self.single = set()  # texts that never share a popup
        self.snoozed = set()
        self.server = User(self)

    def backlog(self):
        return 0

    def options(self, chance, delay, text):
        if chance.random() < 0.4:
            return super().options(chance, delay, text)
        self.single.add(text)
        return ["--urgency", "critical"]

    def shown_lately(self):
        # Of the others it may be an announcement that was shown.
        shown = {popup.summary for popup in self.desktop.popups[-100:]} & self.single
        with self.ledger.lock:
            ids = {id for id, text in self.ledger.texts.items() if text in shown}
        self.snoozed |= {self.ledger.texts[id] for id in ids}
        return ids

    def start(self, calls=None):
        if self.random.random() < 0.15:
            self.server.leave()
            self.server = User(self)
        life = Life(self.home, self.ledger, len(self.lives), calls, "desktop")
        self.lives.append(life)
        return life

    def play(self):
        try:
            return super().play()
        finally:
            self.server.leave()
            self.desktop.bus.end()

    def settle(self):
        # Three kills over one hand-over, and it waits for the user.
        user = Peer(self.desktop.bus.path, lambda message: None)
        timers = [threading.Timer(delay, come_back, (user,)) for delay in (2, 4)]
        for timer in timers:
            timer.start()
        faults = super().settle()
        for timer in timers:
            timer.join()
        user.close()
        return faults

    def judge(self, texts, rows):
        with self.home.open() as database:
            accepted = [Accepted(*row) for row in database.execute(
                "SELECT o.reminder, o.due_ms, r.text, d.purpose, d.server, d.notification, d.claimed_ms, o.missed"
                " FROM delivery d JOIN occurrence o ON o.id = d.occurrence JOIN reminder r ON r.id = o.reminder"
                " WHERE d.state = 'accepted'")]
        self.receive(accepted)
        found = list(compare(accepted, self.desktop.popups, self.single - self.snoozed, self.lives))
        # A server has 200 ms to answer before it counts as hung, and on a busy machine needs them.
        figures, faults = self.ledger.verdict(self.lives, texts, rows, pulse.stalls, 5000)
        return figures | {"popups": len(self.desktop.popups)}, faults + found

    def receive(self, accepted):
        """What the store says was accepted goes to the ledger at the moment in which the server was asked."""
        for one in accepted:
            # Done was clicked on the announcement, perhaps.
            if one.purpose.startswith("before"):
                self.ledger.doubt(one.id)
        # One that was put off between its showing and the record of it is recorded as answered.
        for id, text in self.ledger.texts.items():
            if text in self.snoozed:
                self.ledger.doubt(id)
        # One is handed over at a time, so it is the next one; its popup may be another one by now.
        times = [popup.at for popup in self.desktop.popups]
        # Two of one reminder that were put off together are two, and have one time.
        for one in {(one.id, one.due, one.purpose): one for one in accepted}.values():
            at = min((at for at in times if at >= one.claimed), default=one.claimed)
            self.ledger.receive(Line(
                at, 0, one.id, one.text, one.due, one.purpose, False, one.claimed, one.missed))


def compare(accepted, popups, single, lives):
    """What is wrong about popups that the store does not know, and about those that it only thinks it had."""
    given = {(popup.server, popup.id) for popup in popups}
    known = {(one.server, one.popup) for one in accepted}
    for one in accepted:
        if (one.server, one.popup) not in given:
            yield "invented", f"{one} was never shown"
    by_text = collections.defaultdict(list)
    for popup in popups:
        by_text[popup.summary].append(popup)
    for text in single:
        for before, popup in zip(by_text[text], by_text[text][1:]):
            was_from_memory = any(
                life.was_from_memory for life in lives if life.started <= before.at <= life.died)
            if (before.server, before.id) not in known and MARK not in popup.body and not was_from_memory:
                yield "repeated", f"{popup} after {before}, with no mark"
    # A group goes on showing what is so by now, in the same popup and with its mark.
    marked = len({(popup.server, popup.id or popup.at) for popup in popups if MARK in popup.body})
    if marked > len(lives):
        yield "repeated", f"{marked} popups are marked after {len(lives)} lives"
