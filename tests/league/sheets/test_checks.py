"""What may be written on a sheet as it stands."""

import pytest

from games.registry import GAMES, rules_of
from games.values import Setup
from league.sheets.checks import LONGEST, Frame, OnSheet, Refused, judge, lawful_prefix
from league.sheets.ledger import Act
from tests.factories.sheets import lines_of, tags_of


def blank(game: str = "triolet", *, players: int = 2, **frame: object) -> OnSheet:
    return OnSheet(Frame(rules_of(game), Setup(players), **frame))  # type: ignore[arg-type]


def filled(game: str, *, players: int = 2, actions: int | None = None) -> OnSheet:
    """A sheet with the first actions of a random game, or all of them."""
    page = blank(game, players=players)
    tags = tags_of(game, players=players)
    acts = [Act(0, "set_up", text=tags)] if tags else []
    acts += [Act(0, "action", *line) for line in lines_of(game, players=players)[:actions]]
    taken, refused = lawful_prefix(page, acts)
    assert refused is None
    return OnSheet(page.frame, tuple(taken))


def why(found: Act | Refused) -> str:
    assert isinstance(found, Refused)
    return found.code


@pytest.mark.parametrize("game", GAMES)
def test_whole_random_game_can_be_written(game: str) -> None:
    page = filled(game)
    assert page.game is not None
    assert page.is_over
    assert len(page.ledger.lines) == len(lines_of(game))


@pytest.mark.parametrize("game", GAMES)
def test_one_act_further_is_as_if_all_were_replayed(game: str) -> None:
    page = filled(game, actions=5)
    grown = OnSheet(page.frame)
    for act in page.acts:
        grown = grown.with_act(act)
        assert grown.needs_set_up or grown.game == OnSheet(page.frame, grown.acts).game


@pytest.mark.parametrize("game", GAMES)
def test_nothing_follows_the_end(game: str) -> None:
    page = filled(game)
    seat, words = next(line for line in lines_of(game) if line[1] != "pass")
    assert isinstance(judge(page, Act(0, "action", seat, words)), Refused)


def test_handicap_is_agreed_on_before_points_alone_are_kept() -> None:
    page = blank("polyssimo", is_plain=True)
    agreed = judge(page, Act(1, "set_up", text="Pieces A=8 B=12"))
    assert isinstance(agreed, Act)
    page = page.with_act(agreed)
    assert [own["pieces"] for own in page.kept.figures.values()] == [8, 12]
    assert why(judge(page, Act(2, "set_up", text="Pieces A=3 B=12"))) == "tag-value"
    taken = judge(page, Act(2, "score", "A", "squares 43"))
    assert isinstance(taken, Act)
    assert why(judge(page.with_act(taken), Act(3, "set_up", text="Pieces A=9 B=12"))) == "stage"
    layout = Act(1, "set_up", text=tags_of("twisty"))
    assert why(judge(blank("twisty", is_plain=True), layout)) == "kind"


def test_action_is_written_in_canonical_words() -> None:
    found = judge(blank(), Act(1, "action", "A", "i8=3  h8=11"))
    assert found == Act(1, "action", "A", "h8=11 i8=3")


def test_unlawful_action_is_refused_with_its_rule() -> None:
    found = judge(blank(), Act(1, "action", "A", "a1=3"))
    assert (why(found), found.is_rule) == ("centre", True)  # type: ignore[union-attr]


def test_words_of_no_action_are_refused() -> None:
    assert why(judge(blank(), Act(1, "action", "A", "hello there"))) == "syntax"


@pytest.mark.parametrize("game", GAMES)
def test_form_sent_empty_is_refused(game: str) -> None:
    assert why(judge(filled(game, actions=1), Act(0, "action", "A", ""))) == "syntax"


def test_only_words_of_the_game_are_kept_for_good() -> None:
    page = filled("triolet", actions=1)
    number = page.acts[-1].number
    unread = judge(page, Act(2, "action", "B", "Jana Nová"))
    assert isinstance(unread, Refused)
    assert not unread.is_rule  # so that it is not listed
    for act in (
        Act(2, "let_stand", "B", "Jana Nová"),
        Act(2, "time", text="Jana Nová"),
        Act(2, "undo", text="Jana Nová", target=number),
    ):
        found = judge(page, act)
        assert isinstance(found, Act)
        assert found.text == ""


def test_lawful_prefix_is_taken() -> None:
    first = Act(0, "action", "A", "h8=11 i8=3")
    taken, refused = lawful_prefix(blank(), [first, Act(0, "action", "B", "a1=1"), first])
    assert [act.text for act in taken] == ["h8=11 i8=3"]
    assert refused is not None
    assert refused.code == "no-contact"


