"""The loop of every Python driver: requests in, responses out, one line of JSON each.

The first line out is the version of the implementation. Bytes travel as hex digits.

    {"robots": FILE, "questions": [[CRAWLER, URL], ...]}

asks questions about one file. The response is a list: for each, whether the URL is allowed, or null
for no verdict, and the deciding line, which is null if the implementation does not report it; or
else the text of the exception that was raised.

    {"work": "parse", "once" or "many", "crawler", "files", "urls", ...}

measures: every file parsed, every file parsed and asked about its URL, or one file asked about many
URLs. The response has the nanoseconds and the answers, null for an exception. Time is the CPU time
of this thread, best of several batches, as in `bench/src/clock.rs`.
"""

import gc
import json
import sys
import time

# Questions between two looks at the clock, to see whether it is enough.
LOOK = 64


def serve(version, parse, url=bytes, explain=None, read=None):
    """Answers until stdin ends.

    `parse(robots)` returns a function of a crawler and a URL, and `url` makes what it wants from
    bytes. `explain` is as `parse`, with the deciding line too, where that costs time; `read(robots)`
    is another way to parse, for an implementation that keeps nothing.
    """
    print(json.dumps(version), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        if "work" not in request:
            response = answers(explain or parse, url, request)
        else:
            request["files"] = [bytes.fromhex(file) for file in request["files"]]
            request["urls"] = [url(text.encode()) for text in request["urls"]]
            measure = many if request["work"] == "many" else batch
            response = measure(read if read and request["work"] == "parse" else parse, request)
        print(json.dumps(response), flush=True)


def answers(parse, url, request):
    questions = [(crawler, url(bytes.fromhex(text))) for crawler, text in request["questions"]]
    try:
        ask = parse(bytes.fromhex(request["robots"]))
    except Exception as raised:
        return [said(raised)] * len(questions)
    return [answer(ask, *question) for question in questions]


def answer(ask, crawler, url):
    try:
        answer = ask(crawler, url)
        return answer if isinstance(answer, tuple) else (answer, None)
    except Exception as raised:
        return said(raised)


def said(raised):
    return f"{type(raised).__name__}: {raised}"


def batch(parse, request):
    """A pass over files: each parsed, and for `once` asked one question."""
    crawler = request["crawler"]
    urls = request["urls"] or [None] * len(request["files"])

    def do(file, url):
        ask = parse(file)
        return True if url is None else ask(crawler, url)

    answers = [attempt(do, file, url) for file, url in zip(request["files"], urls)]
    able = [
        (file, url)
        for file, url, answer in zip(request["files"], urls, answers)
        if answer is not None
    ]

    def work():
        for file, url in able:
            do(file, url)

    return {"ns": best(request, work), "answers": answers}


def many(parse, request):
    """Many questions about one file."""
    file, crawler = request["files"][0], request["crawler"]
    ask = attempt(parse, file, keep=True)
    if ask is None:
        return {"ns": 0, "answers": [None] * len(request["urls"])}
    started = time.thread_time_ns()
    answers = []
    for start in range(0, len(request["urls"]), LOOK):
        answers += [attempt(ask, crawler, url) for url in request["urls"][start : start + LOOK]]
        if time.thread_time_ns() - started > request["enough_ns"]:
            break
    first = time.thread_time_ns() - started
    able = [url for url, answer in zip(request["urls"], answers) if answer is not None]
    # A slow engine is not asked twice; but an exception costs more than an answer.
    first = first if len(able) == len(answers) else None

    def work():
        for url in able:
            ask(crawler, url)

    return {"ns": best(request, work, first) / max(1, len(able)), "answers": answers}


def attempt(do, *arguments, keep=False):
    try:
        result = do(*arguments)
        return result if keep else bool(result)
    except Exception:
        return None


def best(request, work, first=None):
    gc.collect()
    if first is None:
        started = time.thread_time_ns()
        work()
        first = time.thread_time_ns() - started
    least = spent = first
    repeats = int(min(max(request["batch_ns"] / max(least, 1), 1), 1e6))
    for _ in range(request["batches"]):
        if spent >= request["total_ns"]:
            break
        started = time.thread_time_ns()
        for _ in range(repeats):
            work()
        took = time.thread_time_ns() - started
        spent += took
        least = min(least, took / repeats)
    return least
