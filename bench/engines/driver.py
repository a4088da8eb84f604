"""The loop of every Python driver: requests in, times and answers out, one line of JSON each.

The first line out is the engine's version. `parse(bytes, crawler)` gives a function of a URL. Time is
the CPU time of this thread, best of several batches, as in `src/clock.rs`.
"""

import gc
import json
import sys
from time import thread_time_ns


# Questions between two looks at the clock, to see whether it is enough.
LOOK = 64


def serve(version, parse, read=None):
    """`read` is another way to parse, for an engine that keeps nothing."""
    print(json.dumps(version), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        request["files"] = [bytes.fromhex(file) for file in request["files"]]
        work = request["work"]
        answer = many if work == "many" else batch
        way = read if read and work == "parse" else parse
        print(json.dumps(answer(way, request)), flush=True)


def batch(parse, request):
    """A pass over files: each parsed, and for `once` asked one question."""
    crawler = request["crawler"]
    urls = request["urls"] or [None] * len(request["files"])

    def do(file, url):
        ask = parse(file, crawler)
        return True if url is None else ask(url)

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
    ask = attempt(parse, file, crawler, keep=True)
    if ask is None:
        return {"ns": 0, "answers": [None] * len(request["urls"])}
    started = thread_time_ns()
    answers = []
    for start in range(0, len(request["urls"]), LOOK):
        answers += [attempt(ask, url) for url in request["urls"][start : start + LOOK]]
        if thread_time_ns() - started > request["enough_ns"]:
            break
    first = thread_time_ns() - started
    able = [url for url, answer in zip(request["urls"], answers) if answer is not None]
    # A slow engine is not asked twice; but an exception costs more than an answer.
    first = first if len(able) == len(answers) else None

    def work():
        for url in able:
            ask(url)

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
        started = thread_time_ns()
        work()
        first = thread_time_ns() - started
    least = spent = first
    repeats = int(min(max(request["batch_ns"] / max(least, 1), 1), 1e6))
    for _ in range(request["batches"]):
        if spent >= request["total_ns"]:
            break
        started = thread_time_ns()
        for _ in range(repeats):
            work()
        took = thread_time_ns() - started
        spent += took
        least = min(least, took / repeats)
    return least
