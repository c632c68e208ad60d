"""Numbers as templates write them: points, fractions, clocks in the reader's language,
lengths of a drawing that is 100 wide.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from league.events.queries.tiebreak_texts import value_written
from league.models import Event
from league.prepositions import spoken
from league.standings.points import WHOLE, written_12
from league.statistics.figures import Bar

register = template.Library()


@register.filter
def points(points_12: int | None) -> str:
    """84 is 7, 66 is 5½; nothing for what is not known."""
    return "" if points_12 is None else written_12(points_12)


@register.filter
def fraction(number: Fraction) -> str:
    """43 or 21½; what is no twelfth with two decimals."""
    twelfths = number * WHOLE
    if twelfths.denominator == 1:
        return written_12(int(twelfths))
    return value_written([str(number)])


@register.filter
def exact_fraction(number: Fraction) -> str:
    """700/11, where `fraction` rounds; otherwise nothing."""
    return str(number) if (number * WHOLE).denominator > 1 else ""


@register.filter
def told(texts: Mapping[str, str], key: str) -> str:
    """What a row says of a tiebreak."""
    return texts.get(key, "–")


@register.filter
def ordinal(place: int) -> str:
    return spoken(_("%(place)s(th)") % {"place": place})


@register.filter
def clock_face(seconds: int | None) -> str:
    """As clock.js shows it: 45:00, 1:05:00; after the end +2:13."""
    if seconds is None:
        return ""
    minutes, rest = divmod(abs(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    face = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    return f"+{face}" if seconds < 0 else face


@register.filter
def signed(difference: int) -> str:
    """+15, −16, 0."""
    return f"{difference:+d}".replace("-", "−") if difference else "0"


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
def money(amount: Decimal, currency: str) -> str:
    """100 Kč, 4,50 €: without decimals where there are none."""
    places = 0 if amount == amount.to_integral_value() else 2
    written = number_format(amount, decimal_pos=places, use_l10n=True, force_grouping=True)
    return f"{written}\N{NO-BREAK SPACE}{Event.Currency(currency).label}"


@register.filter
def named(names: Mapping[str, str], entry: str) -> str:
    return names[entry]
