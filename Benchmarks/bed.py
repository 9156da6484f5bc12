"""Where a run happens: the programs, a folder on the disk, stores in it, and the report."""
import os
import sys
import tempfile
import time

from measure import build
from product import Home
from report import Report

DAY = 86_400_000


def now_ms():
    return time.time_ns() // 1_000_000


class Bed:
    def __init__(self, part, command, folder):
        self.binaries = os.path.abspath(sys.argv[1])
        self.is_quick = "--quick" in sys.argv
        self.folder = folder
        self.report = Report(part, command, folder, keep=not self.is_quick)
        self._homes = 0

    def quick(self, less, usual):
        """How much of something is done."""
        return less if self.is_quick else usual

    def new_home(self):
        self._homes += 1
        return Home(self.binaries, f"{self.folder}/home{self._homes}")

    def new_folder(self):
        return tempfile.mkdtemp(dir=self.folder)

    def ten_and_many(self, many):
        """Two stores, with ten pending for next month, and with so many."""
        far = now_ms() + 30 * DAY
        homes = self.new_home(), self.new_home()
        for home, count in zip(homes, (10, many)):
            home.fill(range(far, far + count * 1000, 1000))
            home.pending = count
        return homes


def run(part, command, measure):
    """Measures with a bed in a folder that goes away again.

    The exit status is what `measure` returns."""
    with tempfile.TemporaryDirectory(prefix="remind-bench-", dir="/var/tmp") as folder:
        os.chmod(folder, 0o755)
        build(folder)
        # What an earlier run has thrown away, the file system may still be busy with.
        os.sync()
        failed = measure(Bed(part, command, folder))
    sys.exit(failed)
