"""What a notification server that hangs costs a line, and a thousand popups at once."""
import math
import random
import time
from concurrent.futures import ThreadPoolExecutor

from bed import now_ms
from desktop import Desktop
from measure import median
from product import Home, fired


def hung_server(bed):
    """Two daemons at the same time: only one has a server, which answers nothing."""
    count, spread = bed.quick((50, 4_000), (300, 20_000))
    homes = bed.new_home(), bed.new_home()
    start = now_ms() + 5_000
    for home in homes:
        home.fill(sorted(start + random.randrange(spread) for _ in range(count)))
    with Desktop(bed.new_folder()) as hung, Desktop(bed.new_folder(), has_server=False) as none, \
            ThreadPoolExecutor() as both:
        stopped = both.submit(fired, homes[0], count, 60, environment=hung.environment,
                              started=hung.stop_server)
        free = both.submit(fired, homes[1], count, 60, environment=none.environment).result()
        stopped = stopped.result()
    report = bed.report
    report.section("A desktop", f"Two daemons at the same time, each with {count} alerts over "
                   f"{spread // 1000} s and a bus: one's dunst is stopped (SIGSTOP) before the first, the "
                   "other has no server. Both print.")
    # Those that come before it is known that the server hangs.
    first, slow, usual = max(stopped[:10]) / 1000, median(stopped[10:]) / 1000, median(free) / 1000
    report.line("lines that came: hung server, no server", f"{len(stopped)}, {len(free)}",
                f"{count} each", len(stopped) == len(free) == count)
    report.line("lateness of the line that finds the server hung", f"{first:.0f} ms",
                "at most 300 ms", first <= 300)
    report.line("lateness, median: hung server, no server", f"{slow:.2f} ms, {usual:.2f} ms")
    report.line("ratio", f"{slow / usual:.2f} ×", "at most 1.3 ×", slow <= 1.3 * usual)


def thousand(bed):
    lasts, most = [], 0
    shown = ("SELECT count(*), max(ended_ms) FROM delivery"
             " WHERE channel = 'desktop' AND state = 'accepted'")
    for _ in range(bed.quick(1, 5)):
        home = bed.new_home()
        due = now_ms() + 4_000
        home.fill([due] * 1000)
        with Desktop(bed.new_folder()) as screen:
            daemon, _ = home.start(environment=screen.environment)
            deadline = time.time() + 30
            while home.rows(shown)[0][0] < 1000 and time.time() < deadline:
                time.sleep(0.25)
            Home.stop(daemon)
            number, last = home.rows(shown)[0]
            lasts.append(last - due if number == 1000 else math.inf)
            most = max(most, screen.popups())
    bed.report.line(
        "1,000 popups at once, the last accounted for; median of 5 (slowest)",
        f"{median(lasts):.0f} ms ({max(lasts):.0f})", "within 2000 ms", median(lasts) <= 2000)
    bed.report.line("popups that dunst made of them, at most", most, "at most 5", most <= 5)
