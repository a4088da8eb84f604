"""google/robotstxt: the library that Google published, through jwm.robotstxt."""

from importlib.metadata import version

from jwm.robotstxt.googlebot import RobotsMatcher

from driver import serve


def read(robots):
    def ask(crawler, url):
        # A matcher of its own for each question: nothing can be left over from the one before.
        matcher = RobotsMatcher()
        allowed = matcher.OneAgentAllowedByRobots(robots, crawler, url)
        return allowed, matcher.matching_line()

    return ask


serve(version("jwm-robotstxt"), read)
