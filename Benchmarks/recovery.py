"""From kill -9 of the daemon to the first line of the one that follows."""
import subprocess
import time

from measure import median
from product import Home


def recovery(bed, few, many):
    bed.report.section(
        "From kill -9 to the first delivery", "The daemon is killed and started again at once; "
        "until the reader of its pipe has the line that is overdue. Medians (slowest).")
    for home in (few, many):
        times = after_kill(home, bed.quick(5, 20))
        bed.report.line(f"{home.pending:,} pending", f"{median(times):.1f} ms ({max(times):.1f})",
                        "at most 50 ms", median(times) <= 50, is_aim=home is many)


def after_kill(home, count):
    """Milliseconds until then, where something has become due meanwhile."""
    def start():
        return subprocess.Popen([home.daemon, "--channel", "stdout"], env=home.environment,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL)

    times = []
    daemon, _ = home.start("--channel", "stdout")
    for _ in range(count):
        daemon.send_signal(19)  # SIGSTOP: it sleeps over the time
        subprocess.run([home.ctl, "in", "0.1s", "x"], env=home.environment, check=True,
                       stdout=subprocess.DEVNULL)
        time.sleep(0.3)
        begin = time.perf_counter()
        daemon.kill()
        daemon.wait()
        daemon = start()
        daemon.stdout.readline()
        times.append((time.perf_counter() - begin) * 1000)
        time.sleep(0.2)
    Home.stop(daemon)
    return times
