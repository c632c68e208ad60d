"""What a ruling would change: the preview equals what applying it gives."""

import pytest

from league.events.services.previews import Moved, RulingPreview, moved_between, preview_ruling
from league.models import Job, Match, Round, Ruling, Stage
from league.permissions import SERVICE
from league.results.services.rulings import Decision, rule
from league.results.sides import Mark
from league.standings.queries import inputs_of, published_rows, scheme_of
from league.standings.services import compute_standings
from league.standings.table import Row, standings
from tests.factories.events import (
    drawn_round,
    enter,
    entries_at,
    played_round,
    published_round,
    running_event,
)
from tests.factories.submissions import hand_in
from tests.factories.tables import event_of_scores

pytestmark = pytest.mark.django_db
K = Ruling.Kind


def rows(stage: Stage) -> list[Row]:
    return list(standings(inputs_of(stage), chain=stage.chain, scheme=scheme_of(stage)))


def read(match: Match) -> Match:
    return Match.objects.select_related("event", "round__stage__event").get(pk=match.pk)


def scores(match: Match, *given: int | None, kind: Ruling.Kind = K.SCORES) -> Decision:
    return Decision(kind, marks=dict(zip(entries_at(match), map(Mark, given), strict=True)))


def decisions(match: Match) -> dict[str, Decision]:
    return {
        "turned round": scores(match, 1, 2, 3, 4),
        "shared": scores(match, 7, 7, 7, 7),
        "one gone": scores(match, 5, None, 4, 3, kind=K.FORFEIT),
        "all gone": scores(match, None, None, None, None, kind=K.FORFEIT),
        "again": Decision(K.REPLAY),
    }


@pytest.mark.parametrize("key", ["turned round", "shared", "one gone", "all gone", "again"])
def test_preview_is_what_applying_gives(key: str) -> None:
    stage = event_of_scores(8)
    played_round(stage)
    match = read(published_round(stage).matches.get(table=1))
    enter(match, 40, 30, 20, 10)
    before = rows(stage)
    decision = decisions(match)[key]
    preview = preview_ruling(match, decision)
    assert rows(stage) == before  # nothing was written
    rule(match, decision, actor=SERVICE, reason="So it was.")
    compute_standings(stage.pk)
    after = list(published_rows(stage))
    assert after == rows(stage)
    assert list(preview.moved) == moved_between(before, after)
    assert preview.moved


def test_preview_of_what_counts_already_moves_nobody() -> None:
    match = read(published_round(event_of_scores(4)).matches.get())
    enter(match, 40, 30, 20, 10)
    assert preview_ruling(match, scores(match, 40, 30, 20, 10)).moved == []


def test_preview_names_places_and_points() -> None:
    match = read(published_round(event_of_scores(4)).matches.get())
    enter(match, 40, 30, 20, 10)
    first, second, *_rest = entries_at(match)
    moved = preview_ruling(match, scores(match, 30, 40, 20, 10)).moved
    assert moved == [
        Moved(second, rank_before=2, rank_after=1, points_12_before=84, points_12_after=132),
        Moved(first, rank_before=1, rank_after=2, points_12_before=132, points_12_after=84),
    ]


def test_correction_of_a_closed_round_redraws_drafts_and_leaves_published_ones() -> None:
    stage = event_of_scores(8)
    one = played_round(stage)
    two = played_round(stage)
    draft = drawn_round(stage)
    tables_of_two = list(two.matches.values_list("pk", "table", "version"))
    match = read(one.matches.get(table=1))
    decision = scores(match, 1, 2, 3, 4)
    preview = preview_ruling(match, decision)
    assert (list(preview.redrawn), list(preview.kept)) == ([3], [2])
    Job.objects.all().delete()
    rule(match, decision, actor=SERVICE, reason="Added up wrongly.")
    draft.refresh_from_db()
    assert draft.draw == Round.Draw.WANTED
    waiting = Job.objects.filter(state=Job.State.WAITING, kind=Job.Kind.PAIR_ROUND)
    assert [job.object_id for job in waiting] == [draft.pk]
    assert list(two.matches.values_list("pk", "table", "version")) == tables_of_two
    two.refresh_from_db()
    assert two.status == Round.Status.CLOSED


def test_ruling_in_a_round_that_is_played_leaves_drafts() -> None:
    stage = event_of_scores(8)
    match = read(published_round(stage).matches.get(table=1))
    assert preview_ruling(match, scores(match, 1, 2, 3, 4)) == RulingPreview(
        outlook=preview_ruling(match, scores(match, 1, 2, 3, 4)).outlook,
        moved=preview_ruling(match, scores(match, 1, 2, 3, 4)).moved,
        redrawn=[],
        kept=[],
    )


def test_preview_of_a_refused_record_moves_nobody() -> None:
    match = read(published_round(running_event(4)).matches.get())
    preview = preview_ruling(match, Decision(K.EDIT, record='[Game "triolet"]'))
    assert (preview.is_refused, preview.moved) == (True, ())


def test_accepting_a_version_is_previewed() -> None:
    stage = event_of_scores(4)
    match = read(published_round(stage).matches.get())
    version = hand_in(match, 10, 20, 30, 40)
    match = read(match)
    preview = preview_ruling(match, Decision(K.ACCEPT, submission=version))
    assert preview.moved[0].entry == entries_at(match)[3]
