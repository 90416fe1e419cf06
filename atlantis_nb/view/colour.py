"""Measures of colour: contrast as WCAG 2.2 counts it, and what a colour-blind eye sees.

Used to choose the ink that is readable on a fill, and by the tests that guard the palette.
"""

from __future__ import annotations

from functools import cache
from math import dist
from typing import Final

Rgb = tuple[float, float, float]

# Machado, Oliveira, Fernandes 2009, "A Physiologically-based Model for Simulation of Color Vision
# Deficiency", severity 1.0; they apply to linear RGB.
DEFICIENCIES: Final[dict[str, tuple[Rgb, Rgb, Rgb]]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


@cache
def linear(colour: str) -> Rgb:
    """ "#rrggbb" -> linear red, green, blue in 0..1."""
    if len(colour) != 7 or colour[0] != "#":
        raise ValueError(f"A colour is written #rrggbb, not {colour!r}.")
    r, g, b = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return _linear(r), _linear(g), _linear(b)


def _linear(c: float) -> float:
    return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4


def _gamma(c: float) -> int:
    c = min(1.0, max(0.0, c))
    return round(255 * (12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055))


def luminance(colour: str) -> float:
    """Relative luminance, 0 black to 1 white."""
    r, g, b = linear(colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    """Contrast ratio 1..21. WCAG asks 4.5 for text, 3 for large text and for shapes."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def simulate(colour: str, deficiency: str) -> str:
    """The colour as it looks to an eye with that deficiency (a key of DEFICIENCIES)."""
    rgb = linear(colour)
    out = [_gamma(sum(a * b for a, b in zip(row, rgb, strict=True))) for row in DEFICIENCIES[deficiency]]
    return "#{:02x}{:02x}{:02x}".format(*out)


def oklab(colour: str) -> Rgb:
    """Bjorn Ottosson's Oklab, in which equal distances look about equally different."""
    r, g, b = linear(colour)
    l = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)  # noqa: E741 - L, M, S of the eye
    m = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    s = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
        1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
        0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
    )


def difference(a: str, b: str) -> float:
    """The smallest Oklab distance of two colours over normal and the three deficient eyes."""
    seen = [(a, b), *((simulate(a, d), simulate(b, d)) for d in DEFICIENCIES)]
    return min(dist(oklab(x), oklab(y)) for x, y in seen)


def mix(a: str, b: str, share: float) -> str:
    """Between a (share 0) and b (share 1), as a browser blends them."""
    pairs = ((int(a[i : i + 2], 16), int(b[i : i + 2], 16)) for i in (1, 3, 5))
    return "#{:02x}{:02x}{:02x}".format(*(round(x + (y - x) * share) for x, y in pairs))


def ink_on(fill: str, dark: str = "#14181d", light: str = "#ffffff") -> str:
    """Whichever of the two inks reads better on the fill."""
    return dark if contrast(fill, dark) >= contrast(fill, light) else light
