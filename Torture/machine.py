"""A virtual machine with a clock, a disk and a power switch of its own (qemu without KVM)."""
import base64
import os
import select
import shutil
import signal
import socket
import subprocess
import time


class Dead(Exception):
    """The machine did not do what it was told."""


class Port:
    """One virtio port: what the guest writes to it has arrived here when its write(2) returns."""

    def __init__(self, path):
        deadline = time.time() + 20
        while True:
            self.socket = socket.socket(socket.AF_UNIX)
            try:
                self.socket.connect(path)
                break
            except OSError:
                self.socket.close()
                if time.time() > deadline:
                    raise Dead(f"qemu did not open {path}")
                time.sleep(0.05)
        self.rest = b""

    def lines(self, seconds=0.0):
        """The whole lines that have come, waiting so long for the first."""
        found = []
        while select.select([self.socket], [], [], 0 if found else seconds)[0]:
            data = self.socket.recv(65536)
            if not data:
                break
            *new, self.rest = (self.rest + data).split(b"\n")
            found += new
        return found


class Machine:
    PORTS = ("agent", "made", "shown", "said")

    def __init__(self, folder, work):
        self.folder, self.work = folder, work
        self.disk, self.qemu, self.boots = f"{work}/disk", None, 0
        shutil.copy(f"{folder}/disk.ext4", self.disk)

    def boot(self, clock=None, data="ordered"):
        """clock: what its real-time clock says (UTC, 2026-06-01T12:00:00); data: ext4's journal mode."""
        self.boots += 1
        start = time.time()
        command = [
            "qemu-system-x86_64", "-accel", "tcg", "-machine", "pc", "-cpu", "max", "-m", "256",
            "-nodefaults", "-display", "none", "-nic", "none", "-kernel", f"{self.folder}/vmlinuz",
            "-initrd", f"{self.folder}/initrd", "-append",
            "console=ttyS0 quiet panic=-1 mitigations=off no_console_suspend tsc=reliable "
            f"clocksource=tsc data_options=data={data}",
            "-serial", f"file:{self.work}/console", "-rtc", f"base={clock or 'utc'},clock=host",
            "-drive", f"file={self.disk},if=virtio,format=raw,cache=writeback",
            "-qmp", f"unix:{self.work}/qmp,server=on,wait=off", "-device", "virtio-serial-pci"]
        for name in self.PORTS:
            path = f"{self.work}/{name}"
            if os.path.exists(path):
                os.unlink(path)
            command += ["-chardev", f"socket,id={name},path={path},server=on,wait=off",
                        "-device", f"virtserialport,chardev={name},name={name}"]
        with open(f"{self.work}/qemu.log", "w") as log:
            self.qemu = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.ports = {name: Port(f"{self.work}/{name}") for name in self.PORTS}
        self.answers = []
        if self.answer(180) != b"READY":
            raise Dead("the machine did not come up")
        return time.time() - start

    def answer(self, seconds):
        deadline = time.time() + seconds
        while not self.answers and time.time() < deadline:
            self.answers += self.ports["agent"].lines(1)
            if self.qemu.poll() is not None:
                raise Dead(open(f"{self.work}/qemu.log").read())
        return self.answers.pop(0) if self.answers else None

    def begin(self, line):
        """Has a line of shell run; `answer` waits for its end."""
        self.ports["agent"].socket.sendall(line.encode() + b"\n")

    def run(self, line, seconds=120):
        """Runs a line of shell. Returns its exit code and what it printed."""
        self.begin(line)
        said = self.answer(seconds)
        if said is None:
            raise Dead(f"no answer to {line}")
        output, _, code = said.rpartition(b" ")
        return int(code), base64.b64decode(output).decode(errors="replace")

    def expect(self, line):
        code, output = self.run(line)
        if code != 0:
            raise Dead(f"{line} answered {code}: {output}")
        return output

    def start_daemon(self):
        self.begin("remindd --channel stdout --json >/run/shown 2>/run/said </dev/null & echo $!")
        said = self.answer(60)
        return int(base64.b64decode(said.rpartition(b" ")[0]))

    def cut(self):
        """The power goes: what the guest had not written to its disk never was."""
        self.qemu.send_signal(signal.SIGKILL)
        self.qemu.wait()
        left = {name: port.lines(0.1) for name, port in self.ports.items()}
        for port in self.ports.values():
            port.socket.close()
        return left

    def suspend(self, seconds):
        """Suspends to RAM; the machine's own real-time clock wakes it."""
        self.run("sync")
        self.begin(
            f"echo 0 >/sys/class/rtc/rtc0/wakealarm; echo +{seconds} >/sys/class/rtc/rtc0/wakealarm;"
            " echo mem >/sys/power/state")
        start = time.time()
        said = self.answer(seconds + 60)
        if said is None:
            raise Dead("the machine did not wake up")
        return time.time() - start
