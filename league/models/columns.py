"""What a column of whole numbers holds, and what was typed for one."""

MOST = 2**31 - 1
MOST_SMALL = 2**15 - 1
_MOST_DIGITS = len(str(MOST)) - 1


def number_in(text: str) -> int | None:
    """A whole number from 0 on that a column holds; None: anything else that somebody sent.

    Python counts ² and ٣ among the digits, and refuses to read a number of 5,000 of them.
    """
    is_number = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
    return int(text) if is_number else None
