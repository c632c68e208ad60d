"""What the pairing remarks, in words."""

from collections import Counter

import pytest

from league.events.services.drafts import swap_entries
from league.models import Entry, Player
from league.pairing.dutch.engine import Hindrance
from league.pairing.swiss import CHOICES
from league.permissions import SERVICE
from league.web.desk.desk import desk_of
from league.web.desk.draft_cost import change_in_words, cost_in_words, cost_of
from league.web.remarks import choices_of, refusal_of, sayings
from tests.factories import make_club
from tests.factories.events import (
    drawn_round,
    enter,
    entries_at,
    played_round,
    published_round,
    running_event,
)

NAMES = {"a": "Jana", "b": "Petr", "c": "<i>Eva</i>", "d": "Tom"}


def said(*remarks: tuple[str, str, dict[str, int]]) -> list[str]:
    stored = [{"code": c, "entries": list(e), "gaps": g} for c, e, g in remarks]
    return [
        str(saying.text).replace("<bdi>", "").replace("</bdi>", "")
        for saying in sayings(stored, NAMES)
    ]


@pytest.mark.parametrize(
    ("remark", "words"),
    [
        (("forbidden", "ab", {}), "Jana and Petr should be kept apart."),
        (
            ("repeat", "ab", {"times": 2, "at_once": 0}),
            "Jana and Petr have met 2 times before.",
        ),
        (
            ("repeat", "ab", {"times": 1, "at_once": 1}),
            "Jana and Petr already met in the last round.",
        ),
        (
            ("repeat_unavoidable", "", {"repeats": 3}),
            "No seating has fewer than 3 repeated meetings.",
        ),
        (("short_again", "a", {"times": 1}), "Jana sits at a short table again."),
        (
            ("outlook", "", {"repeats": 20, "rounds": 5, "least": 1, "most": 3}),
            "Over all 5 rounds, as planned now: repeated meetings: 20; turns at a short table: "
            "1 to 3 each.",
        ),
        (
            ("outlook", "", {"repeats": 2, "rounds": 4, "least": 0, "most": 0}),
            "Over all 4 rounds, as planned now: repeated meetings: 2.",
        ),
        (("leaders", "ab", {}), "The leaders sit together: Jana, Petr."),
        (
            ("leaders", "ab", {"is_priced": 1}),
            "The leaders sit together: Jana, Petr. It costs nothing.",
        ),
        (
            ("leaders", "ab", {"is_priced": 1, "points_12": 30, "club_mates": 1}),
            "The leaders sit together: Jana, Petr. What it costs: points apart at one table: 2½ "
            "more, pairs of club mates: 1 more.",
        ),
        (
            ("leaders_apart", "ab", {"is_priced": 1, "repeats": 2}),
            "The leaders do not all sit together: Jana, Petr. At one table it would cost: "
            "repeated meetings: 2 more.",
        ),
        (
            ("spread", "abd", {"points_12": 66}),
            "Points differ most at one table, by 5½: Jana, Petr, Tom.",
        ),
        (
            ("float", "ab", {"points_12": 12}),
            "Jana comes with more points than Petr (difference: 1).",
        ),
        (("club_mates", "ab", {}), "Jana, Petr: from the same club."),
        (("bye", "a", {}), "Jana sits out."),
        (("bye", "a", {"times": 1}), "Jana sits out, and did so 1 time before."),
        (("start_kept", "a", {"times": 3}), "Jana: starts, or does not start, 3 times in a row."),
        (
            ("locked_repeat", "ab", {}),
            "Jana and Petr have met before; their table is locked.",
        ),
        (
            ("locked_apart", "ab", {}),
            "Jana and Petr should be kept apart; their table is locked.",
        ),
        (
            ("given_up_C5", "a", {}),
            "Jana sits out although others have fewer points: otherwise not everybody could be "
            "paired (criterion C5 given up).",
        ),
        (
            ("given_up_C12", "ab", {}),
            "Jana, Petr: both at the table were due to start, or both not to start (criterion C12 "
            "given up).",
        ),
        (("points_differ", "ab", {}), "Jana, Petr: paired by outcomes, not by the points shown."),
        (("gone", "a", {}), "Jana is no longer here. Draw the round again."),
    ],
)
def test_remark_is_a_sentence(remark: tuple[str, str, dict[str, int]], words: str) -> None:
    assert said(remark) == [words]


