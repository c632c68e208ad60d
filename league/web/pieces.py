"""Icons and badges, of which long lists have hundreds: too many for a template each."""

from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _, ngettext

from league.models import Match

register = template.Library()

_MOVED = (
    '<span class="moved" data-moved="{}"><span aria-hidden="true">{}{}</span>'
    '<span class="visually-hidden">{}</span></span>'
)

_WORDS = {
    "waiting": _("waiting"),
    "playing": _("playing"),
    "handed_in": _("handed in"),
    "contradicted": _("contradicted"),
    "disputed": _("disputed"),
    "accepted": _("accepted"),
    "verified": _("verified"),
    "confirmed": _("confirmed"),
    "at_table": _("confirmed at the table"),
    "ruled": _("ruled"),
    "pending": _("being verified"),
    "unverified": _("without a record"),
    "draft": _("draft"),
    "open": _("open for entries"),
    "running": _("running"),
    "finished": _("finished"),
    "archived": _("archived"),
    "done": _("done"),
    "sent": _("sent"),
    "parked": _("parked"),
}


@register.simple_tag
def icon(name: str, css_class: str = "") -> SafeString:
    return _icon(str(name), str(css_class))


@register.simple_tag
def badge(state: str, label: str = "") -> SafeString:
    """A state as a word and a shape. `label`: another word, such as get_status_display."""
    return _badge(str(state), str(label or _WORDS.get(state, state)))


@register.simple_tag
def match_state(match: Match) -> SafeString:
    """Where a match stands; of an accepted one also how sure its result is."""
    stands = badge(match.state, match.get_state_display())
    if match.state != Match.State.ACCEPTED or not match.grade:
        return stands
    return format_html("{} {}", stands, badge(match.grade))


@register.simple_tag
def moved(places: int) -> SafeString:
    """How a row of standings has moved since the round before: up, if positive."""
    if places > 0:
        said = ngettext("up %(number)s place", "up %(number)s places", places)
        return format_html(_MOVED, "up", "▲", places, said % {"number": places})
    if places < 0:
        said = ngettext("down %(number)s place", "down %(number)s places", -places)
        return format_html(_MOVED, "down", "▼", -places, said % {"number": -places})
    return SafeString("")


@lru_cache(maxsize=1024)
def _icon(name: str, css_class: str) -> SafeString:
    return format_html(
        '<svg class="icon{}" aria-hidden="true" focusable="false"> <use href="{}#{}"></use> </svg>',
        f" {css_class}" if css_class else "",
        static("arbitr/icons.svg"),
        name,
    )


@lru_cache(maxsize=1024)
def _badge(state: str, word: str) -> SafeString:
    return format_html(
        '<span class="badge" data-state="{}"> {} {}</span>', state, _icon(state, ""), word
    )
