"""A private session bus with a real notification server, dunst, on a screen that nobody sees."""
import os
import signal
import subprocess

# No service files: nobody but dunst may answer.
BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>{address}</listen>
<policy context="default"><allow send_destination="*"/><allow eavesdrop="true"/>
<allow own="*"/></policy></busconfig>
"""


class Desktop:
    def __init__(self, folder, has_server=True):
        self.folder = folder
        self.has_server = has_server
        self.processes = []

    def _spawn(self, argv, environment=None, **more):
        process = subprocess.Popen(argv, env={"PATH": "/usr/bin:/bin", "HOME": self.folder,
                                              "LANG": "C.UTF-8"} | (environment or {}),
                                   stderr=subprocess.DEVNULL, **more)
        self.processes.append(process)
        return process

    def __enter__(self):
        reading, writing = os.pipe()
        self._spawn(["Xvfb", "-displayfd", str(writing), "-screen", "0", "800x600x24",
                     "-nolisten", "tcp"], pass_fds=[writing])
        os.close(writing)
        with os.fdopen(reading) as line:
            display = line.readline().strip()
        address = f"unix:path={self.folder}/bus"
        with open(f"{self.folder}/bus.conf", "w") as configuration:
            configuration.write(BUS.format(address=address))
        bus = self._spawn(["dbus-daemon", f"--config-file={self.folder}/bus.conf", "--nofork",
                           "--nopidfile", "--print-address"], stdout=subprocess.PIPE)
        bus.stdout.readline()
        self.environment = {"DBUS_SESSION_BUS_ADDRESS": address, "DISPLAY": f":{display}"}
        if not self.has_server:
            return self
        self.server = self._spawn(["dunst"], self.environment)
        subprocess.run(
            ["gdbus", "wait", "--session", "--timeout", "10", "org.freedesktop.Notifications"],
            env=os.environ | self.environment, check=True)
        return self

    def stop_server(self):
        """From now on it answers nothing, like one that hangs."""
        self.server.send_signal(signal.SIGSTOP)

    def popups(self):
        """How many popups the server has made; one that was updated in place counts once."""
        return sum(
            int(subprocess.run(["dunstctl", "count", which], env=os.environ | self.environment,
                               check=True, capture_output=True).stdout)
            for which in ("displayed", "waiting", "history"))

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.terminate()
            process.send_signal(signal.SIGCONT)
            process.wait()
