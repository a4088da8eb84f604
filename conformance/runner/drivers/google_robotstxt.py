"""google/robotstxt: the C++ that Google published, through jwm.robotstxt.

It keeps nothing between questions: each reads the file again. The wrapper passes every line through
Python's machinery for overridden methods, which the C++ alone does not: as a C++ program would use it,
it is several times as fast.
"""

from importlib.metadata import version

from jwm.robotstxt.googlebot import ParseRobotsTxt, RobotsMatcher

from driver import serve


# A matcher of its own for each question: nothing can be left over from the one before.
def parse(robots):
    return lambda crawler, url: RobotsMatcher().OneAgentAllowedByRobots(robots, crawler, url)


def explain(robots):
    def ask(crawler, url):
        matcher = RobotsMatcher()
        allowed = matcher.OneAgentAllowedByRobots(robots, crawler, url)
        return allowed, matcher.matching_line()

    return ask


def read(robots):
    matcher = RobotsMatcher()
    matcher.InitUserAgentsAndPath(["Googlebot"], "/")
    ParseRobotsTxt(robots, matcher)


serve(version("jwm-robotstxt"), parse, explain=explain, read=read)
