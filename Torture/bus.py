"""D-Bus as it goes over the wire (D-Bus Specification, "Message Protocol" and "Authentication Protocol"):
a peer on a bus of its own that can also say what no library would. Values go with their signatures;
those of a variant are (signature, value)."""
import os
import socket
import struct
import subprocess
import tempfile
import threading

CALL, RETURN, ERROR, SIGNAL = 1, 2, 3, 4
NO_REPLY_EXPECTED = 1
PATH, INTERFACE, MEMBER, ERROR_NAME, REPLY_SERIAL, DESTINATION, SENDER, SIGNATURE = range(1, 9)
FIELD_TYPES = {PATH: "o", INTERFACE: "s", MEMBER: "s", ERROR_NAME: "s", REPLY_SERIAL: "u",
               DESTINATION: "s", SENDER: "s", SIGNATURE: "g"}
FIXED = {"y": "B", "b": "I", "n": "h", "q": "H", "i": "i", "u": "I", "x": "q", "t": "Q", "d": "d"}
BUS = "org.freedesktop.DBus"


def split(signature):
    """The complete types of a signature."""
    types, start, depth = [], 0, 0
    for place, code in enumerate(signature):
        depth += (code in "({") - (code in ")}")
        if depth == 0 and code != "a":
            types.append(signature[start:place + 1])
            start = place + 1
    return types


def alignment(type):
    code = type[0]
    if code in FIXED:
        return struct.calcsize(FIXED[code])
    return 1 if code in "gv" else 8 if code in "({" else 4


class Writer:
    def __init__(self):
        self.bytes = bytearray()

    def align(self, to):
        self.bytes += b"\0" * (-len(self.bytes) % to)

    def write(self, type, value):
        self.align(alignment(type))
        code = type[0]
        if code in FIXED:
            self.bytes += struct.pack("<" + FIXED[code], value)
        elif code in "sog":
            text = value.encode()
            self.bytes += struct.pack("<B" if code == "g" else "<I", len(text)) + text + b"\0"
        elif code == "v":
            self.write("g", value[0])
            self.write(*value)
        elif code == "a":
            place = len(self.bytes)
            self.bytes += bytes(4)
            self.align(alignment(type[1:]))
            start = len(self.bytes)
            for element in value:
                self.write(type[1:], element)
            struct.pack_into("<I", self.bytes, place, len(self.bytes) - start)
        else:
            self.write_all(type[1:-1], value)

    def write_all(self, signature, values):
        for type, value in zip(split(signature), values, strict=True):
            self.write(type, value)


class Reader:
    def __init__(self, bytes):
        self.bytes, self.place = bytes, 0
        self.order = "<" if bytes[:1] == b"l" else ">"

    def align(self, to):
        self.place += -self.place % to

    def read(self, type):
        self.align(alignment(type))
        code = type[0]
        if code in FIXED:
            layout = self.order + FIXED[code]
            self.place += struct.calcsize(layout)
            return struct.unpack_from(layout, self.bytes, self.place - struct.calcsize(layout))[0]
        if code in "sog":
            length = self.read("y" if code == "g" else "u")
            self.place += length + 1
            return self.bytes[self.place - length - 1:self.place - 1].decode()
        if code == "v":
            signature = self.read("g")
            return signature, self.read(signature)
        if code == "a":
            length = self.read("u")
            self.align(alignment(type[1:]))
            end = self.place + length
            values = []
            while self.place < end:
                values.append(self.read(type[1:]))
            return values
        return tuple(self.read(part) for part in split(type[1:-1]))


class Message:
    def __init__(self, kind, flags, serial, fields, values):
        self.kind, self.flags, self.serial = kind, flags, serial
        self.fields, self.values = fields, values

    @property
    def member(self):
        return self.fields.get(MEMBER)


