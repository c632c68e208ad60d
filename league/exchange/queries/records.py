"""All records of an event as one zip, which `python -m games verify` reads.

Names are taken out of records before they are stored. Those that count lie at the top, each under
its round, table and game; other versions that were handed in, in a folder of their own.
"""

from collections.abc import Iterator

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league.errors import LeagueError
from league.exchange.data_table import file_name
from league.exchange.table_files import FileSent
from league.exchange.zips import ZIP, TextInZip, zip_parts
from league.models import Event, MatchGame, Round, Submission

OTHERS = "other-versions"


def records_of(event: Event) -> QuerySet[Submission]:
    """Of rounds that everybody may see."""
    handed_in = Submission.objects.filter(match__event=event).exclude(record="")
    return handed_in.exclude(match__round__status=Round.Status.DRAFT)


def records_file(event: Event) -> FileSent:
    if not records_of(event).exists():
        raise LeagueError(_("No record has been handed in for this event yet."))
    name = f"{file_name(event.name, otherwise='event')}-records.zip"
    parts = zip_parts(record_texts(event))
    return FileSent(name, ZIP, parts, is_personal=not event.is_public, is_long=True)


def record_texts(event: Event) -> Iterator[TextInZip]:
    counting = MatchGame.objects.filter(match__event=event).exclude(result__submission=None)
    counted = set(counting.values_list("result__submission", flat=True))
    rows = records_of(event).order_by("match__round__number", "match__table", "game", "number")
    columns = ("pk", "match__round__number", "match__table", "game", "at", "record")
    for pk, round_, table, game, at, record in rows.values_list(*columns).iterator(500):
        name = f"round-{round_:02}-table-{table:02}-game-{game}"
        is_counted = pk in counted
        path = f"{name}.txt" if is_counted else f"{OTHERS}/{name}-{pk}.txt"
        yield TextInZip(path, at, record)
