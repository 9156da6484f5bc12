"""The kill storm where reminders are mailed, too: what a mail server took, against what the store says."""
import collections
import glob
import json
import os
import signal
import subprocess
import time

from mail_bed import Mailbox
from programs import now
from storm import Episode

# Each has a helper of its own, which sends beside the others.
ACCOUNTS = "private", "work", "club"

# A delivery by mail as the store has it in the end.
Mail = collections.namedtuple("Mail", "id text uid delivery state marked")


class MailEpisode(Episode):
    def __init__(self, binaries, seed, kills):
        super().__init__(binaries, seed, kills, False)
        self.mailed = set()  # texts
        self.helpers = 0     # killed
        self.mailbox = Mailbox(f"{self.home.folder}/mailbox")
        os.mkdir(f"{self.home.folder}/config/remindctl", 0o700)
        with open(f"{self.home.folder}/config/remindctl/remindctl.conf", "w") as file:
            for account in ACCOUNTS:
                file.write(f"""[mail {account}]
server=localhost
port={self.mailbox.port}
encryption=implicit
user=me
sender={account}@example.org
hourly-cap=10000
ca-file={self.mailbox.folder}/cert.pem
password-command=echo secret

""")

    def backlog(self):
        return 0 if len(self.mailed) < 400 else super().backlog()

    def options(self, chance, delay, text):
        if chance.random() < 0.3:
            return super().options(chance, delay, text)
        with self.lock:
            self.mailed.add(text)
        return [f"--account={chance.choice(ACCOUNTS)}", "--mail"]

    def live(self):
        if self.random.random() < 0.3:
            # A helper alone, somewhere in a mail.
            life = self.start()
            time.sleep(self.random.random() * 0.6)
            for process in self.find_helpers():
                os.kill(process, signal.SIGKILL)
                self.helpers += 1
            time.sleep(self.random.random() * 0.2)
            return self.finished(life, signal.SIGKILL)
        super().live()

    def find_helpers(self):
        """Those of this home's daemons."""
        for path in glob.glob("/proc/[0-9]*/environ"):
            folder = os.path.dirname(path)
            try:
                with open(path, "rb") as environment, open(f"{folder}/cmdline", "rb") as command:
                    if (command.read().split(b"\0")[0].endswith(b"/remind-mail")
                            and f"HOME={self.home.folder}\0".encode() in environment.read() + b"\0"):
                        yield int(os.path.basename(folder))
            except OSError:
                continue

    def play(self):
        try:
            return super().play()
        finally:
            self.mailbox.end()

    def settle(self):
        """Also until no mail waits: what may have come is sent again at once."""
        life = self.start()
        if not life.wait_ready():
            self.finished(life, signal.SIGKILL)
            return [("lost", f"remindd does not start any more: {life.said.decode()}")]
        deadline = now() + 120_000
        while now() < deadline and (self.home.pending() or self.waiting()):
            self.remindctl("mail", "retry")
            time.sleep(0.2)
        life.end(signal.SIGTERM)
        return [] if life.popen.returncode == 0 else [("refused", "the last remindd did not end")]

    def remindctl(self, *arguments):
        return subprocess.run(
            [f"{self.home.binaries}/remindctl", *arguments], env=self.home.environment,
            capture_output=True).stdout

    def waiting(self):
        return json.loads(self.remindctl("mail", "list", "--json"))["mails"]

    def judge(self, texts, rows):
        figures, faults = super().judge(texts, rows)
        with self.home.open() as database:
            mails = [Mail(*row) for row in database.execute(
                "SELECT r.id, r.text, r.uid, d.id, d.state, d.possible_repeat FROM delivery d"
                " JOIN occurrence o ON o.id = d.occurrence JOIN reminder r ON r.id = o.reminder"
                " WHERE d.channel = 'mail'")]
        deaths = self.kills["remindd"] * len(ACCOUNTS) + self.helpers
        repeats, found = compare(
            mails, self.mailbox.copies(), deaths,
            {id for id, text in self.ledger.texts.items()
             if text in self.mailed and id not in self.ledger.ended and id not in self.ledger.doubtful})
        figures |= {"mails": len(mails), "mail_repeats": repeats, "helpers": self.helpers}
        return figures, faults + found


def compare(mails, copies, deaths, promised):
    """mails: all that the store has; copies: what was taken, by `UID.DELIVERY`; deaths: of daemons, once for
    each account, and of helpers, each of which makes one mail uncertain at most; promised: ids of which one must have come.
    Returns how many copies were more than one, and the faults."""
    faults, repeats = [], 0
    rows = {f"{mail.uid}.{mail.delivery}": mail for mail in mails}
    came = set()
    for mail in mails:
        taken = copies.get(f"{mail.uid}.{mail.delivery}", [])
        if taken:
            came.add(mail.id)
        if mail.state == "accepted" and not taken:
            faults.append(("lost", f"{mail} was accepted, and no server has it"))
        elif mail.state not in ("accepted", "failed"):
            faults.append(("lost", f"{mail} still waits"))
        elif mail.state == "failed" and mail.id in promised:
            faults.append(("lost", f"{mail} was given up"))
        if len(set(taken)) > 1:
            faults.append(("repeated", f"copies of {mail} differ"))
        if len(taken) > 1 and not mail.marked:
            faults.append(("repeated", f"{mail} came {len(taken)} times, with no mark"))
        repeats += max(0, len(taken) - 1)
    for id in sorted(promised - came):
        faults.append(("lost", f"the mail of {id} never came"))
    for name in copies.keys() - rows.keys():
        faults.append(("invented", f"a mail {name} is not in the store"))
    if repeats > deaths:
        faults.append(("repeated", f"{repeats} mails came again after {deaths} deaths"))
    return repeats, faults
