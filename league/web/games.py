"""What pages show of a game: boards as files, the chart of scores, the files for its sheet."""

import gzip

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.templatetags.static import static
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from league.events.queries.replays import ReplayShown, drawing_of, drawings_of, told_of
from league.results.replays import AT_ONCE, Better
from league.web.charts import LinesChart, lines_chart

_SVG = "image/svg+xml; charset=utf-8"


def scores_chart(shown: ReplayShown) -> LinesChart | None:
    """None of a game with fewer than two turns: there is nothing to see."""
    replay = shown.told
    if len(replay.turns) < 2:
        return None
    rows = [replay.scores, *(turn.scores for turn in replay.turns)]
    labels = [_("Start"), *(str(turn.number) for turn in replay.turns)]
    names = [f"{side.letters} {side.name}".strip() for side in shown.sides]
    ends = ", ".join(f"{name} {score}" for name, score in zip(names, rows[-1], strict=True))
    return lines_chart(
        names,
        list(zip(labels, rows, strict=True)),
        key="scores",
        title=_("Scores, turn by turn"),
        marks=[(turning.move, "lead") for turning in shown.course.leads]
        + [(swing.move, "swing") for swing in [shown.course.swing] if swing],
        description=_("After the last turn: %(scores)s.") % {"scores": ends},
    )


def packed(
    request: HttpRequest, record: str, *, number: int, better: Better | None = None
) -> HttpResponse:
    replay = told_of(record)
    is_there = replay.is_playable and number * AT_ONCE <= replay.last
    pack = drawings_of(record, number=number, better=better) if is_there else b""
    if not pack:
        raise Http404
    takes_gzip = "gzip" in request.headers.get("Accept-Encoding", "")
    content = pack if takes_gzip else gzip.decompress(pack)
    response = HttpResponse(content, content_type="application/json")
    if takes_gzip:
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def drawing_file(record: str, *, move: int, name: str) -> HttpResponse:
    drawn = drawing_of(record, move=min(move, told_of(record).last))
    if not drawn:
        raise Http404
    response = HttpResponse(drawn, content_type=_SVG)
    response["Content-Disposition"] = f'attachment; filename="board-{name}-{move}.svg"'
    return response


def styles_of(game: str) -> list[str]:
    """Also for its board and panels where these are shown."""
    file = f"games/{game}/sheet.css"
    return [file] if finders.find(file) else []


def modules_of(game: str) -> dict[str, str]:
    """Addresses of its ways of input, and of its signs."""
    names = {"input": "input.js", "setUp": "set_up.js", "signs": "signs.svg"}
    files = {name: f"games/{game}/{file}" for name, file in names.items()}
    return {name: static(file) for name, file in files.items() if finders.find(file)}
