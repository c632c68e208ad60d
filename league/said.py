"""What games say, in the reader's language: they mark their sentences, and leave gaps in them."""

from collections.abc import Iterable
from functools import lru_cache

from django.utils.translation import get_language, gettext, ngettext, pgettext

from games.editions import edition_title
from games.pads import Said
from games.registry import GAMES, rules_of
from games.values import STANDARD


def words(said: Said) -> str:
    """The sentence with its gaps filled, which may be sentences themselves."""
    if not said.text:
        return ""
    sentence = with_gaps(said)
    if "{" not in sentence:
        return sentence
    gaps = {name: words(gap) if isinstance(gap, Said) else gap for name, gap in said.gaps.items()}
    return sentence.format(**gaps)


def sentences(said: Iterable[Said]) -> str:
    return " ".join(map(words, said))


def with_gaps(said: Said) -> str:
    """The sentence in the reader's language, its gaps left for a script to fill."""
    if said.many:
        return ngettext(said.text, said.many, int(str(said.gaps["count"])))
    return _translated(said.text, context=said.context, language=get_language())


@lru_cache(maxsize=4096)  # a drawn board is named field by field, with a few words many times over
def _translated(text: str, *, context: str, language: str | None) -> str:
    return pgettext(context, text) if context else gettext(text)


def edition_said(game: str, edition: str) -> str:
    """An edition by what people call it."""
    if edition == STANDARD:
        return gettext("standard edition")
    return edition_title(game, edition, language=(get_language() or "en")[:2])


def edition_choices() -> list[tuple[str, str]]:
    """The editions of all games by what people call them, each key once."""
    titles = {
        edition: edition_said(game, edition)
        for game in GAMES
        if (rules := rules_of(game))
        for edition in rules.editions
    }
    return list(titles.items())
