"""A mail server for the kill storm and the benchmarks."""
import collections
import glob
import os
import re
import shutil
import subprocess

SERVER = f"{os.path.dirname(os.path.abspath(__file__))}/../Tests/Beds/mail-server"


def is_possible(binaries):
    """Whether the helper is there, and its server can be had."""
    helpers = f"{binaries}/remind-mail", f"{binaries}/../libexec/remindctl/remind-mail"
    return (any(os.access(helper, os.X_OK) for helper in helpers) and shutil.which("openssl") is not None
            and subprocess.run(["/usr/bin/python3", "-c", "import aiosmtpd"], capture_output=True).returncode == 0)


class Mailbox:
    """A server on loopback; what it has taken are files."""

    def __init__(self, folder):
        self.folder = folder
        os.mkdir(folder)
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out",
             "cert.pem", "-days", "2", "-subj", "/CN=localhost", "-addext",
             "subjectAltName=DNS:localhost,IP:127.0.0.1"],
            cwd=folder, check=True, capture_output=True)
        self.process = subprocess.Popen(
            [SERVER, "ok", folder], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.port = int(self.process.stdout.readline())

    def end(self):
        self.process.kill()
        self.process.wait()

    def copies(self):
        """The bytes of everything that was taken, by what the Message-ID begins with."""
        found = collections.defaultdict(list)
        for path in glob.glob(f"{self.folder}/*.eml"):
            with open(path, "rb") as file:
                data = file.read()
            name = re.search(rb"^Message-ID: *<([^@>]*)@", data, re.M | re.I)
            found[name[1].decode() if name else path].append(data)
        return found
