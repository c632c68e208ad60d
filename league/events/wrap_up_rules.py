"""After the last round: the steps from the final table to the archive, and which of them are done.

What an event has no use for is left out: without prizes there is no ceremony, without a tie nothing
to settle. Archiving comes last, and can be taken back.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

FINISH, TIES, CEREMONY, CERTIFICATES = "finish", "ties", "ceremony", "certificates"
PRINT, PUBLIC, THANKS, ARCHIVE = "print", "public", "thanks", "archive"
ORDER = (FINISH, TIES, CEREMONY, CERTIFICATES, PRINT, PUBLIC, THANKS, ARCHIVE)

BY_HAND = (CEREMONY, CERTIFICATES, PRINT, PUBLIC, THANKS)  # done when somebody says so
MAY_SKIP = (TIES, *BY_HAND)
STATES = TO_DO, DONE, SKIPPED = "to_do", "done", "skipped"


@dataclass(frozen=True, slots=True)
class WrapUpFacts:
    """What the steps depend on."""

    is_finished: bool = False
    is_archived: bool = False
    prizes: int = 0
    ties: int = 0  # for prizes, settled ones among them
    open_ties: int = 0
    accounts: int = 0  # that a mail would reach
    has_thanked: bool = False
    marks: Mapping[str, str] = field(default_factory=dict)  # by step: done or skipped


@dataclass(frozen=True, slots=True)
class WrapUpStep:
    key: str
    state: str

    @property
    def is_by_hand(self) -> bool:
        return self.key in BY_HAND

    @property
    def may_skip(self) -> bool:
        return self.key in MAY_SKIP


def wrap_up_steps(facts: WrapUpFacts) -> list[WrapUpStep]:
    """In the order in which they are taken."""
    applies = {
        TIES: facts.ties > 0,
        CEREMONY: facts.prizes > 0,
        CERTIFICATES: facts.prizes > 0,
        THANKS: facts.accounts > 0,
    }
    return [WrapUpStep(key, _state(key, facts)) for key in ORDER if applies.get(key, True)]


def _state(key: str, facts: WrapUpFacts) -> str:
    done = {
        FINISH: facts.is_finished,
        TIES: not facts.open_ties,
        THANKS: facts.has_thanked,
        ARCHIVE: facts.is_archived,
    }
    return DONE if done.get(key) else facts.marks.get(key, TO_DO)
