"""BENCHMARKS.md: its parts, of which each run writes one, and their tables."""
import datetime
import os
import platform
import re
import subprocess

DOCUMENT = f"{os.path.dirname(os.path.abspath(__file__))}/../BENCHMARKS.md"
# In the order in which they stand, each below its heading.
PARTS = ["Benchmarks", "Scale", "Beside the others"]
LOAD = os.getloadavg()[0]


def machine(folder):
    """What is measured on; `folder` lies where the stores do."""
    with open("/proc/cpuinfo") as cpus:
        model = next((line.split(":")[1].strip() for line in cpus if line.startswith("model name")),
                     platform.machine())
    with open("/etc/os-release") as release:
        system = re.search(r'PRETTY_NAME="(.*)"', release.read())[1]
    disk = subprocess.run(["stat", "-f", "-c", "%T", folder], capture_output=True, text=True)
    return (f"{model}, {os.cpu_count()} cores, {system}, Linux {platform.release()}, "
            f"stores on {disk.stdout.strip()}, load average {LOAD:.1f} before the start")


class Report:
    """One part, line by line; each target says whether it was met."""

    def __init__(self, part, command, folder, keep):
        self.part = part
        self.keep = keep
        self.command = command
        self.machine = machine(folder)
        self.lines = []
        self.missed = 0
        self.aims = []
        if LOAD > 0.5:
            print(f"Something else is busy here (load average {LOAD:.1f}): figures will be off.")

    def _begin(self, title, text, *columns):
        self.lines += ["", f"## {title}", ""] + ([text, ""] if text else [])
        self.lines += ["| " + " | ".join(columns) + " |", "|---" * len(columns) + "|"]
        print(f"\n{title}", flush=True)

    def section(self, title, text=""):
        self.title = title
        self._begin(title, text, "what", "figure", "target", "met")

    def line(self, what, figure, target="", met=None, why="", is_aim=False):
        """`why` says what stands in the way where a target is not met."""
        verdict = "" if met is None else "yes" if met else f"**no**: {why}" if why else "**no**"
        self.missed += met is False
        rest = f"{what} | {figure} | {target} | {verdict} |"
        self.lines.append(f"| {rest}")
        if is_aim:
            self.aims.append(f"| {self.title}: {rest}")
        print(f"  {what}: {figure}  {target}  {verdict}".rstrip(), flush=True)

    def table_of_aims(self):
        """Puts the aims, each with its figure, before everything else."""
        sections, self.lines = self.lines, []
        self._begin("The aims", "", "aim", "figure", "target", "met")
        self.lines += self.aims + sections
        print("\n".join(f"  {aim.strip('| ')}" for aim in self.aims))

    def comparison(self, title, text, subjects):
        """A table with a column for each subject, of which the first one is ours."""
        self.subjects = subjects
        self._begin(title, text, "what", *subjects, "are we first?")

    def compare(self, what, known, why=None, form="{:.2f} ms".format, missing="", within=0.05):
        """Values by subject, of which the smallest is the best.

        `why` says, by the best, what makes the difference where we are not first. As good as the
        best is what lies `within` that part of it."""
        ours = known[self.subjects[0]]
        best = min(known, key=known.get)
        first = ours <= known[best] * (1 + within)
        self.missed += not first
        cells = [form(known[name]) if name in known else missing for name in self.subjects]
        verdict = "yes" if first else f"**no**, {best} is"
        if not first and why and best in why:
            verdict += f": {why[best]}"
        self.lines.append(f"| {what} | " + " | ".join(cells) + f" | {verdict} |")
        print(f"  {what}: " + ", ".join(
            f"{name} {form(value)}" for name, value in known.items()) + f"; {verdict}", flush=True)

    def note(self, what, cells):
        """A row that has no order."""
        self.lines.append(f"| {what} | " + " | ".join(
            cells.get(name, "") for name in self.subjects) + " | |")
        print(f"  {what}: {cells}", flush=True)

    def write_verdict(self, more=""):
        """Whether every target was met is the summary; returns the exit status."""
        met = "Every target was met." if not self.missed else f"Targets missed: {self.missed}."
        self.write(f"{met} {more}".rstrip())
        return self.missed != 0

    def write(self, summary):
        """Puts this part in the place of its last form, where it is to be kept."""
        print(f"\n{summary}")
        if not self.keep:
            return
        today = datetime.date.today().isoformat()
        parts = self._parts()
        parts[self.part] = (f"\nWritten by `{self.command}` on {today}: {self.machine}. {summary}\n"
                            + "\n".join(self.lines) + "\n")
        with open(DOCUMENT, "w") as file:
            file.write("\n".join(f"# {name}\n{parts[name]}" for name in PARTS if name in parts))

    @staticmethod
    def _parts():
        if not os.path.exists(DOCUMENT):
            return {}
        with open(DOCUMENT) as file:
            pieces = re.split(r"^# (.*)\n", file.read(), flags=re.MULTILINE)[1:]
        return {name: text.rstrip("\n") + "\n" for name, text in zip(pieces[::2], pieces[1::2])}
