"""How late lines are that come one by one, and what a shell's sleep makes of it."""
import random
import subprocess
import time

from bed import now_ms
from measure import median, percentile, stamps
from product import fired


def punctuality(bed):
    report = bed.report
    count, spread = bed.quick((100, 4_000), (1000, 40_000))
    home = bed.new_home()
    start = now_ms() + 3_000
    home.fill(sorted(start + random.randrange(spread) for _ in range(count)))
    late = [value / 1000 for value in fired(home, count, 60, "--channel", "stdout")]
    report.section("Punctuality", f"{count:,} alerts over {spread // 1000} s. The reader of "
                   "remindd's pipe takes the time in microseconds and compares it with `due_ms`.")
    report.line("arrived, earliest, latest", f"{len(late)}, {min(late):.2f} ms, {max(late):.2f} ms",
                f"{count}, none early", len(late) == count and min(late) >= 0)
    half, most, nearly_all = (percentile(late, part) for part in (50, 99, 99.9))
    report.line("lateness, median", f"{half:.2f} ms", "under 0.5 ms", half < 0.5)
    report.line("lateness, 99 of 100", f"{most:.2f} ms", "under 5 ms", most < 5)
    report.line("lateness, 999 of 1,000", f"{nearly_all:.2f} ms", "at most 5 ms", nearly_all <= 5,
                is_aim=True)


def of_sleep(bed):
    """What a shell user does without any of this."""
    log = f"{bed.folder}/sleep.log"
    due = []
    sleepers = []
    for number in range(100):
        due.append(time.time() + 2)
        sleepers.append(subprocess.Popen(
            ["sh", "-c", f"sleep 2; {bed.folder}/stamp {log} {number}"]))
        time.sleep(0.05)
    for sleeper in sleepers:
        sleeper.wait()
    late = [time_us / 1000 - due[int(number)] * 1000 for time_us, number in stamps(log)]
    bed.report.line("for comparison: `(sleep 2; …) &`, lateness, median of 100",
                    f"{median(late):.2f} ms")
