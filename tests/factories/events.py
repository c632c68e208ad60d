"""Events in play: with entries, drawn, published and entered through the services."""

from collections.abc import Collection, Mapping, Sequence

from league.events.services.categories import add_category, put_in_category
from league.events.services.rounds import close_round, draft_round, publish_round
from league.models import Entry, Event, Match, Round, Stage, Submission
from league.models.public_id import new_public_id
from league.pairing.services import pair_round
from league.permissions import SERVICE
from league.results.services.entered_scores import TypedSlip, enter_scores
from league.results.sides import Mark
from league.standings.services import compute_standings
from tests.factories import make_event, make_player


def make_entries(event: Event, number: int, **fields: object) -> list[Entry]:
    first = event.entries.count() + 1
    return [
        Entry.objects.create(
            event=event,
            player=make_player(f"Hráč {chr(64 + seed % 26)}{seed}"),
            seed=seed,
            **{"status": Entry.Status.CHECKED_IN, **fields},
        )
        for seed in range(first, first + number)
    ]


def running_event(entries: int, *, stage: Mapping[str, object] = {}, **fields: object) -> Stage:
    """An event that has started, with so many entries that are here."""
    event = make_event(status=Event.Status.RUNNING)
    Event.objects.filter(pk=event.pk).update(**{"game": "triolet", **fields})
    Stage.objects.filter(event=event).update(seed=1, **stage)
    make_entries(event, entries)
    return Stage.objects.select_related("event").get(event=event)


def drawn_round(stage: Stage) -> Round:
    draft = draft_round(stage, actor=SERVICE)
    pair_round(draft.pk)
    return Round.objects.select_related("stage__event").get(pk=draft.pk)


def published_round(stage: Stage) -> Round:
    draft = drawn_round(stage)
    publish_round(draft, actor=SERVICE, version=draft.version)
    return Round.objects.select_related("stage__event").get(pk=draft.pk)


def enter(match: Match, *scores: int | None, game: int = 1) -> None:
    """Scores in the order of the seats; None: did not come."""
    slip = slip_of(match, *scores, game=game)
    enter_scores(match, slip, actor=SERVICE, client_key=new_public_id())


def replace_result(match: Match, *scores: int | None) -> None:
    """As `enter`, of a result that is settled."""
    match.refresh_from_db(fields=["version"])
    enter_scores(
        match,
        slip_of(match, *scores),
        actor=SERVICE,
        client_key=new_public_id(),
        version=match.version,
        reason="The slip says so.",
    )


def slip_of(match: Match, *scores: int | None, game: int = 1) -> TypedSlip:
    """Time was called, so that a game may have come to few points."""
    time = Submission.Termination.TIME
    return TypedSlip(marks_of(match, *scores), termination=time, game=game)


def marks_of(match: Match, *scores: int | None) -> dict[str, Mark]:
    """In the order of the seats; None: did not come."""
    return dict(zip(entries_at(match), map(Mark, scores), strict=True))


def entries_at(match: Match) -> Sequence[str]:
    seats = match.seats.order_by("letter").values_list("entry", flat=True)
    return list(dict.fromkeys(seats))


def played_round(stage: Stage) -> Round:
    """Published, entered with the better seed ahead, closed, and in the standings."""
    published = published_round(stage)
    for match in published.matches.all():
        entries = Entry.objects.in_bulk(entries_at(match))
        enter(match, *(200 - (entries[entry].seed or 0) for entry in entries_at(match)))
    close_round(published, actor=SERVICE)
    compute_standings(stage.pk)
    return Round.objects.select_related("stage__event").get(pk=published.pk)


def put_in_shown_category(stage: Stage, name: str, *, seeds: Collection[int]) -> None:
    """Entries by their starting numbers."""
    category = add_category(stage.event, actor=SERVICE, name=name, is_shown=True)
    entries = stage.event.entries.filter(seed__in=seeds).values_list("pk", flat=True)
    put_in_category(category, actor=SERVICE, entries=list(entries))
