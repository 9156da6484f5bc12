"""Gives the rules that recurrence.py has made to the program, and compares its answers.

    parse.py REMINDCTL ROWS

Says where they differ, and fails where they do.
"""

import json
import subprocess
import sys


def request(row):
    start = row["start"].replace("-", "").replace(":", "")
    return {
        "input": f"DTSTART:{start}\nRRULE:{row['rule']}",
        "as": "every",
        "now": row["after"],
        "tz": "UTC",
    }


def main():
    with open(sys.argv[2]) as lines:
        rows = [json.loads(line) for line in lines]
    program = subprocess.run(
        [sys.argv[1], "parse", "--stdin"],
        input="".join(json.dumps(request(row)) + "\n" for row in rows),
        capture_output=True, text=True, check=True)  # fmt: skip
    answers = [json.loads(line) for line in program.stdout.splitlines()]
    assert len(answers) == len(rows)
    wrong = 0
    for row, answer in zip(rows, answers):
        # A rule that never comes again is refused.
        is_over = answer.get("error", {}).get("code") == "never"
        found = [] if is_over else answer.get("occurrences")
        if found != [time + "+00:00" for time in row["expect"]]:
            wrong += 1
            print(json.dumps({"row": row, "answer": answer}))
    print(f"remindctl agrees on {len(rows) - wrong} of {len(rows)} rules")
    sys.exit(wrong > 0)


main()