def test_pass_is_refused_without_saying_what_fits() -> None:
    """Polyssimo: only `full` help names the piece."""
    half = filled("polyssimo", actions=24)
    frame = Frame(half.frame.rules, half.frame.setup, is_discreet=False)
    assert half.game is not None
    passing = Act(0, "action", half.game.position.turn, "pass")
    discreet = judge(half, passing)
    frank = judge(OnSheet(frame, half.acts), passing)
    assert why(discreet) == why(frank) == "can-place"
    assert discreet.why.gaps == {}  # type: ignore[union-attr]
    assert frank.why.gaps  # type: ignore[union-attr]


def test_set_up_must_be_whole_and_right() -> None:
    page = blank("twisty")
    tags = tags_of("twisty")
    assert page.needs_set_up
    assert why(judge(page, Act(1, "action", "A", "c2"))) == "stage"
    assert why(judge(page, Act(1, "set_up", text=tags.rpartition("\n")[0]))) == "syntax"
    assert (
        why(judge(page, Act(1, "set_up", text=tags.replace("CornerA ", "CornerA d")))) == "syntax"
    )
    twice = "\n".join(
        "CornerB a1"
        if line.startswith("CornerB")
        else "CornerA a1"
        if line.startswith("CornerA")
        else line
        for line in tags.splitlines()
    )
    assert why(judge(page, Act(1, "set_up", text=twice))) == "set-up"
    assert judge(page, Act(1, "set_up", text=tags)) == Act(1, "set_up", text=tags)


def test_set_up_is_not_changed_under_a_game() -> None:
    page = filled("twisty", actions=1)
    assert why(judge(page, Act(0, "set_up", text=tags_of("twisty")))) == "stage"


def test_game_without_set_up_takes_none() -> None:
    assert why(judge(blank(is_plain=True), Act(1, "set_up", text=""))) == "kind"


def test_only_the_last_act_is_undone() -> None:
    page = filled("triolet", actions=2)
    assert why(judge(page, Act(0, "undo", target=1))) == "stale"
    assert judge(page, Act(0, "undo", target=2)) == Act(0, "undo", target=2)
    assert why(judge(blank(), Act(0, "undo", target=1))) == "nothing"


def test_edit_replays_the_rest() -> None:
    page = OnSheet(
        blank().frame,
        (
            Act(1, "action", "A", "h8=5"),
            Act(2, "action", "B", "h9=5"),
            Act(3, "action", "A", "h10=5"),
        ),
    )
    assert judge(page, Act(4, "edit", "B", "h9=6", 2)) != Act(4, "edit", "B", "h9=6", 2)
    assert judge(page, Act(4, "edit", "A", "g8=4", 3)) == Act(4, "edit", "A", "g8=4", 3)


def test_edit_names_the_later_line_that_would_break() -> None:
    page = OnSheet(blank().frame, (Act(1, "action", "A", "h8=5"), Act(2, "action", "B", "h9=5")))
    found = judge(page, Act(3, "edit", "A", "h8=11", 1))
    assert isinstance(found, Refused)
    assert (str(found.why.gaps["words"]), found.why.gaps["seat"]) == ("5 on h9", "B")


def test_edit_of_a_line_that_is_gone_is_refused() -> None:
    assert why(judge(blank(), Act(1, "edit", "A", "h8=5", 7))) == "nothing"


def test_let_stand_turns_to_plain_scorekeeping() -> None:
    page = filled("triolet", actions=2)
    stood = judge(page, Act(3, "let_stand", "A", "a1=3"))
    assert isinstance(stood, Act)
    plain = page.with_act(stood)
    assert plain.is_plain
    assert why(judge(plain, Act(4, "action", "A", "h10=5"))) == "stage"
    assert why(judge(plain, Act(4, "let_stand"))) == "stage"


def test_let_stand_goes_on_from_the_figures_of_the_board() -> None:
    page = filled("triolet", actions=2)
    assert page.game is not None
    points = [side.score for side in page.game.rules.play.standings(page.game.position)]
    plain = page.with_act(Act(3, "let_stand")).with_act(Act(4, "score", "A", "points 7"))
    assert [sums["points"] for sums in plain.kept.figures.values()] == [points[0] + 7, points[1]]


def test_points_are_not_written_where_rules_count() -> None:
    assert why(judge(blank(), Act(1, "score", "A", "points 3"))) == "stage"


