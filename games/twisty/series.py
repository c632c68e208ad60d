"""What lies before a player of Twisty, as shapes: the series of cards with their cubes."""

from collections.abc import Iterator

from games.scene import Shape, group
from games.twisty import symbols
from games.twisty.board import Player
from games.twisty.ground import Put
from games.twisty.symbols import Look, styled

HEIGHT = 92
WIDTH = 680  # of the pawn and the cards alone
_STEP = 82  # from one card to the next


def paper(*, width: float, is_turn: bool) -> Shape:
    """What the series lies on; outlined for the one who is to move."""
    edge: Look = {
        "stroke": "#b8430a" if is_turn else "#c9c1b0",
        "stroke_width": 5 if is_turn else 2,
    }
    size: Look = {"x": 4, "y": 4, "width": width - 8, "height": HEIGHT - 8, "rx": 14}
    name = "panel panel-turn" if is_turn else "panel"
    return styled({**size, **edge}, "rect", fill="#f6f1e6", class_=name)


def cards(seat: str, player: Player, *, put: Put) -> Iterator[Shape]:
    """The pawn, and seven cards in order with their cubes."""
    yield group((put(f"pawn-{seat}"),), transform="translate(52 47)")
    for place in range(len(player.series)):
        yield _card(player, place, put)


def _card(player: Player, place: int, put: Put) -> Shape:
    """A card, its cube on it if it is held, a shield if that is protected; the next one marked."""
    colour = player.series[place]
    shapes = [put(f"card-{colour}")]
    if place < player.cubes:
        cube = put(f"cube-{colour}")
        shapes.append(group((cube,), transform="scale(1.25)", class_="held"))
    if place < player.protected:
        shapes.append(group((put("shield"),), transform="translate(23 21) scale(0.6)"))
    if place == player.cubes:
        ring: Look = {"x": -37, "y": -37, "width": 74, "height": 74, "rx": 12, "fill": "none"}
        shapes.append(styled(ring, "rect", stroke=symbols.INK, stroke_width=5, class_="next"))
    return group(shapes, transform=f"translate({140 + place * _STEP} 46)")
