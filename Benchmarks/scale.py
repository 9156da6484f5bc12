#!/usr/bin/python3
"""Measures the programs with a million reminders, in bursts and under steady work, and what else an
aim was set for; writes the part `Scale` of BENCHMARKS.md, whose first table has every aim.

scale.py BINARIES [--quick]      as root, in a mount and PID namespace of its own (scripts/bench)

--quick does less of everything and writes to standard output alone."""
import bed
import resting
from at import At
from bursts import bursts
from creating import creating
from crowd import crowd
from journey import journey
from lists import lists, parked_list
from punctuality import punctuality
from recovery import recovery
from size import size
from steady import steady


def main(bed):
    at = At(bed.folder)
    creating(bed, at, 1.0)
    at.stop()
    bursts(bed, (1000, 60), (10_000, 500))
    punctuality(bed)
    count = bed.quick(50_000, 1_000_000)
    few, many = bed.ten_and_many(count)
    size(bed, few, many)
    recovery(bed, few, many)
    resting.memory(bed, few, many)
    resting.after_popup(bed, few, many)
    lists(bed, few, many)
    parked_list(bed, many)
    crowd(bed, many)
    steady(bed)
    journey(bed, count)
    bed.report.table_of_aims()
    return bed.report.write_verdict()


bed.run("Scale", "make bench-scale", main)
