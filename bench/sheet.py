"""What keeping score costs, late in a game, when the sheet is at its fullest: time and bytes.

Random games of all four games are written on practice sheets. Near the end a phone enters actions
through the whole service, another asks what is new, and asks again when nothing is. Times are those
of the processor; bytes are those of bodies, as they are and as they are sent. At last, a table of
four phones keeps a whole game, each entering its own moves. Aims (per entry): 10 ms, 4 kB sent; the
page 60 kB; a table of four phones 1 MB.
"""

import os
import statistics
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence

SHEETS = 5  # of each game
LATE = 4  # actions before the end that are measured

HEAD = (
    f"{'score sheet':12}{'':8}{'CPU, ms':>24}{'':4}{'kB, as they are / sent':^44}\n"
    f"{'game':12}{'players':>7}{'entry':>9}{'poll':>8}{'no news':>9}"
    f"{'entry':>14}{'poll':>14}{'page':>16}{'four phones':>14}"
)


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="arbitr-bench-") as data:
        os.environ |= {"ARBITR_DATA": data, "DJANGO_SETTINGS_MODULE": "league.config.settings"}
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        from django.conf import settings

        from games.registry import GAMES

        settings.ALLOWED_HOSTS.append("testserver")
        print(HEAD)
        for game in GAMES:
            for players in (2, 4):
                _measure(game, players=players)


def _measure(game: str, *, players: int) -> None:
    found: dict[str, list[float]] = defaultdict(list)
    for seed in range(1, SHEETS + 1):
        for name, values in _late(game, players=players, seed=seed).items():
            found[name] += values
    middle = {name: statistics.median(values) for name, values in found.items()}
    print(
        f"{game:12}{players:7}{middle['entry']:9.1f}{middle['poll']:8.1f}{middle['no news']:9.1f}"
        f"{_sizes(middle, 'entry'):>14}{_sizes(middle, 'poll'):>14}{_sizes(middle, 'page'):>16}"
        f"{_whole_game(game, players=players) / 1000:14.0f}"
    )


def _sizes(middle: Mapping[str, float], name: str) -> str:
    return f"{middle[f'{name} raw'] / 1000:.1f} / {middle[f'{name} sent'] / 1000:.1f}"


def _late(game: str, *, players: int, seed: int) -> Mapping[str, Sequence[float]]:
    """Two phones at a table, near the end."""
    from tests.factories.sheet_phones import SheetPhone, acts_of_game, entered

    acts = acts_of_game(game, players=players, seed=seed)
    sheet = entered(game, acts[:-LATE], players=players)
    one, other = SheetPhone(sheet), SheetPhone(sheet)
    for act in acts[-LATE:]:
        one.enter(act)
        assert (other.ask(), other.ask()) == (True, False)
    raw, sent = zip(*one.bodies, strict=True)
    return {
        "entry": one.times[1:],
        "poll": other.times[1::2],
        "no news": other.times[2::2],
        "page raw": raw[:1],
        "page sent": sent[:1],
        "entry raw": raw[1:],
        "entry sent": sent[1:],
        "poll raw": [raw for raw, _sent in other.bodies[1::2]],
        "poll sent": other.sent[1::2],
    }


def _whole_game(game: str, *, players: int) -> int:
    """Bytes sent to four phones that keep a game together."""
    from tests.factories.sheet_phones import SheetPhone, acts_of_game, entered

    sheet = entered(game, [], players=players)
    phones = [SheetPhone(sheet) for _phone in range(4)]
    for at, act in enumerate(acts_of_game(game, players=players)):
        phones[at % 4].enter(act)
        for phone in phones:
            phone.ask()
    return sum(sum(phone.sent) for phone in phones)
