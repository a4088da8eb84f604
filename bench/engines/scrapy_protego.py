"""Protego, the parser that Scrapy uses."""

from importlib.metadata import version

from protego import Protego

from driver import serve


def parse(bytes, crawler):
    parsed = Protego.parse(bytes.decode("utf-8", "surrogateescape"))
    return lambda url: parsed.can_fetch(url, crawler)


serve(version("protego"), parse)
