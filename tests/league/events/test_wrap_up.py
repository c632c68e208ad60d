"""From the last round to the archive: which steps there are, what does them, what is left out."""

import pytest

from league.errors import LeagueError, Stale
from league.events.queries.entries import entry_names
from league.events.queries.events import steps_of
from league.events.queries.prizes import prize_list
from league.events.queries.wrap_up import wrap_up_of
from league.events.services.announcements import announce
from league.events.services.lifecycle import mark_wrap_up, move_event
from league.events.services.prizes import decide_tie
from league.events.services.undo import undo_step
from league.events.wrap_up_rules import WrapUpFacts, wrap_up_steps
from league.models import AuditEntry, Event, Player, Prize, Stage
from league.permissions import SERVICE
from tests.factories import make_user
from tests.factories.events import played_round, running_event

pytestmark = pytest.mark.django_db


def finished_event(*, prizes: int = 0) -> Event:
    """Of two tables whose winners are equal in everything."""
    stage: Stage = running_event(8, stage={"chain": ["PLACES"], "rounds_planned": 1})
    played_round(stage)
    for place in range(1, prizes + 1):
        Prize.objects.create(event=stage.event, place=place, what="a cup", order=place)
    return move_to(Event.objects.get(pk=stage.event_id), "finished")


def move_to(event: Event, status: str) -> Event:
    event.refresh_from_db()
    return move_event(event, to=status, actor=SERVICE, version=event.version)


def states(event: Event) -> dict[str, str]:
    event.refresh_from_db()
    return {step.key: step.state for step in wrap_up_of(event).steps}


def mark(event: Event, step: str, state: str = "done") -> None:
    mark_wrap_up(event, actor=SERVICE, step=step, state=state)


def one_with_an_account() -> None:
    user = make_user()
    Player.objects.filter(full_name="Hráč A1").update(user=user)


def test_everything_is_asked_for_in_its_order() -> None:
    every = WrapUpFacts(prizes=2, ties=1, open_ties=1, accounts=5)
    assert [step.key for step in wrap_up_steps(every)] == [
        *("finish", "ties", "ceremony", "certificates"),
        *("print", "public", "thanks", "archive"),
    ]
    assert {step.state for step in wrap_up_steps(every)} == {"to_do"}


def test_event_without_prizes_and_accounts_has_few_steps() -> None:
    assert states(finished_event()) == {
        "finish": "done",
        "print": "to_do",
        "public": "to_do",
        "archive": "to_do",
    }


def test_prizes_without_a_tie_need_no_decision() -> None:
    no_tie = WrapUpFacts(is_finished=True, prizes=1)
    assert [step.key for step in wrap_up_steps(no_tie)] == [
        *("finish", "ceremony", "certificates", "print", "public", "archive")
    ]


def test_ties_are_done_once_they_are_settled() -> None:
    event = finished_event(prizes=2)
    assert states(event)["ties"] == "to_do"
    [tie] = prize_list(event, names=entry_names(event)).open_ties
    decide_tie(event, actor=SERVICE, category=None, entries=tie.tie.entries, how="share")
    assert states(event)["ties"] == "done"


def test_thanks_are_done_by_a_message_after_the_end() -> None:
    event = finished_event()
    one_with_an_account()
    assert states(event)["thanks"] == "to_do"
    announce(event, actor=SERVICE, text="Thank you!")
    assert states(event)["thanks"] == "done"


def test_message_before_the_end_thanks_nobody() -> None:
    event = finished_event()
    one_with_an_account()
    move_to(event, "running")
    announce(event, actor=SERVICE, text="Bring your own dice!")
    move_to(event, "finished")
    assert states(event)["thanks"] == "to_do"


def test_step_is_ticked_skipped_and_taken_back() -> None:
    event = finished_event()
    mark(event, "print")
    mark(event, "public", "skipped")
    assert (states(event)["print"], states(event)["public"]) == ("done", "skipped")
    mark(event, "print", "to_do")
    assert states(event)["print"] == "to_do"
    assert AuditEntry.objects.filter(action="mark a last step").count() == 3


@pytest.mark.parametrize(
    ("step", "state", "error"),
    [
        ("ties", "done", LeagueError),  # only a decision settles a tie
        ("archive", "skipped", Stale),
        ("cake", "done", Stale),
        ("print", "perhaps", Stale),
    ],
)
def test_what_cannot_be_marked_is_refused(step: str, state: str, error: type[LeagueError]) -> None:
    event = finished_event(prizes=2)
    with pytest.raises(error):
        mark(event, step, state)
    assert Event.objects.get().wrap_up == {}


@pytest.mark.parametrize("status", ["running", "archived"])
def test_steps_are_marked_in_a_finished_event_alone(status: str) -> None:
    event = finished_event()
    move_to(event, status)
    with pytest.raises(LeagueError, match="finished and not archived"):
        mark(event, "print")


def test_archive_says_truly_that_it_can_be_taken_back() -> None:
    event = finished_event()
    archive = steps_of(event)[0]
    assert (archive.to, "take it out again" in archive.effect) == ("archived", True)
    move_to(event, "archived")
    assert [step.to for step in steps_of(Event.objects.get())] == ["finished"]
    move_to(event, "finished")
    assert Event.objects.get().status == Event.Status.FINISHED


def test_archiving_is_undone_at_the_desk() -> None:
    event = move_to(finished_event(), "archived")
    newest = AuditEntry.objects.filter(event=event.pk).first()
    assert newest is not None
    undo_step(newest, actor=SERVICE)
    assert Event.objects.get().status == Event.Status.FINISHED