@pytest.mark.parametrize(
    ("code", "gaps", "kind"),
    [
        ("spread", {"points_12": 48}, "info"),
        ("float", {"points_12": 12}, "info"),
        ("given_up_C14", {}, "info"),
        ("bye", {}, "info"),
        ("bye", {"times": 1}, "warning"),
        ("repeat", {"times": 1, "at_once": 1}, "warning"),
        ("forbidden", {}, "error"),
    ],
)
def test_only_what_may_be_wrong_looks_like_a_warning(
    code: str, gaps: dict[str, int], kind: str
) -> None:
    """Every draw has a table where points differ most: no alarm for four points."""
    [saying] = sayings([{"code": code, "entries": ["a", "b"], "gaps": gaps}], NAMES)
    assert saying.kind == kind


def test_name_is_escaped_and_set_apart() -> None:
    [saying] = sayings([{"code": "bye", "entries": ["c"], "gaps": {}}], NAMES)
    assert saying.text == "<bdi>&lt;i&gt;Eva&lt;/i&gt;</bdi> sits out."


def test_every_criterion_given_up_has_one_sentence_for_all_of_them() -> None:
    for criterion in ("C5", *(f"C{number}" for number in range(9, 19)), "C20"):
        [text] = said((f"given_up_{criterion}", "ab", {}), (f"given_up_{criterion}", "d", {}))
        assert text.startswith("Jana, Petr, Tom")
        assert text.endswith(f"(criterion {criterion} given up).")


def test_late_players_are_named_in_one_sentence() -> None:
    assert said(("late_table", "a", {}), ("late_table", "b", {})) == [
        "Jana, Petr still play in an earlier round, and are paired by the results so far."
    ]


def test_club_mates_of_one_table_are_named_in_one_sentence() -> None:
    assert said(("club_mates", "ab", {}), ("club_mates", "bd", {}), ("club_mates", "ad", {})) == [
        "Jana, Petr, Tom: from the same club."
    ]


def test_unknown_code_says_nothing() -> None:
    assert said(("of_tomorrow", "ab", {}), ("bye", "a", {})) == ["Jana sits out."]


def test_every_refusal_of_the_engine_has_words_and_choices() -> None:
    for hindrance in Hindrance:
        refusal = {
            "code": f"no_pairing_{hindrance}",
            "entries": [],
            "gaps": {},
            "choices": ["unlock_tables", *CHOICES[hindrance]],
        }
        assert refusal_of(refusal, NAMES)
        assert [choice.code for choice in choices_of(refusal)] == refusal["choices"]


@pytest.mark.parametrize("code", ["too_few", "cannot_keep_apart", "results_missing"])
def test_refusal_of_tables_has_words(code: str) -> None:
    assert refusal_of({"code": code, "entries": ["a"], "gaps": {}}, NAMES)


def test_cost_is_said_the_weightiest_first() -> None:
    remarks = [
        {"code": "repeat", "entries": ["a", "b"], "gaps": {"times": 1, "at_once": 0}},
        {"code": "repeat", "entries": ["a", "d"], "gaps": {"times": 1, "at_once": 0}},
        {"code": "repeat_unavoidable", "entries": [], "gaps": {"repeats": 1}},
        {"code": "spread", "entries": ["a", "b"], "gaps": {"points_12": 48}},
        {"code": "forbidden", "entries": ["a", "b"], "gaps": {}},
    ]
    assert cost_in_words(cost_of(remarks)) == [
        "1 pair sits together although it should be kept apart",
        "2 repeated meetings, at least 1 of which cannot be avoided",
        "points at one table differ by up to 4",
    ]


