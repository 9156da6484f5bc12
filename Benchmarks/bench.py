#!/usr/bin/python3
"""Measures the programs against their targets and at(1), and writes the first part of
BENCHMARKS.md.

bench.py BINARIES [--quick]      as root, in a mount and PID namespace of its own (scripts/bench)

Every figure of a line comes from one run, and what is compared is measured in turn. --quick does
less of everything and writes to standard output alone."""
import bed
import bursts
import mail
import popups
import punctuality
import resting
from at import At
from creating import creating
from losses import losses
from size import size


def main(bed):
    at = At(bed.folder)
    creating(bed, at, 1.3)
    at.stop()
    few, many = bed.ten_and_many(bed.quick(20_000, 1_000_000))
    size(bed, few, many)
    resting.after_popup(bed, few, many)
    resting.readiness(bed, few, many)
    popups.hung_server(bed)
    popups.thousand(bed)
    punctuality.punctuality(bed)
    punctuality.of_sleep(bed)
    at.start()
    bursts.bursts(bed, (1000, 60))
    bursts.of_at(bed, at)
    losses(bed, at)
    at.stop()
    mail.at_rest(bed)
    mail.thousand(bed)
    return bed.report.write_verdict(
        "Milliseconds differ from machine to machine; compare the ratios.")


bed.run("Benchmarks", "make bench", main)
