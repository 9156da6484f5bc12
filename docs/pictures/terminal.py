"""Runs each line of a file in a terminal of its own, and draws what it says: SVG on standard output."""
import html
import os
import pty
import re
import sys

COLUMNS, SIZE, HEIGHT = 92, 14, 19
PAINT = {"1": 'font-weight="bold"', "33": 'fill="#e0a030"'}


def answer(command):
    """What the command prints on a terminal, both streams."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm", COLUMNS=str(COLUMNS))
        os.execvp("sh", ["sh", "-c", f"stty cols {COLUMNS}; {command}"])
    said = b""
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:
            break
        if not part:
            break
        said += part
    os.waitpid(child, 0)
    return said.decode().replace("\r\n", "\n")


def drawn(line):
    """A line with its colours as SVG's spans."""
    parts, paint, drawing = re.split("\x1b\\[([0-9]*)m", line), "", ""
    for index, part in enumerate(parts):
        if index % 2:
            paint = PAINT.get(part, "")
        elif part:
            text = html.escape(part)
            drawing += f"<tspan {paint}>{text}</tspan>" if paint else text
    return drawing


lines = []
for command in open(sys.argv[1]).read().splitlines():
    lines += ["\x1b[1m$ " + command + "\x1b[0m"] + answer(command).rstrip("\n").split("\n") + [""]
lines.pop()
width, height = COLUMNS * SIZE * 0.602 + 32, len(lines) * HEIGHT + 28
print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}">')
print('<rect width="100%" height="100%" rx="8" fill="#1d2021"/>')
print(f'<g font-family="DejaVu Sans Mono, monospace" font-size="{SIZE}" fill="#e8e6e3">')
for number, line in enumerate(lines):
    if line:
        y = 14 + (number + 1) * HEIGHT - 5
        print(f'<text x="16" y="{y}" xml:space="preserve">{drawn(line)}</text>')
print("</g></svg>")
