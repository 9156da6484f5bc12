"""Real power cuts, while remindctl confirms and remindd shows: `cuts(folder, work, count, seed)`."""
import base64
import collections
import gzip
import json
import random
import sqlite3
import time

from machine import Dead, Machine

# A tick is over, and synced, as soon as nothing more waits; emulated machines are slow.
TICK = 5

STORM = ("while :; do for after in 0.1 0.4 1 0.2 6 20 0.1 0.7; do n=$((n + 1));"
         " remindctl in ${after}s --json -- %s.$n >/run/made 2>/dev/null; done; done")


class Books:
    def __init__(self):
        self.confirmed, self.shown = {}, collections.defaultdict(list)
        self.lines = 0

    def take(self, machine, left=None):
        """Reads what has arrived."""
        for name in ("made", "shown"):
            for raw in machine.ports[name].lines() if left is None else left[name]:
                if name == "made":
                    made = json.loads(raw)
                    self.confirmed[made["id"]] = (made["text"], made["due_ms"])
                else:
                    alert = json.loads(raw)
                    self.lines += 1
                    self.shown[alert["id"]].append(
                        (machine.boots, time.time(), alert["text"],
                         alert.get("possible_repeat", False)))


def settle(machine, books, seconds=90):
    """Waits until remindd has shown everything that there is."""
    deadline = time.time() + seconds
    while time.time() < deadline:
        books.take(machine)
        if json.loads(machine.expect("remindctl status --json"))["pending"] == 0:
            books.take(machine)
            return True
        time.sleep(0.3)
    return False


def cuts(folder, work, count, seed):
    """Returns the faults."""
    chance, faults, books = random.Random(seed), [], Books()
    machine, cut_at, boots = Machine(folder, work), {}, []
    try:
        for number in range(count + 1):
            boots.append(machine.boot(data=chance.choice(("ordered", "writeback"))))
            machine.start_daemon()
            if number == count:
                break
            if chance.random() < 0.5:
                # Otherwise the cut may come while what the last one left behind is shown.
                time.sleep(chance.random() * 4)
            machine.begin(f"({STORM % number}) & echo $!")
            machine.answer(30)
            deadline = time.time() + 0.5 + chance.random() * 6
            while time.time() < deadline:
                books.take(machine)
                time.sleep(0.02)
            cut_at[machine.boots] = time.time()
            books.take(machine, machine.cut())
        if not settle(machine, books):
            faults.append("not everything in the store is shown")
        machine.expect("killall remindd; sleep 1; touch /data/remindctl/reminders.db-wal")
        faults += judge(machine, books, cut_at)
    except Dead as error:
        faults.append(f"{error}; {machine.ports['said'].lines()}")
    finally:
        machine.cut()
    repeats = sum(len(seen) - 1 for seen in books.shown.values())
    print(f"{len(cut_at)} power cuts; {len(books.confirmed)} reminders confirmed, {books.lines} lines "
          f"received\nrepeated after a cut: {repeats}; started in {sum(boots) / len(boots):.1f} s each")
    return faults


def judge(machine, books, cut_at):
    faults = []
    path = f"{machine.work}/reminders.db"
    for suffix in ("", "-wal"):
        with open(path + suffix, "wb") as copy:
            copy.write(gzip.decompress(base64.b64decode(machine.expect(
                f"gzip -1 </data/remindctl/reminders.db{suffix} | base64 -w 0"))))
    database = sqlite3.connect(path)
    health = database.execute("PRAGMA integrity_check").fetchone()[0]
    texts = dict(database.execute("SELECT id, text FROM reminder"))
    database.close()
    if health != "ok":
        faults.append(f"damaged: {health}")
    for id, (text, due) in sorted(books.confirmed.items()):
        if texts.get(id) != text:
            faults.append(f"lost: {id} {text} was confirmed, and is not in the store")
        elif id not in books.shown:
            faults.append(f"lost: {id} {text} due {due} was confirmed, and never shown")
    for id, seen in sorted(books.shown.items()):
        # An id that a cut took away with what had it, unconfirmed, is given again.
        same = [one for one in seen if one[2] == texts.get(id)]
        for before, after in zip(same, same[1:]):
            if before[0] == after[0]:
                faults.append(f"repeated: {id} twice in one boot")
            elif cut_at[before[0]] - before[1] > TICK:
                faults.append(
                    f"repeated: {id}, {cut_at[before[0]] - before[1]:.1f} s before the cut")
    for id in texts:
        if id not in books.shown:
            faults.append(f"lost: {id} {texts[id]} is in the store, and was never shown")
    return faults
