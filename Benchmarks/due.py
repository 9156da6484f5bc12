"""What happens when reminders are due: how late each comes, how long a thousand at once take, and
what is lost or repeated when the daemon is killed among them. Part of peers.py."""
import subprocess
import threading
import time

import losses
from at import ENVIRONMENT
from losses import COUNT
from measure import percentile, stamped, stamps
from product import fired
from remind import Remind, day
from systemd import EXACT, Systemd, calendar


# What makes the difference where another one is first.
WHY = {
    "late": {
        "systemd, exact": "it starts a program and keeps no record; ours is claimed in the store first",
        "sleep": "a process of its own waits for each, and keeps no record; ours is claimed in the "
                 "store first"},
    "burst": {
        "at": "it starts programs and keeps no record of each; ours are claimed and recorded one by one",
        "systemd": "as with at, with all of the machine's processors",
        "remind": "it starts programs one by one and keeps no record",
        "sleep": "as many processes wait already, and nothing is recorded"},
}


def next_minute(lead):
    """The next full minute that is at least so many seconds away."""
    minute = int(time.time() // 60) + 1
    return minute * 60 if minute * 60 - time.time() >= lead else minute * 60 + 60


def lateness(bed, peers, names):
    """One a second of each, all in the same minute, half a second from one another; at and remind
    are asked each five seconds for a minute ahead."""
    report, folder, count = bed.report, bed.folder, bed.quick(10, 60)
    ours, systemd = peers["remindctl"], peers["systemd"]
    begin = int(time.time()) + bed.quick(8, 15)
    moments = [begin + number for number in range(count)]
    ours.start()
    ours.home.fill([int(moment * 1000) + 200 for moment in moments])
    # A manager of their own for those that may come late: whatever wakes it takes them along.
    lenient = Systemd(folder)
    for manager, option in ((systemd, EXACT), (lenient, "")):
        manager.run("".join(
            f"systemd-run --user --quiet '{calendar(moment)}' {option} "
            f"/bed/stamp /bed/late.log {number}\n" for number, moment in enumerate(moments, 1)))
    peers["sleep"].due([moment + 0.6 for moment in moments])
    mine = []
    reader = threading.Thread(
        target=lambda: mine.extend(fired(ours.home, count, count + 40, "--channel", "stdout")))
    reader.start()
    remind = peers["remind"]
    open(remind.file, "w").close()
    remind.start()
    asked = []
    for _ in range(count // 5):
        asked.append(time.time())
        number = len(asked)
        subprocess.run(["at", "now + 1 minute"], text=True, env=ENVIRONMENT, check=True,
                       input=f"{folder}/stamp {folder}/at.log {number}\n", stderr=subprocess.DEVNULL)
        with open(remind.file, "a") as file:
            file.write(f"REM {day(time.time() + 60)} MSG {number}\n")
        time.sleep(max(0, asked[0] + 5 * number - time.time()))
    logs = {"at": (f"{folder}/at.log", asked, 60), "remind": (remind.log, asked, 60),
            "systemd, exact": (f"{systemd.share}/late.log", moments, 0),
            "systemd": (f"{lenient.share}/late.log", moments, 0),
            "sleep": (peers["sleep"].log, moments, 0.6)}
    for name, (log, wanted, _) in logs.items():
        stamped(log, len(wanted), 70)
    reader.join()
    remind.stop()
    peers["sleep"].stop()
    # In milliseconds.
    late = {"remindctl": [value / 1000 for value in mine]}
    for name, (log, wanted, more) in logs.items():
        late[name] = [time_us / 1000 - (wanted[int(number) - 1] + more) * 1000
                      for time_us, number in stamps(log)]
    subjects = [*names[:3], "systemd, exact", *names[3:]]
    lenient.stop()
    report.comparison(
        "Lateness", f"Against the moment that was asked for; {count} of ours, of systemd and of "
        f"sleep, {len(asked)} of at and remind (`+ 1 minute`), all in the same minutes. `exact` is "
        "`AccuracySec=1us`, the other has systemd's minute of freedom. remindd writes a line, whose "
        "reader takes the time; the others start a program that does.", subjects)
    for part in (50, 99):
        report.compare(f"{part} of 100 are off by at most",
                       {name: percentile(list(map(abs, values)), part)
                        for name, values in late.items()}, WHY["late"], duration)
    report.note("from the earliest to the latest", {
        name: f"{duration(min(values))} … {duration(max(values))}"
        for name, values in late.items()})
    report.note("came", {name: str(len(values)) for name, values in late.items()})


def duration(value):
    """Milliseconds, or seconds where these are many."""
    return f"{value:.2f} ms" if abs(value) < 1000 else f"{value / 1000:.1f} s"


def last(found, moment):
    return (max(time_us for time_us, _ in found) / 1000 - moment * 1000) if found else None


def bursts_and_kills(bed, peers, names):
    """at and remind need a full minute for a burst each; the others are measured between those.
    The losses do not depend on time: remind's two minutes are the others'."""
    report, folder = bed.report, bed.folder
    ours, at, systemd, remind = (peers[name] for name in ("remindctl", "at", "systemd", "remind"))
    burst, came = {}, {}

    # The first full minute: at.
    minute = next_minute(8)
    at.fill(COUNT, minute // 60, f"{folder}/stamp {folder}/burst.log @@")
    time.sleep(max(0, minute - time.time()))
    found = stamped(f"{folder}/burst.log", COUNT, 30)
    burst["at"], came["at"] = last(found, minute), len(found)

    # Ours, systemd and sleep, whenever.
    ours.start()
    ours.home.fill([int(time.time() * 1000) + 3000] * COUNT)
    late = fired(ours.home, COUNT, 30, "--channel", "stdout")
    burst["remindctl"], came["remindctl"] = max(late) / 1000, len(late)
    moment = int(time.time()) + 15
    systemd.timers("b", COUNT, calendar(moment), EXACT, command="/bed/stamp /bed/burst.log @@")
    made = time.time()
    found = stamped(f"{systemd.share}/burst.log", COUNT, max(0, moment - made) + 15)
    if made < moment:  # otherwise some were due before all were there
        burst["systemd"], came["systemd"] = last(found, moment), len(found)
    moment = time.time() + 8
    log = peers["sleep"].log = f"{folder}/sleepers.log"
    peers["sleep"].due([moment] * COUNT)
    found = stamped(log, COUNT, 20)
    burst["sleep"], came["sleep"] = last(found, moment), len(found)
    peers["sleep"].stop()

    # The second full minute: remind.
    minute = next_minute(5)
    remind.fill(COUNT, minute)
    remind.log = f"{folder}/remind-burst.log"
    remind.start()
    time.sleep(max(0, minute - time.time()))
    found = stamped(remind.log, COUNT, 30)
    burst["remind"], came["remind"] = last(found, minute), len(found)
    remind.stop()

    fates = {name: losses.Fates() for name in (
        "remindctl", "at", "at and its jobs", "systemd", "remind", "remind, a minute later", "sleep")}
    soon, later = Remind(folder, "soon"), Remind(folder, "later")
    others = threading.Thread(target=losses.of_remind, args=[
        fates["remind"], fates["remind, a minute later"], soon, later, next_minute(5)])
    others.start()
    for _ in range(bed.quick(1, 5)):
        ours.start()
        losses.of_remindd(fates["remindctl"], ours.home)
        losses.of_at(fates["at"], at, folder, with_jobs=False)
        losses.of_at(fates["at and its jobs"], at, folder, with_jobs=True)
    for _ in range(bed.quick(1, 2)):
        losses.of_systemd(fates["systemd"], systemd)
    losses.of_sleep(fates["sleep"], peers["sleep"], f"{folder}/never.log")
    others.join()

    report.comparison(
        f"{COUNT:,} at the same instant", "Until the last one has run. systemd with "
        "`AccuracySec=1us`; sleep starts beforehand.", names)
    report.compare("the last one", burst, WHY["burst"], duration, "-")
    report.note("came", {name: str(number) for name, number in came.items()})
    report.comparison(
        "kill -9 among them", f"The daemon is killed after some hundred of {COUNT:,} that are due, "
        "and started again at once; the user manager as at the next login. What is counted for at "
        "and systemd are programs that were started, for us lines that a reader received. A power "
        "cut, or a service manager that ends atd, ends its jobs too. sleep has no daemon: it is "
        "killed itself, before the moment, as by a logout.", list(fates))
    thousands = {name: 1 / fate.trials for name, fate in fates.items()}
    report.compare("lost or stuck, of a thousand", {
        name: (fate.lost + fate.stuck) * thousands[name] for name, fate in fates.items()},
        form="{:.1f}".format, within=0)
    report.compare("twice, of a thousand",
                   {name: fate.twice * thousands[name] for name, fate in fates.items()},
                   dict.fromkeys(fates, "the one hand-over whose fate nobody knows is repeated, "
                                 "and says so, rather than lost"), "{:.1f}".format, within=0)
    report.note("in all", {name: str(fate) for name, fate in fates.items()})
