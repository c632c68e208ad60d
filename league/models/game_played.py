"""Which game is played: one that Arbitr referees, or any other by its name."""

from dataclasses import dataclass

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _

from games.contract import Rules
from games.registry import GAMES, rules_of
from games.values import Setup

OTHER = "other"
MOST_SEATS = 4


def game_choices() -> list[tuple[str, str | Promise]]:
    """Whatever is registered in games/, and any other: a new game changes nothing here."""
    known = ((key, rules_of(key)) for key in GAMES)
    return [*((key, rules.name) for key, rules in known if rules), (OTHER, _("another game"))]


def variant_choices() -> list[tuple[str, str]]:
    """The variants of all these games, by the names that their rules give them."""
    names: dict[str, str] = {}
    for rules in filter(None, map(rules_of, GAMES)):
        for key, name in rules.variant_names.items():
            names.setdefault(key, gettext(name))
    return list(names.items())


class Scoring(models.TextChoices):
    HIGHER = "higher", _("the higher score wins")
    LOWER = "lower", _("the lower score wins")
    PLACES = "places", _("places only, no scores")


# What a score sheet can add up.
SCORES_COMPARED = [choice for choice in Scoring.choices if choice[0] != Scoring.PLACES]


@dataclass(frozen=True)
class GamePlayed:
    """What the service needs to know about a game, refereed or not."""

    key: str
    name: str
    variant: str
    least: int  # players at a table
    most: int
    scoring: str
    team_size: int = 1  # players that make one entry

    @property
    def rules(self) -> Rules | None:
        return rules_of(self.key)

    @property
    def variant_name(self) -> str:
        """In the reader's language; empty for a game that has no rules here."""
        return gettext(self.rules.variant_names[self.variant]) if self.rules else ""

    @property
    def has_records(self) -> bool:
        return self.key in GAMES

    @property
    def least_entries(self) -> int:
        return self.least // self.team_size

    @property
    def most_entries(self) -> int:
        return self.most // self.team_size


class PlaysGame(models.Model):
    """The columns that name a game."""

    game = models.CharField(_("Game"), max_length=40, choices=game_choices, default=GAMES[0])
    variant = models.CharField(_("Variant"), max_length=20, default="base", blank=True)
    edition = models.CharField(_("Edition"), max_length=40, default="standard", blank=True)
    other_name = models.CharField(_("Name of the game"), max_length=100, blank=True)
    other_least = models.PositiveSmallIntegerField(
        _("Minimum number of players at a table"),
        default=2,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_SEATS)],
    )
    other_most = models.PositiveSmallIntegerField(
        _("Maximum number of players at a table"),
        default=MOST_SEATS,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_SEATS)],
    )
    other_scoring = models.CharField(
        _("What decides"), max_length=8, choices=Scoring.choices, default=Scoring.HIGHER
    )

    class Meta:
        abstract = True

    @property
    def game_played(self) -> GamePlayed:
        rules = rules_of(self.game)
        if rules is None:
            return GamePlayed(
                key=OTHER,
                name=self.other_name,
                variant="",
                least=self.other_least,
                most=self.other_most,
                scoring=self.other_scoring,
            )
        numbers = rules.variants[self.variant]
        sides = rules.play.sides(Setup(max(numbers), self.variant))
        return GamePlayed(
            key=self.game,
            name=rules.name,
            variant=self.variant,
            least=min(numbers),
            most=max(numbers),
            scoring=Scoring.HIGHER if rules.higher_score_wins else Scoring.LOWER,
            team_size=len(sides[0]),
        )
