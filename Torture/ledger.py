"""What remindctl confirmed, what the reader of remindd's standard output saw, what the store holds
in the end, and whether the three agree. All times are Unix milliseconds."""
import collections
import threading

# In one stretch in which a daemon is up, whatever is due is shown within this time. What keeps it
# is a stopped writer (the daemon goes on from memory after 500 ms) and a machine that is busy.
PATIENCE_MS = 1500
# Between remindctl's commit and the moment in which its answer was read here.
SLACK_MS = 300

Line = collections.namedtuple("Line", "at life id text due purpose marked fired missed", defaults=(0,))
# `place` is that in a series, None of one that a snooze added.
Row = collections.namedtuple("Row", "id due state missed place", defaults=(0,))
# A series: its first time, the milliseconds between two of them, and how many there are.
Series = collections.namedtuple("Series", "first step count")


class Ledger:
    def __init__(self):
        self.lock = threading.Lock()
        self.confirmed = {}  # (id, due) -> when the answer was read
        self.texts = {}      # id -> text, of what was confirmed
        self.series = {}     # id -> Series, of what was confirmed
        self.ended = {}      # id -> when done or cancel were confirmed
        self.doubtful = set()  # ids about which a command was killed that may have done its work
        self.lines = []
        self.refusals = []
        self.answers = collections.Counter()

    def confirm(self, id, due, text, at):
        with self.lock:
            self.confirmed[id, due] = at
            self.texts[id] = text

    def confirm_series(self, id, series, text):
        with self.lock:
            self.series[id] = series
            self.texts[id] = text

    def end(self, id, at):
        with self.lock:
            self.ended[id] = at

    def doubt(self, id):
        with self.lock:
            self.doubtful.add(id)

    def receive(self, line):
        with self.lock:
            self.lines.append(line)

    def refuse(self, what):
        with self.lock:
            self.refusals.append(what)

    def verdict(self, lives, texts, rows, stalls=(), patience=PATIENCE_MS):
        """texts: of each reminder in the store; rows: its occurrences; stalls: when the machine was too
        busy to say; patience: milliseconds that one may wait while a daemon is up. Returns the figures, and the faults as (kind, sentence)."""
        faults = [("refused", what) for what in self.refusals]
        seen = collections.defaultdict(list)
        for line in self.lines:
            seen[line.id, line.due, line.purpose].append(line)
        shown = {(id, due) for id, due, purpose in seen if purpose == "due"}
        stored = {(row.id, row.due): row for row in rows}

        for (id, due), at in sorted(self.confirmed.items()):
            row = stored.get((id, due))
            if row is None or texts.get(id) != self.texts[id]:
                faults.append(("lost", f"{id} due {due} was confirmed, and is not in the store"))
            elif (id, due) not in shown and id not in self.ended:
                if id not in self.doubtful or row.state in ("scheduled", "unanswered"):
                    faults.append(("lost", f"{id} due {due} was confirmed, and never shown ({row})"))
        for row in rows:
            if row.state in ("scheduled", "unanswered") and (row.id, row.due) not in shown \
                    and (row.id, row.due) not in self.confirmed:
                faults.append(("lost", f"{row} is in the store, and was never shown"))

        for id, series in sorted(self.series.items()):
            faults += self.follow(id, series, texts, rows, seen)
        repeats = memory = 0
        for (id, due, purpose), lines in sorted(seen.items()):
            # Shown from memory, a time of a series leaves no row where the daemon is killed before it can
            # write: the next one stands for it.
            is_known = (id, due) in stored or (
                lives[lines[0].life].was_from_memory
                and any(row.id == id and row.missed and row.due > due for row in rows))
            if not is_known or lines[0].text != texts.get(id):
                faults.append(("invented", f"{lines[0]} is not in the store"))
            for before, line in zip(lines, lines[1:]):
                repeats += 1
                life = lives[before.life]
                if life.was_from_memory:
                    memory += 1
                elif not line.marked or before.life == line.life:
                    faults.append(
                        ("repeated", f"{line} after {before}, with no mark; {life.account()}; "
                        f"its last: {[one for one in self.lines if one.life == before.life][-4:]}"))
            ended = self.ended.get(id)
            if ended is not None and lines[0].fired > ended + SLACK_MS:
                faults.append(("undead", f"{lines[0]} was ended at {ended}"))
            if purpose == "due" and lines[0].at < due:
                faults.append(("early", f"{lines[0]} came {due - lines[0].at} ms early"))
        marks = collections.Counter(line.life for line in self.lines if line.marked)
        for life, count in marks.items():
            # One for each death since a daemon could last write what it had taken over: one that went on
            # from memory could not, and one that showed nothing may not have got so far.
            deaths, before = 1, life - 1
            while before >= 0 and (lives[before].was_from_memory or lives[before].count == 0):
                deaths += lives[before].was_from_memory
                before -= 1
            if count > deaths:
                faults.append((
                    "repeated", f"{count} hand-overs marked after {deaths} deaths, life {life}; "
                    f"{[one.account() for one in lives[max(0, life - 4):life + 1]]}"))

        late = []
        for (id, due), at in self.confirmed.items():
            lines = seen.get((id, due, "due"))
            if lines:
                wait = max((min(end, lines[0].at) - max(start, due, at)
                            for start, end in up(lives, list(stalls))), default=0)
                late.append(max(0, wait))
                if wait > patience:
                    faults.append(("late", f"{lines[0]} waited {wait} ms while a daemon was up"))
        return {
            "reminders": len(texts), "confirmed": len(self.texts), "series": len(self.series),
            "lines": len(self.lines),
            "repeated": repeats, "marked": sum(marks.values()), "from_memory": memory,
            "late": sorted(late)}, faults


    def follow(self, id, series, texts, rows, seen):
        """Every time of a series was shown, or a later one that was says that it stands for it."""
        if texts.get(id) != self.texts[id]:
            yield "lost", f"series {id} was confirmed, and is not in the store"
        snoozed = {row.due for row in rows if row.id == id and row.place is None}
        missed = {due: max(line.missed for line in lines)
                  for (one, due, purpose), lines in seen.items()
                  if one == id and purpose == "due" and due not in snoozed}
        before = -1
        for due in sorted(missed):
            place, rest = divmod(due - series.first, series.step)
            if rest != 0 or not 0 <= place < series.count:
                yield "invented", f"{due} is none of series {id}, {series}"
                continue
            if missed[due] > place:
                yield "invented", f"series {id}, {series}: {due} stands for {missed[due]}"
            elif missed[due] < place - before - 1:
                yield "lost", f"series {id}, {series}: of those before {due} only {missed[due]} are known"
            before = place
        # Whoever cancels it ends it before its last time.
        is_cut = id in self.ended or any(row.id == id and row.state == "cancelled" for row in rows)
        if not is_cut and before != series.count - 1:
            yield "lost", f"series {id}, {series}, was shown up to place {before}"


def up(lives, stalls):
    """The stretches in which a daemon that holds the store was ready and was not stopped, and the
    machine had time for it."""
    for life in lives:
        if life.ready is None:
            continue
        start = life.ready
        for stopped, continued in sorted(life.stops + stalls):
            if continued > start and stopped < life.died:
                yield start, stopped
                start = continued
        yield start, life.died
