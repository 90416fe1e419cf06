"""Annotated example games that come with the package."""

from .examples import about, example, examples

__all__ = ["about", "example", "examples"]
