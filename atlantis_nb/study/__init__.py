"""Annotated example games that come with the package."""

from .examples import about, example, examples, tell

__all__ = ["about", "example", "examples", "tell"]
