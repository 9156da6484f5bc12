#!/usr/bin/env python3
"""Writes the inputs of the time cases as seeds: seeds.py TARGET FOLDER."""
import hashlib
import json
import pathlib
import sys

target, folder = sys.argv[1], pathlib.Path(sys.argv[2])
cases = pathlib.Path("Tests/SchedulerTests/Fixtures/time-cases.jsonl")
if target == "FuzzStore":
    sys.exit()
verbs = ["in", "at", "on", "every", "any"]
for line in cases.read_text(encoding="utf-8").splitlines():
    case = json.loads(line)
    is_rule = case["verb"] == "rrule"
    if is_rule != (target == "FuzzRecurrence"):
        continue
    now = (1_781_697_600).to_bytes(4, "big")
    if is_rule:
        seed = now + now + b"\0" + case["input"].encode()
    elif case["verb"] in verbs:
        seed = now + b"\0" + bytes([verbs.index(case["verb"])]) + case["input"].encode()
    else:
        continue
    (folder / hashlib.sha1(seed).hexdigest()).write_bytes(seed)
