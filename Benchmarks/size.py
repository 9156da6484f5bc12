"""What the number of pending reminders costs: `list -n 50` and `cancel`."""
import random
import subprocess

from measure import interleaved, median, milliseconds
from product import Home


def size(bed, few, many):
    """`few` has ten, whose newest is cancelled; of `many` any."""
    report, rounds = bed.report, bed.quick(30, 200)
    daemons = [home.start("--channel", "stdout")[0] for home in (few, many)]
    victims = iter(random.sample(range(2, many.pending), 1000))

    def listing(home):
        return lambda: milliseconds([home.ctl, "list", "-n", "50"], home.environment)

    def cancel_few():
        subprocess.run(few.add(), env=few.environment, check=True, stdout=subprocess.DEVNULL)
        newest = few.rows("SELECT max(id) FROM reminder")[0][0]
        return milliseconds([few.ctl, "cancel", str(newest)], few.environment)

    def cancel_many():
        return milliseconds([many.ctl, "cancel", str(next(victims))], many.environment)

    lists = [median(x) for x in interleaved(rounds, listing(few), listing(many))]
    cancels = [median(x) for x in interleaved(rounds, cancel_few, cancel_many)]
    for daemon in daemons:
        Home.stop(daemon)
    report.section("Size", f"10 pending against {many.pending:,}, in turn; medians of {rounds}.")
    for verb, (small, large) in (("list -n 50", lists), ("cancel ID", cancels)):
        report.line(f"`remindctl {verb}`, 10 pending", f"{small:.2f} ms")
        report.line(f"`remindctl {verb}`, {many.pending:,} pending", f"{large:.2f} ms")
        report.line(f"`{verb}`, ratio", f"{large / small:.2f} ×", "at most 1.3 ×",
                    large <= 1.3 * small, is_aim=True)
