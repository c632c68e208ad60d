"""How far long work of a command has come, on a terminal alone."""

from django.core.management.base import OutputWrapper


class EventsDone:
    """Called with how many events are done, of how many; one line, written over and over."""

    def __init__(self, out: OutputWrapper) -> None:
        self.out = out

    def __call__(self, done: int, all_of_them: int) -> None:
        if self.out.isatty():
            end = "\n" if done == all_of_them else ""
            self.out.write(f"\revents: {done} of {all_of_them}", ending=end)
            self.out.flush()
