"""Rounds as pages call them: by their number, or by the name that a bracket gives them.

A round has one name everywhere. Where rounds have no names, sentences speak of *round 3*; where
they have, or where every table is a game by itself, the name stands before or behind a colon, so
that no language has to bend it.
"""

from django import template
from django.utils.translation import gettext_lazy as _

from league.models import Round
from league.prepositions import spoken

register = template.Library()

# What is said: of a round with a number, and of one with a name.
_TEXTS = {
    "of_planned": (_("Round %(number)s of %(planned)s"), "%(name)s"),
    "draft": (_("Draft round %(number)s"), _("Draft: %(name)s")),
    "draw": (_("Draw round %(number)s"), _("Draw: %(name)s")),
    "being_drawn": (_("Round %(number)s is being drawn"), _("%(name)s: being drawn")),
    "drawn": (_("Round %(number)s is drawn"), _("%(name)s: drawn")),
    "refused": (_("Round %(number)s cannot be drawn"), _("%(name)s: cannot be drawn")),
    "draft_of": (_("Draft of round %(number)s"), _("Draft: %(name)s")),
    "look_and_publish": (
        _("Look at round %(number)s and publish it"),
        _("%(name)s: look at it and publish it"),
    ),
    "publish": (_("Publish round %(number)s"), _("Publish: %(name)s")),
    "unpublish": (_("Unpublish round %(number)s"), _("Unpublish: %(name)s")),
    "playing": (_("Round %(number)s is being played"), _("%(name)s: being played")),
    "enter_results": (_("Enter results of round %(number)s"), _("Enter results: %(name)s")),
    "results": (_("Results of round %(number)s"), _("Results: %(name)s")),
    "all_handed_in": (
        _("All results of round %(number)s are handed in"),
        _("%(name)s: all results are handed in"),
    ),
    "all_in": (_("All results of round %(number)s are in"), _("%(name)s: all results are in")),
    "look_and_close": (
        _("Look at round %(number)s and close it"),
        _("%(name)s: look at it and close it"),
    ),
    "close": (_("Close round %(number)s"), _("Close: %(name)s")),
    "close_asks": (_("Close round %(number)s…"), _("Close: %(name)s…")),
    "accept_and_close": (
        _("Accept and close round %(number)s"),
        _("Accept and close: %(name)s"),
    ),
    "can_be_closed": (_("Round %(number)s can be closed"), _("%(name)s: can be closed")),
    "reopen": (_("Reopen round %(number)s"), _("Reopen: %(name)s")),
    "reopen_asks": (_("Reopen round %(number)s…"), _("Reopen: %(name)s…")),
    "start_clock": (_("Start the clock of round %(number)s"), _("Start the clock: %(name)s")),
    "table_of": (_("Table %(table)s of round %(round)s"), _("Table %(table)s, %(name)s")),
    "table_needs_you": (
        _("Table %(table)s of round %(round)s needs you"),
        _("Table %(table)s needs you: %(name)s"),
    ),
    "table_in": (_("Table %(table)s, round %(number)s"), _("Table %(table)s, %(name)s")),
    "with_table": (_("Round %(number)s, table %(table)s"), _("%(name)s, table %(table)s")),
    "you_sit": (
        _("You sit at table %(table)s, round %(round)s"),
        _("You sit at table %(table)s: %(name)s"),
    ),
    "over": (
        _("Round %(number)s is over. The next tables appear here automatically."),
        _("%(name)s: over. The next tables appear here automatically."),
    ),
    "taken_back": (
        _(
            "Round %(number)s was taken back at %(time)s. New tables are coming; they appear here "
            "automatically."
        ),
        _(
            "%(name)s: taken back at %(time)s. New tables are coming; they appear here "
            "automatically."
        ),
    ),
    "after": (_("After round %(number)s"), _("After: %(name)s")),
    "standings_after": (_("Standings after round %(number)s"), _("Standings after: %(name)s")),
    "standings_during": (
        _("Standings during round %(number)s"),
        _("Standings during: %(name)s"),
    ),
}


@register.simple_tag
def round_said(key: str, of: Round, **gaps: object) -> str:
    """A sentence about a round, by its name where it has one."""
    numbered, named = _TEXTS[key]
    name = of.name if of.stage.format.has_rounds else of.title
    told = {"number": of.number, "round": of.number, "name": name, **gaps}
    return spoken(str(named if name else numbered) % told)
