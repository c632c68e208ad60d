"""What games say, in the reader's language."""

import pytest
from django.utils.translation import override

from games.kaleidoskop import RULES
from league.said import words
from tests.games.kaleidoskop.tables import RED_18, line, play, start


@pytest.mark.parametrize(
    ("at", "said"), [(0, "+1: 1 červený"), (2, "+4: 4 červené"), (4, "+6: 6 červených")]
)
def test_words_follow_their_number(at, said):
    before = play(start(), *RED_18[:at])
    reckoned = RULES.looks.reckon(before, line(RED_18[at]), play(before, RED_18[at]))
    with override("cs"):
        assert words(reckoned) == said
