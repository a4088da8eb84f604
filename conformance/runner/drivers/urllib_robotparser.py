"""urllib.robotparser, of the Python that runs this."""

import platform
import sys
from urllib.robotparser import RobotFileParser

from driver import serve

# As its own read() does, since it was rewritten.
ERRORS = "surrogateescape" if sys.version_info >= (3, 15) else "replace"


def parse(robots):
    parser = RobotFileParser()
    parser.parse(text(robots).splitlines())
    return lambda crawler, url: parser.can_fetch(crawler, url)


def text(bytes):
    return bytes.decode("utf-8", ERRORS)


# Without the patch release: it is the minor ones that it changes with.
serve(".".join(platform.python_version_tuple()[:2]), parse, url=text)