@pytest.mark.parametrize("text", ["points", "points x", "points 1.5", "luck 3", "points 1000000"])
def test_points_are_whole_numbers_of_a_known_figure(text: str) -> None:
    assert why(judge(blank("other", is_plain=True), Act(1, "score", "A", text))) == "figure"


def test_points_of_a_seat_that_does_not_play_are_refused() -> None:
    assert why(judge(blank("other", is_plain=True), Act(1, "score", "D", "points 3"))) == "figure"


def test_plain_game_ends_when_the_table_says_so() -> None:
    page = blank("other", is_plain=True).with_act(Act(1, "score", "A", "points 3"))
    assert not page.is_over
    ended = page.with_act(Act(2, "end"))
    assert ended.is_over
    assert why(judge(ended, Act(3, "score", "A", "points 3"))) == "stage"
    assert why(judge(blank(), Act(1, "end"))) == "stage"


def test_time_ends_a_game_once() -> None:
    page = filled("triolet", actions=2)
    called = judge(page, Act(3, "time"))
    assert isinstance(called, Act)
    over = page.with_act(called)
    assert over.is_over
    assert why(judge(over, Act(4, "time"))) == "stage"
    assert why(judge(over, Act(4, "action", *lines_of("triolet")[2]))) == "stage"


def test_remark_is_short_and_not_empty() -> None:
    assert judge(blank(), Act(1, "remark", text="Jana spilled tea.")) == Act(
        1, "remark", text="Jana spilled tea."
    )
    assert why(judge(blank(), Act(1, "remark", text=" "))) == "remark"
    assert why(judge(blank(), Act(1, "remark", text="x" * 301))) == "remark"


def test_few_lines_are_changed_at_once() -> None:
    page = filled("triolet", actions=2)
    change = Act(0, "edit", *lines_of("triolet")[1], 2)
    taken, refused = lawful_prefix(page, [change] * 11)
    assert len(taken) == 10
    assert refused is not None
    assert refused.code == "too-large"


def test_closed_sheet_takes_nothing() -> None:
    assert why(judge(blank(is_closed=True), Act(1, "action", "A", "h8=5"))) == "closed"


def test_sheet_has_bounds() -> None:
    assert why(judge(blank(), Act(1, "action", "A", "x" * (LONGEST + 1)))) == "too-large"
    assert why(judge(blank(), Act(1, "dance"))) == "kind"


def kept(*turns: tuple[str, str], game: str = "triolet") -> OnSheet:
    """Points alone, each of them taken."""
    page = blank(game, is_plain=True)
    acts = [Act(0, "score", seat, text) for seat, text in turns]
    taken, refused = lawful_prefix(page, acts)
    assert refused is None
    return OnSheet(page.frame, tuple(taken))


def test_points_step_through_the_seats_and_add_up() -> None:
    page = kept(("A", "points 30"), ("B", "0"), ("A", "points 05"))
    assert (page.kept.turn, page.acts[-1].text) == ("B", "points 5")
    assert page.kept.figures == {"A": {"points": 35}, "B": {"points": 0}}


def test_points_that_no_turn_brings_are_refused_and_cannot_stand() -> None:
    found = judge(kept(), Act(1, "score", "A", "points 300"))
    assert isinstance(found, Refused)
    assert (found.code, found.is_rule) == ("points", False)


def test_points_of_an_earlier_turn_are_changed_with_what_follows() -> None:
    page = kept(("A", "points 30"), ("B", "points 8"), ("A", "points -5"))
    changed = judge(page, Act(4, "edit", "A", "points  45", 1))
    assert why(changed) == "figure"
    changed = judge(page, Act(4, "edit", "A", "points 45", 1))
    assert isinstance(changed, Act)
    assert page.with_act(changed).kept.figures["A"] == {"points": 40}
    assert why(judge(page, Act(4, "edit", "A", "points 999", 1))) == "points"
    found = judge(page, Act(4, "edit", "A", "points -1", 1))
    assert isinstance(found, Refused)
    assert (found.why.gaps["words"], found.why.gaps["seat"]) == ("points 8", "B")


def test_game_ends_only_with_points_that_it_can_come_to() -> None:
    page = kept(("A", "points 30"), ("B", "points 8"))
    assert why(judge(page, Act(3, "end"))) == "total"
    assert isinstance(judge(page, Act(3, "time")), Act)


def test_what_was_written_while_less_was_checked_still_counts() -> None:
    old = OnSheet(blank("triolet", is_plain=True).frame, (Act(1, "score", "A", "points 350"),))
    assert old.kept.figures["A"] == {"points": 350}
    assert isinstance(judge(old, Act(2, "score", "B", "points 30")), Act)
