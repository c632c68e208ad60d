"""Triolet: numbers on a grid, trios that sum to fifteen. The rules are in RULES.md."""

from games.contract import FinalFigures, Looks, Play, RandomPlay
from games.defaults import rule_module
from games.editions import edition_names
from games.hands import has_open_hand, tells_hand
from games.triolet import (
    board,
    box,
    description,
    drawing,
    entering,
    figures,
    lawful,
    pad,
    play,
    points,
    telling,
    words,
)
from games.triolet.random_play import random_game

RULES = rule_module(
    key="triolet",
    name="Triolet",
    variants={"base": board.PLAYERS},
    editions=edition_names("triolet"),
    rules_version=2,
    league_keys=figures.league_keys,
    best_keys=frozenset({figures.BEST_GAME}),
    league_key_names=figures.league_key_names,
    play=Play(
        read=words.read,
        write=words.write,
        start=board.start,
        step=play.step,
        lawful=lawful.lawful,
        standings=figures.standings,
        key_names=figures.key_names,
        right_claim=play.right_claim,
        ways=lawful.ways,
        has_open_hand=has_open_hand,
        tells_hand=tells_hand,
    ),
    figures=FinalFigures(
        fields=figures.fields,
        of=figures.figures,
        tally=figures.tally,
        score=figures.score,
        example=figures.example,
        turns=points.TURNS,
    ),
    looks=Looks(
        describe=description.describe,
        draw=drawing.draw,
        draw_better=drawing.draw_better,
        tell=telling.tell,
        box=box.box,
        reckon=telling.reckon,
        pad=pad.pad,
        hints=lawful.hints,
        signs=telling.signs,
        input_texts=entering.INPUT_TEXTS,
    ),
    random_play=RandomPlay(game=random_game),
)
