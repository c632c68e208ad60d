"""The chart of a replay: how the scores went, turn by turn."""

from django.utils.translation import gettext as _

from league.events.queries.replays import ReplayShown
from league.web.charts import LinesChart, lines_chart


def scores_chart(shown: ReplayShown) -> LinesChart | None:
    """None of a game with fewer than two turns: there is nothing to see."""
    told = shown.told
    if len(told.turns) < 2:
        return None
    rows = [told.scores, *(turn.scores for turn in told.turns)]
    labels = [_("Start"), *(str(turn.number) for turn in told.turns)]
    names = [f"{side.letters} {side.name}".strip() for side in shown.sides]
    ends = ", ".join(f"{name} {score}" for name, score in zip(names, rows[-1], strict=True))
    return lines_chart(
        names,
        list(zip(labels, rows, strict=True)),
        key="scores",
        title=_("Scores, turn by turn"),
        description=_("After the last turn: %(scores)s.") % {"scores": ends},
    )
