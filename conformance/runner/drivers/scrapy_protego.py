"""Protego, the parser that Scrapy uses."""

from importlib.metadata import version

from protego import Protego

from driver import serve


def parse(robots):
    parsed = Protego.parse(text(robots))
    return lambda crawler, url: parsed.can_fetch(url, crawler)


def text(bytes):
    # It takes text, and encodes surrogates back into the bytes that they stand for.
    return bytes.decode("utf-8", "surrogateescape")


serve(version("protego"), parse, url=text)
