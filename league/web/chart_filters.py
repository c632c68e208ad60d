"""Numbers as lengths of a drawing that is 100 wide: integers, the same in every language."""

from collections.abc import Mapping, Sequence

from django import template

from league.statistics.figures import Bar

register = template.Library()


@register.filter
def percent(share: float) -> int:
    return round(100 * share)


@register.filter
def percent_between(high: float, low: float) -> int:
    return percent(high) - percent(low)


@register.filter
def percent_before(share: float) -> int:
    """Where a mark of width 2 starts that stands at a share, and inside the drawing."""
    return min(max(percent(share) - 1, 0), 98)


@register.filter
def percent_of_largest(number: int, bars: Sequence[Bar]) -> int:
    return percent(number / max(bar.number for bar in bars))


@register.filter
def named(names: Mapping[str, str], entry: str) -> str:
    return names[entry]
