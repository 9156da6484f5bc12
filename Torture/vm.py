#!/usr/bin/python3
"""What only a machine of its own can show: `vm.py FOLDER CUTS`; FOLDER is vm_build's. Exit code 1: a
fault was found. The clock that is set is the virtual machine's."""
import os
import random
import shutil
import sys
import tempfile
import time

import vm_clocks
import vm_cuts


def main(folder, count):
    seed = int(os.environ.get("REMIND_SEED") or random.SystemRandom().randrange(10 ** 9))
    print(f"REMIND_SEED={seed}", flush=True)
    faults = []
    for name, part in (
            ("power cuts", lambda work: vm_cuts.cuts(folder, work, count, seed)),
            ("clocks and suspends", lambda work: vm_clocks.clocks(folder, work))):
        work = tempfile.mkdtemp(prefix="remind-vm-")
        start = time.monotonic()
        print(f"--- {name}", flush=True)
        found = part(work)
        print(f"{name}: {len(found)} faults, {time.monotonic() - start:.0f} s", flush=True)
        for fault in found[:20]:
            print(f"FAULT, {fault}")
        if not found:
            shutil.rmtree(work)
        faults += found
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
