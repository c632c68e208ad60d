"""What happens in a club, for programs that gather news (Atom, RFC 4287)."""

from datetime import datetime

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.events.queries import club_news
from league.events.queries.club_news import ClubNews
from league.live import club_version
from league.models import Club
from league.web.access import open_to_all
from league.web.addresses import whole_address


class ClubFeed(Atom1Feed):
    """It is as old as its latest news, or as the club."""

    def __init__(self, club: Club, *, language: str) -> None:
        super().__init__(
            title=club.name,
            link=whole_address(club.get_absolute_url()),
            description=_("Events, rounds and standings of the club."),
            language=language,
            author_name=club.name,
            feed_url=whole_address(reverse("club-feed", args=[language, club.pk])),
            feed_guid=f"urn:arbitr:club:{club.pk}",
        )
        self.club = club

    def latest_post_date(self) -> datetime:
        return super().latest_post_date() if self.items else self.club.created_at


@open_to_all
@require_safe
def club_feed(request: HttpRequest, language: str, pk: str) -> HttpResponse:
    club = get_object_or_404(Club, pk=pk)
    etag = f'"{club_version(club)}-{language}-{settings.VERSION}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        with translation.override(language):
            content = _feed(club, language=language).writeString("utf-8")
        response = HttpResponse(content, content_type=ClubFeed.content_type)
    response["ETag"] = etag
    response["Cache-Control"] = "public, max-age=60"
    return response


def _feed(club: Club, *, language: str) -> ClubFeed:
    feed = ClubFeed(club, language=language)
    for news in club_news.news_of(club):
        feed.add_item(
            title=_title(news),
            link=whole_address(_path(news)),
            description="",
            unique_id=f"urn:arbitr:news:{news.key}",
            updateddate=news.at,
        )
    return feed


def _title(news: ClubNews) -> str:
    name = news.round.name if news.round else ""
    words = {
        club_news.OPENED: _("%(event)s: open for entries"),
        club_news.ROUND: (
            _("%(event)s: %(name)s, tables") if name else _("%(event)s: tables of round %(number)d")
        ),
        club_news.STANDINGS: (
            _("%(event)s: %(name)s, standings")
            if name
            else _("%(event)s: standings after round %(number)d")
        ),
        club_news.FINISHED: _("%(event)s: finished"),
    }
    number = news.round.number if news.round else 0
    return words[news.kind] % {"event": news.event.name, "number": number, "name": name}


def _path(news: ClubNews) -> str:
    if news.kind == club_news.ROUND and news.round:
        return reverse("round", args=[news.round.pk])
    is_table = news.kind in (club_news.STANDINGS, club_news.FINISHED)
    path = reverse("event-standings" if is_table else "event", args=[news.event.pk])
    return f"{path}?after={news.round.number}" if news.round else path
