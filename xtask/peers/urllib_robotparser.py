"""urllib.robotparser, of the Python that runs this."""

import platform
from urllib.robotparser import RobotFileParser

from driver import serve


def read(robots):
    parser = RobotFileParser()
    parser.parse(text(robots).splitlines())
    return lambda crawler, url: (parser.can_fetch(crawler, text(url)), None)


def text(bytes):
    return bytes.decode("utf-8", "replace")


# Without the patch release: it is the minor ones that it changes with.
serve(".".join(platform.python_version_tuple()[:2]), read)
