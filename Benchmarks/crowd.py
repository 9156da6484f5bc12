"""A hundred programs at once."""
import subprocess
import time

from product import Home


def crowd(bed, home):
    daemon, _ = home.start("--channel", "stdout")
    before = home.rows("SELECT count(*) FROM reminder")[0][0]
    begin = time.perf_counter()
    clients = [subprocess.Popen(home.add(), env=home.environment, stdout=subprocess.DEVNULL)
               for _ in range(100)]
    codes = {client.wait() for client in clients}
    elapsed = (time.perf_counter() - begin) * 1000
    stored = home.rows("SELECT count(*) FROM reminder")[0][0] - before
    Home.stop(daemon)
    report = bed.report
    report.section("A hundred `remindctl` at once", f"{home.pending:,} pending, and a daemon.")
    report.line("stored, exit codes", f"{stored}, {codes}", "100, {0}",
                stored == 100 and codes == {0})
    report.line("until the last one ended", f"{elapsed:.0f} ms", "at most 1000 ms", elapsed <= 1000)
