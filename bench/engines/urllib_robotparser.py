"""urllib.robotparser, of the Python that runs this."""

import platform
from urllib.robotparser import RobotFileParser

from driver import serve


def parse(bytes, crawler):
    parser = RobotFileParser()
    parser.parse(bytes.decode("utf-8", "replace").splitlines())
    return lambda url: parser.can_fetch(crawler, url)


serve("Python " + platform.python_version(), parse)
