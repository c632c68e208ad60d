"""A finger on a phone: real touches, counted. One press–slide–release is one of them."""

from collections.abc import Iterator

from playwright.sync_api import Locator, Page, expect

from tests.processes import eventually

Point = tuple[float, float]
_STEPS = 4  # of a slide, from place to place
_BOX_AT_REST = """async (element) => {
  const box = () => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height];
  };
  const before = box();
  await new Promise(requestAnimationFrame);
  const now = box();
  return now[2] && now.every((each, at) => each === before[at]) ? now : [];
}"""


class Finger:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.touches = 0
        self._session = page.context.new_cdp_session(page)

    def tap(self, at: Locator | Point) -> None:
        self.slide(at)

    def slide(self, *places: Locator | Point) -> None:
        """Press on the first, go over the others in their order, release on the last."""
        first, *others = [self._point(place) for place in places]
        self.touches += 1
        self._send("touchStart", first)
        for here, there in zip([first, *others], others, strict=False):
            for point in _between(here, there):
                self._send("touchMove", point)
        self._session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        # What it is on stays where it is until it is lifted; a person would wait that long, too.
        expect(self.page.locator('.sheet-now[style*="height"]')).to_have_count(0)

    def _send(self, kind: str, point: Point) -> None:
        x, y = point
        places = [{"x": x, "y": y}]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    def _point(self, place: Locator | Point) -> Point:
        return place if isinstance(place, tuple) else middle_of(place)


def middle_of(place: Locator) -> Point:
    """On the screen, where it stays: a new position may put another in its place, or move it."""
    expect(place).to_be_visible()
    x, y, width, height = eventually(lambda: _resting(place), f"{place} rests on the screen")
    return x + width / 2, y + height / 2


def _resting(place: Locator) -> list[float]:
    """Its box; nothing while it moves, or is not there."""
    box: list[float] = place.evaluate(_BOX_AT_REST)
    return box


def _between(here: Point, there: Point) -> Iterator[Point]:
    for step in range(1, _STEPS + 1):
        part = step / _STEPS
        yield here[0] + (there[0] - here[0]) * part, here[1] + (there[1] - here[1]) * part
