"""Protego, the parser that Scrapy uses."""

from importlib.metadata import version

from protego import Protego

from driver import serve


def parse(octets, crawler):
    parsed = Protego.parse(octets.decode("utf-8", "surrogateescape"))
    return lambda url: parsed.can_fetch(url, crawler)


serve(version("protego"), parse)
