"""The loop of every Python driver: files and questions in, answers out, one line of JSON a file.

The first line out is the engine's version. Bytes travel as hex digits. A question is a crawler and
a URL; an answer is allowed or not and the deciding line, which is null where the engine does not say,
or else the text of the exception that the engine raised.
"""

import json
import sys


def serve(version, read):
    """Answers until stdin ends. `read(robots)` gives a function of crawler and URL."""
    print(json.dumps(version), flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        questions = [(crawler, bytes.fromhex(url)) for crawler, url in asked["questions"]]
        try:
            ask = read(bytes.fromhex(asked["robots"]))
            answers = [answer(ask, *question) for question in questions]
        except Exception as raised:
            answers = [said(raised)] * len(questions)
        print(json.dumps(answers), flush=True)


def answer(ask, crawler, url):
    try:
        return ask(crawler, url)
    except Exception as raised:
        return said(raised)


def said(raised):
    return f"{type(raised).__name__}: {raised}"
