"""Triolet: numbers on a grid, trios that sum to fifteen. The rules are in RULES.md."""

from games.contract import FinalFigures, Looks, Play, RandomPlay
from games.defaults import rule_module
from games.hands import has_open_hand, tells_hand
from games.triolet import board, description, drawing, figures, lawful, pad, play, telling, words
from games.triolet.random_play import random_game

RULES = rule_module(
    key="triolet",
    name="Triolet",
    variants={"base": board.PLAYERS},
    league_keys=figures.league_keys,
    play=Play(
        read=words.read,
        write=words.write,
        start=board.start,
        step=play.step,
        lawful=lawful.lawful,
        standings=figures.standings,
        key_names=figures.key_names,
        counts_as_turn=play.counts_as_turn,
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
    ),
    looks=Looks(
        describe=description.describe,
        draw=drawing.draw,
        tell=telling.tell,
        pad=pad.pad,
        hints=lawful.hints,
        signs=telling.signs,
        input_texts=pad.INPUT_TEXTS,
    ),
    random_play=RandomPlay(game=random_game),
)
