"""Protego, the parser that Scrapy uses."""

from importlib.metadata import version

from protego import Protego

from driver import serve


def read(robots):
    parsed = Protego.parse(text(robots))
    return lambda crawler, url: (parsed.can_fetch(text(url), crawler), None)


def text(bytes):
    # It takes text, and encodes surrogates back into the bytes that they stand for.
    return bytes.decode("utf-8", "surrogateescape")


serve(version("protego"), read)
