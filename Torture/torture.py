#!/usr/bin/python3
"""Kills remindd and remindctl at random moments, starts them again at once, and accounts for every
reminder: `torture.py FOLDER-OF-THE-PROGRAMS KILLS`. REMIND_SEED repeats the choices of an earlier
run; the moments in which the kernel carries them out are its own. Exit code 1: a fault was found."""
import collections
import os
import random
import sys
import time

from storm import Episode


def percentile(values, share):
    return values[min(len(values) - 1, int(len(values) * share))] if values else 0


def main(binaries, wanted):
    seed = int(os.environ.get("REMIND_SEED") or random.SystemRandom().randrange(10 ** 9))
    print(f"REMIND_SEED={seed}", flush=True)
    chance = random.Random(seed)
    total, late, faults, answers = collections.Counter(), [], [], collections.Counter()
    begin = time.monotonic()
    while total["kills"] < wanted and not faults:
        is_new = chance.random() < 0.4
        left = wanted - total["kills"]
        episode = Episode(binaries, chance.random(), min(left, 12 if is_new else 80), is_new)
        figures, faults = episode.play()
        late += figures.pop("late")
        total.update(figures)
        total.update(
            episodes=1, kills=sum(episode.kills.values()), **episode.kills,
            terms=episode.terms, stops=episode.stops, races=episode.races)
        answers.update(episode.ledger.answers)
        if total["episodes"] % 20 == 0:
            print(f"{total['kills']} kills, {time.monotonic() - begin:.0f} s", flush=True)
    late.sort()
    kinds = collections.Counter(kind for kind, _ in faults)
    print(f"""{total['kills']} kills in {time.monotonic() - begin:.0f} s: {total['remindd']} of remindd, \
{total['remindctl']} of remindctl; {total['terms']} ends by SIGTERM, {total['stops']} stops, \
{total['races']} races of several daemons; {total['episodes']} stores
{total['reminders']} reminders, {total['confirmed']} of them confirmed; {total['lines']} lines received
lost {kinds['lost']}, invented {kinds['invented']}, early {kinds['early']}, \
late beyond the outage {kinds['late']}, shown after their end {kinds['undead']}
repeated {total['repeated']}: {kinds['repeated']} without a mark that they need, \
{total['from_memory']} from memory while another program held the store; \
{total['marked']} hand-overs marked as a possible repeat
waited while a daemon was up: median {percentile(late, 0.5):.1f} ms, \
p99 {percentile(late, 0.99):.1f} ms, longest {late[-1] if late else 0:.1f} ms
commands refused {kinds['refused']}, stores damaged {kinds['damaged']}""")
    if not faults:
        return 0
    for kind, sentence in faults[:20]:
        print(f"FAULT, {kind}: {sentence}")
    print(f"The store is kept in {episode.home.folder}; repeat with REMIND_SEED={seed}")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
