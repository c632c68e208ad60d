"""The year of birth and the note that a club may keep for each player, to tell namesakes apart.

Seen by admins of that club and by the person alone: whoever shows one asks `notes_for`.
Nothing of it goes into lists of the API, exports, archives or logs, but into the file of the whole
club, which its admins alone take along. It is deleted when the person is forgotten, changes clubs
or has not played for two years, and when the club stops keeping notes.
"""

from collections.abc import Collection, Iterable
from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.errors import LeagueError
from league.models import Club, Entry, Player, PlayerNote
from league.permissions import Actor

KEPT_IDLE = timedelta(days=2 * 365)
FIRST_YEAR = 1900
MOST_LETTERS = 80
_AT_ONCE = 500


def keep_note(player: Player, *, actor: Actor, birth_year: int | None, text: str) -> None:
    """Both empty: nothing is kept. The audit says that it changed, not what."""
    club, text = player.looked_after_by, " ".join(text.split())
    if club is None or not club.keeps_notes:
        raise LeagueError(
            _("The club does not keep years of birth and notes. Switch that on first.")
        )
    check_note(birth_year=birth_year, text=text)
    with transaction.atomic():
        if birth_year is None and not text:
            PlayerNote.objects.filter(player=player).delete()
        else:
            PlayerNote.objects.update_or_create(
                player=player,
                defaults={"birth_year": birth_year, "text": text, "changed_at": timezone.now()},
            )
        log_action(actor, gettext_noop("edit note"), player)


def check_note(*, birth_year: int | None, text: str) -> None:
    last = timezone.now().year
    if birth_year is not None and not FIRST_YEAR <= birth_year <= last:
        raise LeagueError(
            _("A year of birth is between %(first)d and %(last)d.")
            % {"first": FIRST_YEAR, "last": last}
        )
    if len(text) > MOST_LETTERS:
        raise LeagueError(_("A note has at most 80 characters."))


def year_in(cell: str) -> int | None:
    """Of a table: a year, or the year of a date; nothing where it is neither."""
    words = cell.replace(".", " ").replace("-", " ").replace("/", " ").split()
    years = {int(word) for word in words if len(word) == 4 and word.isascii() and word.isdigit()}
    fit = [year for year in years if FIRST_YEAR <= year <= timezone.now().year]
    return fit[0] if len(fit) == 1 else None


def notes_for(reader: Actor, players: Iterable[str]) -> dict[str, PlayerNote]:
    """By player, of those whose notes the reader may see."""
    if reader.user is None:
        return {}
    clubs = reader.user.clubs_run.filter(keeps_notes=True).values("pk")
    theirs = Q(player__club__in=clubs) | Q(player__club=None, player__keeper__in=clubs)
    own = Q(player__user=reader.user)
    kept = PlayerNote.objects.filter(theirs | own, player__in=list(players))
    return {note.player_id: note for note in kept}


def hints_of(players: Iterable[Player], *, reader: Actor) -> dict[str, str]:
    """By player, what stands beside the name for this reader."""
    ids = [player.pk for player in players]
    notes = notes_for(reader, ids) if ids else {}
    return {pk: written(notes.get(pk)) for pk in ids}


def birth_years(club: Club, players: Iterable[str]) -> dict[str, int]:
    """For filling categories, which is all that others see of it; nothing is shown of these."""
    if not club.keeps_notes:
        return {}
    theirs = Q(player__club=club) | Q(player__club=None, player__keeper=club)
    kept = PlayerNote.objects.filter(theirs, player__in=list(players))
    return {player: year for player, year in kept.values_list("player", "birth_year") if year}


def written(note: PlayerNote | None) -> str:
    """What stands beside a name."""
    if note is None:
        return ""
    return ", ".join(filter(None, [str(note.birth_year or ""), note.text]))


def forget_notes(players: QuerySet[Player]) -> None:
    """Part of the caller's transaction."""
    PlayerNote.objects.filter(player__in=players).delete()


def move_note(*, gone: Player, kept: Player) -> None:
    """Of two players who are one: what is known of the one who stays, else of the other."""
    if not PlayerNote.objects.filter(player=kept).exists():
        PlayerNote.objects.filter(player=gone).update(player=kept)


def import_notes(club: Club, notes: Collection[PlayerNote]) -> None:
    """Part of the caller's transaction; nothing where the club keeps none."""
    if club.keeps_notes:
        filled = [note for note in notes if note.birth_year or note.text]
        PlayerNote.objects.bulk_create(filled, batch_size=_AT_ONCE)


def forget_idle_notes() -> None:
    """Of those who have entered nothing for two years."""
    since = timezone.now() - KEPT_IDLE
    lately = Entry.objects.filter(
        Q(player=OuterRef("player")) | Q(partner=OuterRef("player")),
        Q(created_at__gt=since) | Q(event__starts_at__gt=since),
    )
    idle = PlayerNote.objects.filter(~Exists(lately), changed_at__lt=since)
    PlayerNote.objects.filter(pk__in=list(idle.values_list("pk", flat=True)[:_AT_ONCE])).delete()
