#!/usr/bin/python3
"""Kills remindd and remindctl at random moments, starts them again at once, and accounts for every
reminder: `torture.py FOLDER-OF-THE-PROGRAMS KILLS [EPISODES-AT-ONCE]`. REMIND_SEED repeats the choices of an earlier
run; the moments in which the kernel carries them out are its own. Exit code 1: a fault was found."""
import collections
import os
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import mail_bed
import mail_storm
from desktop_storm import DesktopEpisode
from storm import Episode, pulse


def percentile(values, share):
    return values[min(len(values) - 1, int(len(values) * share))] if values else 0


def plan(chance, wanted, has_mail):
    """Episodes until their kills are enough: some with a desktop, some with mail, short ones on new stores, and
    long ones."""
    kinds = {"mail": 30, "desktop": 25, "new": 12, "old": 80}
    kind = "mail" if has_mail else "desktop"
    while wanted > 0:
        kills = min(wanted, kinds[kind])
        wanted -= kills
        yield chance.random(), kills, kind
        kind = chance.choices(list(kinds), (1 if has_mail else 0, 1, 2, 3))[0]


def main(binaries, wanted, jobs):
    seed = int(os.environ.get("REMIND_SEED") or random.SystemRandom().randrange(10 ** 9))
    print(f"REMIND_SEED={seed}", flush=True)
    total, late, faults, answers = collections.Counter(), [], [], collections.Counter()
    begin = time.monotonic()

    def play(planned):
        if faults:
            return None
        seed, kills, kind = planned
        episode = (DesktopEpisode(binaries, seed, kills) if kind == "desktop"
                   else mail_storm.MailEpisode(binaries, seed, kills) if kind == "mail"
                   else Episode(binaries, seed, kills, kind == "new"))
        return episode, *episode.play()

    has_mail = mail_bed.is_possible(binaries)
    if not has_mail:
        print("There is no remind-mail, or no mail server: nothing is mailed.")
    folders = []
    with ThreadPoolExecutor(jobs) as pool:
        for played in pool.map(play, plan(random.Random(seed), wanted, has_mail)):
            if played is None:
                continue
            episode, figures, found = played
            if found:
                folders.append(episode.home.folder)
            faults += found
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
{total['reminders']} reminders, {total['confirmed']} of them confirmed, {total['series']} of these series; \
{total['lines']} shown, {total['popups']} popups
{total['mails']} mails, {total['mail_repeats']} of them twice; {total['helpers']} kills of remind-mail alone
lost {kinds['lost']}, invented {kinds['invented']}, early {kinds['early']}, \
late beyond the outage {kinds['late']}, shown after their end {kinds['undead']}
repeated {total['repeated']}: {kinds['repeated']} without a mark that they need, \
{total['from_memory']} from memory while another program held the store; \
{total['marked']} hand-overs marked as a possible repeat
waited while a daemon was up: median {percentile(late, 0.5):.1f} ms, \
p99 {percentile(late, 0.99):.1f} ms, longest {late[-1] if late else 0:.1f} ms; \
the machine itself stood still {len(pulse.stalls)} times
commands refused {kinds['refused']}, stores damaged {kinds['damaged']}""")
    if not faults:
        return 0
    for kind, sentence in faults[:20]:
        print(f"FAULT, {kind}: {sentence}")
    print(f"Stores are kept in {folders}; repeat with REMIND_SEED={seed}")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), int((sys.argv + [1])[3])))