def test_cost_counts_criteria() -> None:
    remarks = [{"code": "given_up_C12", "entries": ["a", "b"], "gaps": {}}] * 2
    assert cost_in_words(cost_of(remarks)) == ["criterion C12: 2×"]


def test_cost_of_nothing_is_nothing() -> None:
    assert cost_in_words(cost_of([])) == []


def test_change_names_only_what_changed() -> None:
    before, after = Counter(repeat=0, spread_12=12), Counter(repeat=2, spread_12=12)
    assert change_in_words(before, after) == ["Repeated meetings: 0 before, 2 now."]


@pytest.mark.django_db
def test_draft_tells_who_still_plays() -> None:
    stage = running_event(8)
    first = published_round(stage)
    enter(first.matches.get(table=1), 4, 3, 2, 1)
    drawn_round(stage)
    draft = desk_of(stage.event, reader=SERVICE).draft
    assert draft is not None
    assert "late_table" in [warning.code for warning in draft.warnings]
    assert sum(person.is_late for table in draft.tables for person in table.people) == 4


@pytest.mark.django_db
def test_draft_tells_club_mates_who_could_sit_apart() -> None:
    stage = running_event(8)
    drawn = drawn_round(stage)
    one, two = (entries_at(match) for match in drawn.matches.order_by("table"))
    Player.objects.filter(entries__in=one[:2]).update(club=make_club())
    swap_entries(drawn, actor=SERVICE, first=one[3], second=two[3], version=drawn.version)
    draft = desk_of(stage.event, reader=SERVICE).draft
    assert draft is not None
    assert [warning.code for warning in draft.warnings] == ["club_mates"]


@pytest.mark.django_db
def test_draft_tells_who_left_after_the_draw() -> None:
    stage = running_event(8)
    drawn_round(stage)
    before = desk_of(stage.event, reader=SERVICE).draft
    assert before is not None
    assert "gone" not in [warning.code for warning in before.warnings]
    Entry.objects.filter(seed=3).update(status=Entry.Status.WITHDRAWN)
    after = desk_of(stage.event, reader=SERVICE).draft
    assert after is not None
    assert (after.warnings[0].code, after.warnings[0].kind) == ("gone", "error")


@pytest.mark.django_db
def test_draft_explains_every_table() -> None:
    stage = running_event(8)
    played_round(stage)
    drawn_round(stage)
    draft = desk_of(stage.event, reader=SERVICE).draft
    assert draft is not None
    for table in draft.tables:
        assert "points" in table.why[0]
        assert len(table.why) > 1


@pytest.mark.django_db
def test_draft_of_the_first_round_is_by_lots() -> None:
    stage = running_event(8)
    drawn_round(stage)
    draft = desk_of(stage.event, reader=SERVICE).draft
    assert draft is not None
    lots = "Round 1: nobody has points yet, so lots decided."
    assert [table.why for table in draft.tables] == [[lots], [lots]]


@pytest.mark.django_db
def test_draft_of_a_swiss_names_the_criteria_given_up() -> None:
    stage = running_event(7, stage={"kind": "swiss", "rounds_planned": 5})
    for _round in range(3):
        played_round(stage)
    drawn_round(stage)
    draft = desk_of(stage.event, reader=SERVICE).draft
    assert draft is not None
    told = {warning.code: str(warning.text) for warning in draft.warnings}
    assert told["given_up_C12"].endswith("(criterion C12 given up).")
    assert "criterion C12: 1×" in draft.cost
    assert any("(criterion C12 given up)" in why for table in draft.tables for why in table.why)


@pytest.mark.django_db
def test_draft_of_a_round_robin_is_by_the_schedule() -> None:
    stage = running_event(4, stage={"kind": "round_robin"})
    drawn_round(stage)
    draft = desk_of(stage.event, reader=SERVICE).draft
    assert draft is not None
    assert draft.tables[0].why == [
        "By the schedule of round 1: number 1 meets number 4.",
    ]
