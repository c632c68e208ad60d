"""The name of the next evening: the last number in the name counted up."""

import re

_NUMBER = re.compile(r"\d+")
_YEAR = re.compile(r"(19|20|21)\d\d")


def counted_up(name: str, *, most: int = 200) -> str:
    """After “Úterky 3” comes “Úterky 4”. Years stay; without a number it is the second.

    `most`: letters that the name may have.
    """
    numbers = [found for found in _NUMBER.finditer(name) if not _YEAR.fullmatch(found[0])]
    if not numbers:
        return f"{name[: most - 2]} 2"
    last = numbers[-1]
    digits = str(int(last[0]) + 1).zfill(len(last[0]))
    return f"{name[: last.start()]}{digits}{name[last.end() :]}"[:most]
