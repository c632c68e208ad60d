"""Points and means as people write them: twelfths as 5½ or 3⅓, never as 5.5000001."""

from fractions import Fraction

from league.standings.points import WHOLE

_SIGNS = {2: "⅙", 3: "¼", 4: "⅓", 6: "½", 8: "⅔", 9: "¾", 10: "⅚"}
_SUPERSCRIPTS = {1: "¹", 5: "⁵", 7: "⁷", 11: "¹¹"}  # of twelfths that have no sign of their own


def written_12(points_12: int) -> str:
    """Twelfths as a whole number and a fraction."""
    whole, rest = divmod(abs(points_12), WHOLE)
    fraction = _SIGNS.get(rest) or (f"{_SUPERSCRIPTS[rest]}⁄₁₂" if rest else "")
    sign = "−" if points_12 < 0 else ""
    return f"{sign}{whole or '' if fraction else whole}{fraction}"


def hundredths(number: int | str) -> int:
    """A stored exact number, rounded half away from zero, for showing it with two decimals."""
    exact = Fraction(number) * 100
    rounded = int(abs(exact) + Fraction(1, 2))
    return rounded if exact >= 0 else -rounded
