"""Charts: where what is drawn."""

from league.web.charts import Value, bar_chart, line_chart, lines_chart, round_numbers, thinned


def values(*numbers: float) -> list[Value]:
    return [Value(f"day {at}", number) for at, number in enumerate(numbers, start=1)]


def test_line_goes_from_edge_to_edge_and_up_for_more() -> None:
    chart = line_chart(values(1100, 1200, 1150), key="k", title="T", description="D")
    assert chart.points == "0.00,92.00 50.00,8.00 100.00,50.00"
    assert [(grid.label, grid.y) for grid in chart.grid] == [
        ("1100", "92.00"),
        ("1150", "50.00"),
        ("1200", "8.00"),
    ]
    assert chart.last.value.label == "day 3"


def test_one_value_is_drawn_in_the_middle() -> None:
    chart = line_chart(values(5), key="k", title="T", description="D")
    assert chart.points == "0.00,50.00"


def test_of_many_values_the_ends_stay() -> None:
    many = values(*range(1000))
    chosen = thinned(many)
    assert (len(chosen), chosen[0], chosen[-1]) == (120, many[0], many[-1])
    assert [value.number for value in chosen] == sorted({value.number for value in chosen})


def test_grid_has_few_round_numbers() -> None:
    assert round_numbers(1043, 1621) == [1200, 1400, 1600]
    assert round_numbers(-3, 3) == [-2, 0, 2]
    assert round_numbers(0, 1) == [0, 1]


def test_longest_bar_fills_the_width() -> None:
    chart = bar_chart(values(4, 1, 0), key="k", title="T", description="D")
    assert [(bar.value.shown, bar.width) for bar in chart.bars] == [
        ("4", "100.00"),
        ("1", "25.00"),
        ("0", "0.00"),
    ]


def test_no_bar_at_all_divides_by_nothing() -> None:
    assert bar_chart(values(0), key="k", title="T", description="D").bars[0].width == "0.00"
    assert bar_chart([], key="k", title="T", description="D").bars == ()


def test_several_lines_share_their_heights_and_their_table() -> None:
    rows = [("Start", (0, 0)), ("1", (10, 0)), ("2", (10, 5))]
    chart = lines_chart(["A", "B"], rows, key="k", title="Scores", description="A 10, B 5.")
    assert [(line.label, line.points) for line in chart.lines] == [
        ("A", "0.00,92.00 50.00,8.00 100.00,8.00"),
        ("B", "0.00,92.00 50.00,92.00 100.00,50.00"),
    ]
    assert [(grid.label, grid.y) for grid in chart.grid] == [
        ("0", "92.00"),
        ("5", "50.00"),
        ("10", "8.00"),
    ]
    assert (chart.first, chart.last, chart.rows) == ("Start", "2", tuple(rows))
