"""Brackets drawn: what stands where, which names are written, and on how many pages."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree

import pytest

from league.events.bracket_boxes import BracketBox, Called, boxes_of
from league.pairing.brackets import double_elimination, single_elimination
from league.standings.bracket import Bracket, Side, state_of
from league.web.bracket_drawing import (
    BoxWords,
    BracketWords,
    Page,
    RowWords,
    drawn_bracket,
    fitted,
    text_width,
)
from league.web.bracket_layout import (
    BIG_SCREEN,
    OVERVIEW,
    PAPER,
    SCREEN,
    BracketPlan,
    Measures,
    laid_out,
)
from league.web.bracket_pages import (
    BracketPart,
    PageSize,
    PartKind,
    screens_of,
    sheet_of,
    sheets_of,
    whole_of,
)

SVG = "{http://www.w3.org/2000/svg}"
SIZES = (2, 3, 5, 13, 32, 64)
A4, A3 = PageSize(1040, 670), PageSize(1500, 1000)
TABLES = single_elimination(27, seats=4, advance=2, least=3)
BRACKETS = [
    *(pytest.param(single_elimination(n, places_played=4), n, id=f"single-{n}") for n in SIZES),
    *(pytest.param(double_elimination(n), n, id=f"double-{n}") for n in SIZES),
    pytest.param(single_elimination(16, places_played=64), 16, id="all-places-16"),
    pytest.param(TABLES, 27, id="tables-27"),
]


def entries_of(number: int) -> list[str]:
    return [f"e{seed}" for seed in range(1, number + 1)]


def boxes_after(bracket: Bracket, entries: int, *, rounds: int) -> tuple[BracketBox, ...]:
    """The better number always wins."""
    results: dict[str, Sequence[str]] = {}
    for number in range(1, rounds + 1):
        for state in state_of(bracket, entries=entries_of(entries), results=results):
            if state.slot.round == number and state.is_ready:
                people = [entry for entry in state.entries if entry]
                results[state.slot.key] = sorted(people, key=lambda entry: int(entry[1:]))
    return boxes_of(state_of(bracket, entries=entries_of(entries), results=results))


def words_for(boxes: Sequence[BracketBox], **more: str) -> BracketWords:
    def row(entry: str | None, box: BracketBox) -> RowWords:
        if entry is None:
            return RowWords("?")
        return RowWords(f"Hráč {entry}", entry, seed=entry[1:], has_won=box.has_won(entry))

    return BracketWords(
        boxes={
            box.key: BoxWords(
                tuple(row(entry, box) for entry in box.entries),
                number=str(box.name.number),
                url=f"/matches/{box.key}/" if all(box.entries) else "",
                said=f"said {box.key}",
            )
            for box in boxes
        },
        label="Bracket <&>",
        **more,
    )


def drawn(
    plan: BracketPlan, words: BracketWords, measures: Measures = SCREEN
) -> ElementTree.Element:
    svg = drawn_bracket(
        plan, words=words, heads=["head"] * len(plan.heads), measures=measures, has_links=True
    )
    assert "style=" not in svg
    return ElementTree.fromstring(svg)


@pytest.mark.parametrize("measures", [SCREEN, PAPER, BIG_SCREEN, OVERVIEW])
@pytest.mark.parametrize("is_facing", [False, True])
@pytest.mark.parametrize(("bracket", "entries"), BRACKETS)
def test_boxes_stand_apart_within_the_picture(
    bracket: Bracket, entries: int, is_facing: bool, measures: Measures
) -> None:
    boxes = boxes_after(bracket, entries, rounds=1)
    plan = laid_out(boxes, measures=measures, is_facing=is_facing)
    assert sorted(at.box.key for at in plan.boxes) == sorted(box.key for box in boxes)
    for at in plan.boxes:
        assert 0 <= at.x <= plan.width - measures.width
        assert 0 <= at.y <= plan.height - at.height
    overlapping = [
        (one.box.key, other.box.key)
        for one, other in combinations(plan.boxes, 2)
        if one.x == other.x and abs(one.middle - other.middle) < (one.height + other.height) / 2
    ]
    assert overlapping == []


@pytest.mark.parametrize(("bracket", "entries"), BRACKETS)
def test_every_winner_has_a_way_on_that_starts_and_ends_at_boxes(
    bracket: Bracket, entries: int
) -> None:
    boxes = boxes_after(bracket, entries, rounds=0)
    plan = laid_out(boxes, measures=SCREEN)
    at = {placed.box.key: placed for placed in plan.boxes}
    for way in plan.ways:
        start, end = at[way.start], at[way.end]
        leaves, arrives = way.points[0], way.points[-1]
        assert list(leaves) == [start.x + SCREEN.width, start.middle]
        assert list(arrives) == [end.x, end.middle]
        assert leaves[0] < arrives[0]
    expected = {
        (box.key, lead.slot)
        for box in boxes
        for lead in box.leads
        if lead.place <= box.slot.advance
    }
    assert {(way.start, way.end) for way in plan.ways} == expected


def test_halves_face_each_other() -> None:
    boxes = boxes_after(single_elimination(64), 64, rounds=0)
    plan = laid_out(boxes, measures=OVERVIEW, is_facing=True)
    at = {placed.box.key: placed for placed in plan.boxes}
    middle = at["F1"].x
    first = [at[f"W1.{number}"] for number in range(1, 33)]
    assert {placed.x for placed in first} == {0, 2 * middle}
    assert [placed.leads_left for placed in first] == [False] * 16 + [True] * 16
    assert [placed.y for placed in first[:16]] == [placed.y for placed in first[16:]]


@pytest.mark.parametrize(
    ("bracket", "entries", "names"),
    [
        (
            single_elimination(5, places_played=4),
            5,
            {
                "W1.2": (Called.LAST, 1, 8),
                "W2.1": (Called.LAST, 1, 4),
                "W2.2": (Called.LAST, 2, 4),
                "F1": (Called.FINAL, 1, 0),
                "P3.1": (Called.PLACE, 3, 0),
            },
        ),
        (
            double_elimination(3),
            3,
            {
                "W1.2": (Called.MATCH, 1, 0),
                "W2.1": (Called.MATCH, 2, 0),
                "L1.1": (Called.MATCH, 3, 0),
                "F1": (Called.FINAL, 1, 0),
                "F2": (Called.SECOND_FINAL, 1, 0),
            },
        ),
    ],
)
def test_matches_have_names(
    bracket: Bracket, entries: int, names: Mapping[str, tuple[Called, int, int]]
) -> None:
    boxes = boxes_after(bracket, entries, rounds=0)
    assert {box.key: (box.name.called, box.name.number, box.name.of) for box in boxes} == names


def test_matches_before_the_quarter_finals_are_counted_through() -> None:
    boxes = boxes_after(single_elimination(32), 32, rounds=0)
    early = [box.name for box in boxes if box.slot.round < 3]
    assert [(name.called, name.number) for name in early] == [
        (Called.MATCH, number) for number in range(1, 25)
    ]
    assert [box.name.of for box in boxes if box.slot.round == 3] == [8] * 4


def test_those_who_go_on_from_a_table_have_won() -> None:
    boxes = boxes_after(TABLES, 27, rounds=1)
    first = boxes[1]
    assert [first.has_won(entry) for entry in first.order] == [True, True, False, False]


def test_picture_says_who_plays_and_who_won() -> None:
    boxes = boxes_after(single_elimination(4), 4, rounds=1)
    picture = drawn(laid_out(boxes, measures=SCREEN), words_for(boxes))
    links = {link.get("href"): link for link in picture.iter(f"{SVG}a")}
    assert set(links) == {"/matches/W1.1/", "/matches/W1.2/", "/matches/F1/"}
    semi = links["/matches/W1.1/"]
    assert semi.get("aria-label") == "said W1.1"
    assert [(name.text, name.get("class")) for name in semi.iter(f"{SVG}text")][-4:] == [
        ("1", "bracket-seed"),
        ("Hráč e1", "bracket-name has-won"),
        ("4", "bracket-seed"),
        ("Hráč e4", "bracket-name"),
    ]
    assert (
        len([group for group in semi.iter(f"{SVG}g") if group.get("class") == "bracket-tick"]) == 1
    )
    assert picture.get("aria-label") == "Bracket <&>"
    assert picture.get("role") == "group"


def test_picture_without_links_is_one_image() -> None:
    boxes = boxes_after(single_elimination(4), 4, rounds=0)
    plan = laid_out(boxes, measures=PAPER)
    svg = drawn_bracket(
        plan, words=words_for(boxes), heads=["head"], measures=PAPER, page=Page(400, 300, 2)
    )
    picture = ElementTree.fromstring(svg)
    assert picture.get("role") == "img"
    assert (picture.get("width"), picture.get("viewBox")) == ("400", "-1 0 200.0 150.0")
    assert list(picture.iter(f"{SVG}a")) == []


def test_way_of_an_entry_is_marked() -> None:
    boxes = boxes_after(single_elimination(8), 8, rounds=2)
    picture = drawn(laid_out(boxes, measures=SCREEN), words_for(boxes, followed="e1"))
    marked = [
        link.get("data-key")
        for link in picture.iter(f"{SVG}a")
        if "is-followed" in str(link.get("class"))
    ]
    ways = [
        path
        for path in picture.iter(f"{SVG}path")
        if path.get("class") == "bracket-way is-followed"
    ]
    assert marked == ["W1.1", "W2.1", "F1"]
    assert len(ways) == 2


def test_long_names_are_cut_and_short_ones_are_not() -> None:
    long = "Maxmiliána Zavadilová-Procházková"
    cut = fitted(long, width=120, letters=14)
    assert cut.endswith("…")
    assert long.startswith(cut.removesuffix("…"))
    assert text_width(cut, letters=14) <= 120
    assert fitted("Jana N.", width=120, letters=14) == "Jana N."


@pytest.mark.parametrize(
    ("entries", "size", "pages"), [(5, A4, 1), (13, A4, 1), (32, A4, 1), (32, A3, 1), (64, A3, 1)]
)
def test_knockout_fits_on_a_page(entries: int, size: PageSize, pages: int) -> None:
    boxes = boxes_after(single_elimination(entries, places_played=4), entries, rounds=0)
    sheets = sheets_of(boxes, size=size, measures=PAPER)
    assert [sheet.part.kind for sheet in sheets] == [PartKind.WHOLE] * pages


@pytest.mark.parametrize("size", [A4, A3])
@pytest.mark.parametrize(("bracket", "entries"), BRACKETS)
def test_sheets_show_every_match_once_and_can_be_read(
    bracket: Bracket, entries: int, size: PageSize
) -> None:
    boxes = boxes_after(bracket, entries, rounds=0)
    sheets = sheets_of(boxes, size=size, measures=PAPER)
    shown = [box.key for sheet in sheets for box in sheet.part.boxes]
    assert sorted(shown) == sorted(box.key for box in boxes)
    assert min(sheet.letters for sheet in sheets) >= 11
    for sheet in sheets:
        assert (sheet.plan.width + 2) * sheet.scale <= size.width + 1
        assert sheet.plan.height * sheet.scale <= size.height + 1


def test_sixty_four_on_small_paper_are_cut_in_half() -> None:
    boxes = boxes_after(single_elimination(64, places_played=4), 64, rounds=0)
    sheets = sheets_of(boxes, size=A4, measures=PAPER)
    assert [(sheet.part.kind, sheet.part.number) for sheet in sheets] == [
        *((PartKind.TREE, number) for number in (1, 2)),
        (PartKind.AFTER, 0),
    ]
    assert {box.key for box in sheets[-1].part.boxes} == {"F1", "P3.1"}


def test_matches_for_places_stand_below_the_others_of_their_round() -> None:
    boxes = boxes_after(single_elimination(13, places_played=16), 13, rounds=0)
    plan = laid_out(boxes, measures=SCREEN)
    columns = {(at.x, at.box.slot.round) for at in plan.boxes}
    assert sorted(columns) == [(SCREEN.step * at, at + 1) for at in range(4)]


def test_both_sides_of_a_double_knockout_have_pages_of_their_own_on_small_paper() -> None:
    boxes = boxes_after(double_elimination(32), 32, rounds=0)
    sheets = sheets_of(boxes, size=A4, measures=PAPER)
    assert [sheet.part.kind for sheet in sheets] == [PartKind.WINNERS, PartKind.LOSERS]
    assert {box.slot.side for box in sheets[1].part.boxes} == {Side.LOSERS, Side.FINAL}


def test_whole_would_be_too_small_there() -> None:
    """The control of the two above."""
    for bracket, entries in ((single_elimination(64), 64), (double_elimination(32), 32)):
        whole = BracketPart(PartKind.WHOLE, boxes_after(bracket, entries, rounds=0))
        assert sheet_of(whole, size=A4, measures=PAPER).letters < 11


def test_big_screen_shows_all_and_then_what_is_open_in_large() -> None:
    bracket = single_elimination(64, places_played=4)
    kinds = [
        [sheet.part.kind for sheet in screens_of(boxes_after(bracket, 64, rounds=rounds))]
        for rounds in (0, 4, 6)
    ]
    quarters = [PartKind.TREE] * 4
    assert kinds == [
        [PartKind.WHOLE, *quarters],
        [PartKind.WHOLE, PartKind.AFTER],
        [PartKind.WHOLE],
    ]


@pytest.mark.parametrize(("bracket", "entries"), BRACKETS)
def test_big_screen_is_read_from_the_room(bracket: Bracket, entries: int) -> None:
    """All in small is 12 pixels at least, and then 20 for whatever is being played."""
    sheets = screens_of(boxes_after(bracket, entries, rounds=0))
    large = [sheet for sheet in sheets if sheet.letters >= 20]
    assert min(sheet.letters for sheet in sheets) >= 12
    playing = {box.key for sheet in sheets for box in sheet.part.boxes if all(box.entries)}
    assert playing == {box.key for sheet in large for box in sheet.part.boxes if all(box.entries)}


@pytest.mark.parametrize("entries", [5, 13, 16, 32, 64])
def test_big_screen_cuts_no_usual_name_and_no_round(entries: int) -> None:
    boxes = boxes_after(single_elimination(entries, places_played=4), entries, rounds=2)
    named = {
        key: replace(
            box,
            rows=tuple(
                replace(row, name="Vojtěch Ch.", score="199", has_won=not number)
                for number, row in enumerate(box.rows)
            ),
        )
        for key, box in words_for(boxes).boxes.items()
    }
    words = BracketWords(named, label="")
    for sheet in screens_of(boxes):
        heads = ["Kolo posledních 32"] * len(sheet.plan.heads)
        svg = drawn_bracket(sheet.plan, words=words, heads=heads, measures=sheet.measures)
        assert "…" not in svg


@pytest.mark.parametrize(("entries", "width"), [(5, 280), (13, 262), (32, 204), (64, 204)])
def test_boxes_on_the_page_take_the_room_that_few_columns_leave(entries: int, width: int) -> None:
    boxes = boxes_after(single_elimination(entries, places_played=4), entries, rounds=0)
    plan, measures = whole_of(boxes)
    assert measures.width == width
    assert max(at.x for at in plan.boxes) + width == plan.width


def test_overview_leaves_the_room_of_scores_to_names() -> None:
    boxes = boxes_after(single_elimination(2), 2, rounds=1)
    rows = (RowWords("Jana N.", "e1", score="199", has_won=True), RowWords("Petr S.", "e2"))
    words = BracketWords({"F1": BoxWords(rows)}, label="")
    scores = [
        drawn_bracket(
            laid_out(boxes, measures=measures), words=words, heads=[], measures=measures
        ).count("199")
        for measures in (SCREEN, OVERVIEW)
    ]
    assert scores == [1, 0]


def test_unknown_rows_are_empty_in_the_overview() -> None:
    boxes = boxes_after(single_elimination(4), 4, rounds=0)
    texts = {
        measures: re.findall(
            "is-unknown",
            drawn_bracket(
                laid_out(boxes, measures=measures),
                words=words_for(boxes),
                heads=["head"],
                measures=measures,
            ),
        )
        for measures in (SCREEN, OVERVIEW)
    }
    assert [len(found) for found in texts.values()] == [2, 0]