class Peer:
    """A connection to a bus. Messages that come are given to `take`, on a thread of its own, until the
    bus or this end closes it."""

    def __init__(self, path, take):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.take, self.serial = take, 0
        self.lock, self.answers, self.arrived = threading.Lock(), {}, threading.Condition()
        self.socket.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
        answer = self.socket.recv(256).split()
        if answer[:1] != [b"OK"]:
            raise ConnectionError("the bus lets nobody in")
        self.guid = answer[1].decode()
        self.socket.sendall(b"BEGIN\r\n")
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()
        self.name = self.ask("Hello")[0]

    # Out

    def send(self, kind, fields, signature="", values=(), flags=0):
        """Returns its serial number."""
        body, head = Writer(), Writer()
        body.write_all(signature, values)
        if signature:
            fields = fields | {SIGNATURE: signature}
        with self.lock:
            self.serial += 1
            serial = self.serial
            head.bytes += struct.pack("<cBBBII", b"l", kind, flags, 1, len(body.bytes), serial)
            head.write("a(yv)", [(code, (FIELD_TYPES[code], value)) for code, value in fields.items()])
            head.align(8)
            try:
                self.socket.sendall(head.bytes + body.bytes)
            except OSError:
                pass  # it was closed: whoever waits for an answer learns of it
        return serial

    def call(self, name, path, interface, member, signature="", values=()):
        """Calls a method and wants no answer."""
        return self.send(CALL, {PATH: path, INTERFACE: interface, MEMBER: member, DESTINATION: name},
                         signature, values, NO_REPLY_EXPECTED)

    def ask(self, member, signature="", values=()):
        """Calls a method of the bus and returns what it answers."""
        serial = self.send(CALL, {PATH: "/org/freedesktop/DBus", INTERFACE: BUS, MEMBER: member,
                                  DESTINATION: BUS}, signature, values)
        with self.arrived:
            if not self.arrived.wait_for(lambda: serial in self.answers, 10):
                raise ConnectionError(f"the bus does not answer {member}")
            return self.answers.pop(serial).values

    def reply(self, message, signature="", values=()):
        self.send(RETURN, {REPLY_SERIAL: message.serial, DESTINATION: message.fields[SENDER]},
                  signature, values)

    def refuse(self, message, error, signature="", values=()):
        self.send(ERROR, {ERROR_NAME: error, REPLY_SERIAL: message.serial,
                          DESTINATION: message.fields[SENDER]}, signature, values)

    def emit(self, path, interface, member, signature="", values=()):
        self.send(SIGNAL, {PATH: path, INTERFACE: interface, MEMBER: member}, signature, values)

    def close(self):
        """Goes without a word."""
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        if threading.current_thread() is not self.thread:
            self.thread.join()
        self.socket.close()

    # In

    def listen(self):
        stream = self.socket.makefile("rb")
        try:
            while (message := self.read(stream)) is not None:
                if message.kind in (RETURN, ERROR):
                    with self.arrived:
                        self.answers[message.fields[REPLY_SERIAL]] = message
                        self.arrived.notify_all()
                else:
                    self.take(message)
        except OSError:
            pass
        finally:
            stream.close()

    @staticmethod
    def read(stream):
        start = stream.read(16)
        if len(start) < 16:
            return None
        order = "<" if start[:1] == b"l" else ">"
        length, serial, of_fields = struct.unpack(order + "4x3I", start)
        of_fields += -of_fields % 8
        head = Reader(start + stream.read(of_fields))
        head.place = 12
        fields = {code: value for code, (_, value) in head.read("a(yv)")}
        body = Reader(start[:1] + bytes(7) + stream.read(length))
        body.place = 8
        values = [body.read(type) for type in split(fields.get(SIGNATURE, ""))]
        return Message(start[1], start[2], serial, fields, values)


class Bus:
    """A dbus-daemon of its own, and its folder."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="remind-bus-")
        self.path = self.folder + "/bus"
        self.address = "unix:path=" + self.path
        with open(self.folder + "/bus.conf", "w", encoding="utf-8") as file:
            file.write(f"""<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>{self.address}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*"/><allow eavesdrop="true"/><allow own="*"/><allow user="*"/></policy></busconfig>""")
        self.process = subprocess.Popen(
            ["dbus-daemon", f"--config-file={self.folder}/bus.conf", "--nofork", "--nopidfile",
             "--print-address"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.process.stdout.readline()

    def end(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        for name in ("bus.conf", "bus"):
            try:
                os.unlink(f"{self.folder}/{name}")
            except FileNotFoundError:
                pass
        os.rmdir(self.folder)
