"""Charts of statistics are drawn as long as their numbers say."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from tests.factories.events import played_round, running_event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Each drawing is 100 wide: what a mark says of its width, and what it takes of the drawing.
_WIDTHS = """
marks => marks.map((mark) => {
  const whole = mark.ownerSVGElement.getBoundingClientRect().width;
  return [Number(mark.getAttribute("width")), 100 * mark.getBoundingClientRect().width / whole];
})"""


def test_bars_are_as_long_as_they_say(quiet_page: Page, live_server: Any) -> None:
    stage = running_event(8)
    played_round(stage)
    quiet_page.goto(live_server.url + reverse("event-statistics", args=[stage.event_id]))
    widths = quiet_page.locator(".figures-chart rect").evaluate_all(_WIDTHS)
    said, drawn = zip(*widths, strict=True)
    assert len(set(said)) > 2
    assert drawn == pytest.approx(said, abs=0.5)
