"""Kaleidoskop, also sold as Ingenious and Einfach genial (RULES.md)."""

from games.contract import FinalFigures, Looks, Play, RandomPlay
from games.defaults import rule_module
from games.hands import has_open_hand, tells_hand
from games.kaleidoskop import (
    board,
    description,
    drawing,
    figures,
    lawful,
    pad,
    play,
    telling,
    words,
)
from games.kaleidoskop.random_play import random_game

RULES = rule_module(
    key="kaleidoskop",
    name="Kaleidoskop",
    variants=board.VARIANTS,
    variant_names=board.VARIANT_NAMES,
    league_keys=figures.league_keys,
    play=Play(
        read=words.read,
        write=words.write,
        start=board.start,
        step=play.step,
        lawful=lawful.lawful,
        standings=figures.standings,
        key_names=figures.key_names,
        sides=board.sides,
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
        scores_fault=figures.scores_fault,
    ),
    looks=Looks(
        describe=description.describe,
        draw=drawing.draw,
        tell=telling.tell,
        pad=pad.pad,
        hints=lawful.hints,
        points=telling.points,
        signs=telling.signs,
        key_signs=telling.key_signs,
        input_texts=pad.INPUT_TEXTS,
    ),
    random_play=RandomPlay(game=random_game),
)
