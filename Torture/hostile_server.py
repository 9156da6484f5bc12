"""A notification server that answers anything, and says what nobody asked for."""
import string
import threading

from bus import split
from desktop import NAME, PATH, Server

BAD_SIGNATURES = ["", "s", "i", "t", "uu", "su", "as", "a{sv}", "v", "(u)", "au", "b", "d"]
ERRORS = [NAME + ".MaxNotificationsExceeded", "a.b", "org.freedesktop.DBus.Error." + "X" * 200] + [
    "org.freedesktop.DBus.Error." + name for name in (
        "NoReply", "ServiceUnknown", "NameHasNoOwner", "Disconnected", "Timeout", "TimedOut", "NoMemory",
        "LimitsExceeded", "AccessDenied", "UnknownMethod", "Spawn.ChildExited", "Failed", "InvalidArgs")]
KEYS = ["", "default", "done ", "DONE", "done:1", "snooze", "snooze:", "snooze:-1", "snooze:0", "snooze:x",
        "snooze:99999999999999999999", "snooze:9223372036854775807", "\x1b[31m", "x" * 70000, "🍵"]


def words(chance):
    return "".join(chance.choice(string.printable + "\x1b\x07żé\u202e🍵<&>\"") for _ in
                   range(chance.choice((0, 1, 5, 40, 3000))))


def value(chance, type):
    match type[0]:
        case "y" | "b":
            return chance.randint(0, 1)
        case "u" | "i" | "t":
            return chance.choice((0, 1, 2, 2 ** 31 - 1))
        case "d":
            return chance.random()
        case "s":
            return words(chance)
        case "v":
            return "s", words(chance)
        case "a":
            return [value(chance, type[1:]) for _ in range(chance.randint(0, 3))]
        case "(":
            return tuple(value(chance, one) for one in type[1:-1])
        case "{":
            return f"k{chance.random()}", ("s", words(chance))


def nonsense(chance, valid):
    """A body of the wrong type."""
    signature = chance.choice([one for one in BAD_SIGNATURES if one != valid])
    return signature, [value(chance, one) for one in split(signature)]


class Hostile(Server):
    """Each one has a character: how it answers what, by chance."""

    def __init__(self, desktop, chance):
        self.chance = chance
        self.strays = set()  # ids that it gave in an answer to another call
        self.answered = set()  # ids of which it said, in a way that counts, that the user has answered
        self.moods = {
            "introduce": self.character("good", "good", "good", "garbage", "wrong", "error", "mute", "twice"),
            "boast": self.character("good", "good", "good", "garbage", "wrong", "error", "mute", "twice"),
            "show": self.character("good", "good", "zero", "huge", "same", "wrong", "error", "mute", "twice",
                                   "late", "vanish", "answer and vanish", "another's"),
        }
        super().__init__(desktop)

    def character(self, *moods):
        return [self.chance.choice(moods) for _ in range(self.chance.randint(1, 4))]

    def mood(self, what):
        return self.chance.choice(self.moods[what])

    def say(self, message, mood, signature, good, garbage):
        match mood:
            case "good":
                self.peer.reply(message, signature, good)
            case "garbage":
                self.peer.reply(message, signature, garbage)
            case "wrong":
                self.peer.reply(message, *nonsense(self.chance, signature))
            case "error":
                self.peer.refuse(message, self.chance.choice(ERRORS), *nonsense(self.chance, None))
            case "twice":
                self.peer.reply(message, signature, good)
                self.peer.reply(message, *nonsense(self.chance, signature))

    def introduce(self, message):
        self.say(message, self.mood("introduce"), "ssss", ("hostile", "x", "1", "1.2"),
                 [words(self.chance) for _ in range(4)])

    def boast(self, message):
        self.say(message, self.mood("boast"), "as", (["actions", "body"],),
                 ([words(self.chance) for _ in range(self.chance.choice((0, 3, 500)))],))

    def show(self, message):
        mood = self.mood("show")
        id = self.new_id(0)
        match mood:
            case "huge":
                id = 2 ** 32 - id
                mood = "good"
            case "same":
                id, mood = 1, "good"
            case "zero":
                self.peer.reply(message, "u", (0,))
            case "late":
                timer = threading.Timer(self.chance.choice((0.3, 1, 2.5)), self.answer, (message, id))
                timer.daemon = True
                return timer.start()
            case "vanish":
                self.note(message, None)
                return self.leave()
            case "another's":
                # The bus lets it through if it is the number of a call that is open, then of a Notify.
                message.serial += self.chance.randint(1, 3)
                self.strays.add(id)
                self.peer.reply(message, "u", (id,))
        is_shown = mood in ("good", "twice", "answer and vanish")
        # Noted first: its answer may be in the store before it would be noted.
        self.note(message, id if is_shown else None)
        if is_shown:
            self.open.add(id)
        self.say(message, "good" if mood == "answer and vanish" else mood, "u", (id,), (0,))
        if mood == "answer and vanish":
            self.leave()

    def answer(self, message, id):
        self.note(message, id)
        self.peer.reply(message, "u", (id,))

    def withdraw(self, message):
        if self.chance.random() < 0.5:
            super().withdraw(message)

    def babble(self):
        """A signal."""
        chance = self.chance
        id = chance.choice([0, 1, 2, 2 ** 32 - 1] + list(self.open)[-5:])
        match chance.randint(0, 6):
            case 0:
                self.invoke(id, chance.choice(KEYS))
            case 1:
                self.answered.add(id)
                self.invoke(id, chance.choice(("done", "snooze:86400000")))
            case 2:
                self.answered.add(id)
                self.say_closed(id, 2)
            case 3:
                self.say_closed(id, chance.choice((0, 1, 4, 7, 2 ** 32 - 1)))
            case 4:
                member = chance.choice(("ActionInvoked", "NotificationClosed"))
                self.peer.emit(PATH, NAME, member, *nonsense(chance, "uu"))
            case 5:
                self.peer.emit(PATH + "/else", NAME, "ActivationToken", "us", (id, words(chance)))
            case 6:
                for _ in range(200):
                    self.say_closed(id, 1)
