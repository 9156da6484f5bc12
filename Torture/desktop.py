"""Notification servers on a bus of their own (Desktop Notifications Specification 1.2): one that does what it
is asked to, and what they share with one that does not."""
import collections
import threading
import time

from bus import CALL, SENDER, Bus, Peer

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"
# What a popup says whose hand-over may have been seen before.
MARK = "It may have been shown before."

Popup = collections.namedtuple("Popup", "at server id replaces summary body")


class Desktop:
    """The bus, and what its servers were asked to show and answered."""

    def __init__(self):
        self.bus = Bus()
        self.lock = threading.Lock()
        # Each Notify with the id that was its first answer, None where it got none; in order.
        self.popups = []

    @property
    def given(self):
        """Every popup by its server, as the store names it, and its id."""
        with self.lock:
            given = collections.defaultdict(list)
            for popup in self.popups:
                if popup.id:
                    given[popup.server, popup.id].append(popup)
            return given

    def note(self, popup):
        with self.lock:
            self.popups.append(popup)


class Server:
    """Whoever owns the name. What it says to whom, a subclass decides."""

    def __init__(self, desktop):
        self.desktop, self.ids, self.open = desktop, 0, set()
        self.peer = None
        self.ready = threading.Event()
        self.peer = Peer(desktop.bus.path, self.receive)
        self.name = self.peer.name + "@" + self.peer.guid
        self.peer.ask("RequestName", "su", (NAME, 0))
        self.ready.set()

    def receive(self, message):
        if SENDER not in message.fields or message.kind != CALL:
            return
        self.ready.wait(10)
        {"GetServerInformation": self.introduce, "GetCapabilities": self.boast, "Notify": self.show,
         "CloseNotification": self.withdraw}.get(message.member, lambda message: None)(message)

    def note(self, message, id):
        _, replaces, _, summary, body, *_ = message.values
        self.desktop.note(Popup(time.time_ns() / 1e6, self.name, id, replaces, summary, body))

    def new_id(self, replaces):
        if replaces in self.open:
            return replaces
        self.ids += 1
        self.open.add(self.ids)
        return self.ids

    def introduce(self, message):
        self.peer.reply(message, "ssss", ("witness", "remindctl", "1", "1.2"))

    def boast(self, message):
        self.peer.reply(message, "as", (["actions", "body", "body-markup"],))

    def show(self, message):
        id = self.new_id(message.values[1])
        self.note(message, id)
        self.peer.reply(message, "u", (id,))

    def withdraw(self, message):
        id = message.values[0]
        self.peer.reply(message)
        if id in self.open:
            self.open.discard(id)
            self.say_closed(id, 3)

    def say_closed(self, id, reason):
        self.peer.emit(PATH, NAME, "NotificationClosed", "uu", (id, reason))

    def invoke(self, id, action):
        self.peer.emit(PATH, NAME, "ActionInvoked", "us", (id, action))

    def leave(self):
        self.peer.close()


def come_back(peer):
    """What a screen saver says when its user does."""
    for is_active in (True, False):
        peer.emit("/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver", "ActiveChanged", "b",
                  (is_active,))
