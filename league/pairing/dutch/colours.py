"""Two players and their colours: whether they may meet, what it costs them, and who is white.

Decided here: C3, what C10 to C13 count, and article 5 of C.04.3.
"""

from league.pairing.dutch.players import PairingPlayer, Strength


def are_both_bound(first: PairingPlayer, second: PairingPlayer) -> bool:
    """Both have an absolute preference for the same colour (C3)."""
    return first.is_absolute and second.is_absolute and first.wants == second.wants


def breaks_balance(first: PairingPlayer, second: PairingPlayer) -> bool:
    """C10: one of them would have a colour more than twice as often as the other one."""
    both = abs(first.difference) > 1 and abs(second.difference) > 1
    return both and first.wants == second.wants


def breaks_alternation(first: PairingPlayer, second: PairingPlayer) -> bool:
    """C11: one of them would have a colour three times running."""
    if not are_both_bound(first, second):
        return False
    if abs(first.difference) == abs(second.difference):
        return first.doubled is not None and first.doubled == second.doubled
    less = min(first, second, key=lambda player: abs(player.difference))
    return less.doubled is not None and less.doubled != less.wants


def breaks_preference(first: PairingPlayer, second: PairingPlayer) -> bool:
    """C12: both are due the same colour."""
    return first.wants is not None and first.wants == second.wants


def breaks_strong_preference(first: PairingPlayer, second: PairingPlayer) -> bool:
    """C13: both are due the same colour, and neither only mildly; two absolutes are not counted."""
    least = min(first.strength, second.strength)
    both_strong = least >= Strength.STRONG and not are_both_bound(first, second)
    return both_strong and first.wants == second.wants


def higher_is_white(higher: PairingPlayer, lower: PairingPlayer, *, first_is_white: bool) -> bool:
    """Who starts (article 5): the first rule that decides. `higher` is ranked above `lower`."""
    if higher.wants != lower.wants:
        return bool(higher.wants) if higher.wants is not None else not lower.wants
    if higher.wants is None:
        return first_is_white == (higher.pairing_number % 2 == 1)
    if higher.strength != lower.strength:
        return higher.wants == (higher.strength > lower.strength)
    if higher.is_absolute and abs(higher.difference) != abs(lower.difference):
        return higher.wants == (abs(higher.difference) > abs(lower.difference))
    for own, other in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if own != other:
            return not own
    return higher.wants
