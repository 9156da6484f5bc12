"""What mail costs where it is installed and nothing is mailed, and how fast many go."""
import os
import subprocess
import sys
import time

from bed import now_ms
from measure import interleaved, median, milliseconds, ratio, resident_megabytes
from product import Home, fired

sys.path.append(f"{os.path.dirname(os.path.abspath(__file__))}/../Torture")
import mail_bed

SENT = "SELECT count(*), max(ended_ms) FROM delivery WHERE channel = 'mail' AND state = 'accepted'"

SETTINGS = """[remindctl]
snooze=10m
"""
ACCOUNT = SETTINGS + """[mail private]
server=localhost
port={port}
encryption=implicit
user=me
sender=me@example.org
hourly-cap=10000
ca-file={folder}/cert.pem
password-command=echo secret
"""


def configure(home, text):
    os.makedirs(f"{home.folder}/config/remindctl", mode=0o700, exist_ok=True)
    with open(f"{home.folder}/config/remindctl/remindctl.conf", "w") as file:
        file.write(text)


def at_rest(bed):
    """The start of remindctl and the memory of remindd, with an account and without one."""
    report, rounds = bed.report, bed.quick(30, 300)
    without, having = bed.new_home(), bed.new_home()
    configure(without, SETTINGS)
    configure(having, ACCOUNT.format(port=465, folder="/etc/ssl"))
    report.section("Mail", "A mail account in `remindctl.conf`, beside the same file without: in turn, the median of "
                   "the ratios.")
    daemons = [home.start("--channel", "stdout")[0] for home in (without, having)]

    def start(home):
        return lambda: milliseconds(home.add(), home.environment)

    plain, mail = interleaved(rounds, start(without), start(having))
    share = ratio(mail, plain)
    report.line("`remindctl in 20m x`, with an account", f"{median(mail):.2f} ms, {share:.3f} ×",
                "1.0 ± 0.05 ×", abs(share - 1) <= 0.05)
    for daemon in daemons:
        Home.stop(daemon)
    plain, mail = zip(*(memories(bed, without, having) for _ in range(bed.quick(1, 5))))
    share = ratio(mail, plain)
    report.line("RSS of remindd, with an account; 5 starts of each", f"{median(mail):.2f} MB, {share:.3f} ×",
                "1.0 ± 0.05 ×", abs(share - 1) <= 0.05)


def memories(bed, *homes):
    """How much each daemon has in memory when it has done nothing for a while. Which pages of its program
    are mapped differs from start to start."""
    daemons = [home.start("--channel", "stdout")[0] for home in homes]
    time.sleep(bed.quick(1, 10))
    sizes = [resident_megabytes(daemon.pid) for daemon in daemons]
    for daemon in daemons:
        Home.stop(daemon)
    return sizes


def thousand(bed):
    """Many mails due at once, and what they do to lines that are due meanwhile."""
    report, count, lines = bed.report, bed.quick(200, 1000), bed.quick(4, 12)
    home = bed.new_home()
    if not mail_bed.is_possible(os.path.dirname(home.ctl)):
        return report.line(f"{count:,} mails due at once", "not measured: no remind-mail, or no server")
    mailbox = mail_bed.Mailbox(f"{home.folder}/mailbox")
    try:
        configure(home, ACCOUNT.format(port=mailbox.port, folder=mailbox.folder))
        due = now_ms() + 6000
        home.fill([due] * count, "--channel", "mail")
        for step in range(lines):
            subprocess.run(
                [home.ctl, "in", f"{(due - now_ms()) / 1000 + 0.25 + step * 0.5:.3f}s", "x"],
                env=home.environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def wait():
            deadline = time.time() + 120
            while home.rows(SENT)[0][0] < count and time.time() < deadline:
                time.sleep(0.25)

        late = fired(home, lines, 60, "--channel", "stdout", started=wait)
        taken, last = home.rows(SENT)[0]
        rate = taken / ((last - due) / 1000)
        report.line(f"{count:,} mails due at once, accepted by a server on the same machine",
                    f"{rate:.0f} a second", "at least 100", taken == count and rate >= 100)
        report.line("lines that are due meanwhile, late: median, slowest",
                    f"{median(late) / 1000:.1f} ms, {max(late) / 1000:.1f} ms")
    finally:
        mailbox.end()
