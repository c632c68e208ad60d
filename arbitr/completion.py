"""What a shell offers when Tab is pressed, made from the parser itself.

source <(arbitr completion bash)       in ~/.bashrc, ~/.zshrc
arbitr completion fish | source        in ~/.config/fish/config.fish
"""

import argparse
from collections.abc import Iterator

SHELLS = ("bash", "zsh", "fish")
Words = dict[str, list[str]]  # what may follow a command; "" is the beginning


def script(parser: argparse.ArgumentParser, *, shell: str) -> str:
    words = words_of(parser)
    return _fish(words) if shell == "fish" else _bash(words, is_zsh=shell == "zsh")


def words_of(parser: argparse.ArgumentParser) -> Words:
    commands = dict(_commands(parser))
    words = {name: sorted(_own_words(command)) for name, command in commands.items()}
    return {"": sorted([*commands, *_own_words(parser)]), **words}


def _commands(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


def _own_words(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        yield from (option for option in action.option_strings if option.startswith("--"))
        if action.choices and not isinstance(action, argparse._SubParsersAction):
            yield from map(str, action.choices)


def _bash(words: Words, *, is_zsh: bool) -> str:
    cases = "\n".join(
        f"        {name}) words={' '.join(own)!r} ;;" for name, own in words.items() if name
    )
    start = "autoload -U +X bashcompinit && bashcompinit\n" if is_zsh else ""
    return f"""{start}_arbitr() {{
    local words={" ".join(words[""])!r}
    case "${{COMP_WORDS[1]}}" in
{cases}
    esac
    [ "$COMP_CWORD" -eq 1 ] && words={" ".join(words[""])!r}
    COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _arbitr arbitr
"""


def _fish(words: Words) -> str:
    lines = [f"complete -c arbitr -n __fish_use_subcommand -f -a {' '.join(words[''])!r}"]
    lines += [
        f"complete -c arbitr -n '__fish_seen_subcommand_from {name}' -a {' '.join(own)!r}"
        for name, own in words.items()
        if name and own
    ]
    return "\n".join(lines) + "\n"
