"""How long a job that failed waits before its next try."""

FIRST_S = 20
FACTOR = 15


def wait_s(attempts: int) -> int:
    """20 s after the first attempt, five minutes after the second."""
    return FIRST_S * int(FACTOR ** (attempts - 1))
