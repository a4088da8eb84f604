"""google/robotstxt: the C++ that Google published, through jwm.robotstxt.

It keeps nothing between questions: each reads the file again. The wrapper passes every line through
Python's machinery for overridden methods, which the C++ alone does not: as a C++ program would use it,
it is several times as fast.
"""

from importlib.metadata import version

from jwm.robotstxt.googlebot import ParseRobotsTxt, RobotsMatcher

from driver import serve


def parse(bytes, crawler):
    # A matcher of its own for each question: nothing can be left over from the one before.
    return lambda url: RobotsMatcher().OneAgentAllowedByRobots(bytes, crawler, url)


def read(bytes, crawler):
    matcher = RobotsMatcher()
    matcher.InitUserAgentsAndPath([crawler], "/")
    ParseRobotsTxt(bytes, matcher)


serve(version("jwm-robotstxt"), parse, read)
