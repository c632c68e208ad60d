"""What games say, in the reader's language: they mark their sentences, and leave gaps in them."""

from collections.abc import Iterable

from django.utils.translation import gettext, pgettext

from games.pads import Said


def words(said: Said) -> str:
    """The sentence with its gaps filled, which may be sentences themselves."""
    if not said.text:
        return ""
    gaps = {name: words(gap) if isinstance(gap, Said) else gap for name, gap in said.gaps.items()}
    return with_gaps(said).format(**gaps)


def sentences(said: Iterable[Said]) -> str:
    return " ".join(map(words, said))


def with_gaps(said: Said) -> str:
    """The sentence in the reader's language, its gaps left for a script to fill."""
    return pgettext(said.context, said.text) if said.context else gettext(said.text)
