"""What a pad of Twisty says, in other words."""

import re


def ways_in(tree: str) -> list[str]:
    """`c1(a2)b2` is c1, b2, c1-a2: every square ends a way, and the nearest come first."""
    begun: list[str] = []
    found: list[list[str]] = []
    for sign in re.findall(r"[()]|[a-g][1-7]", tree):
        if sign == "(":
            begun = found[-1]
        elif sign == ")":
            begun = begun[:-1]
        else:
            found.append([*begun, sign])
    return ["-".join(way) for way in sorted(found, key=len)]
