"""How long a job that failed waits before its next try."""

FIRST_S = 10
FACTOR = 6


def wait_s(attempts: int) -> int:
    """10 s after the first attempt, a minute after the second."""
    return FIRST_S * int(FACTOR ** (attempts - 1))
