"""Kaleidoskop, also sold as Ingenious and Einfach genial (RULES.md)."""

from games.contract import FinalFigures, Looks, Play, RandomPlay, Tags
from games.defaults import rule_module
from games.editions import edition_names
from games.hands import has_open_hand, tells_hand
from games.kaleidoskop import (
    board,
    box,
    description,
    drawing,
    figures,
    lawful,
    pad,
    play,
    points,
    telling,
    words,
)
from games.kaleidoskop.random_play import random_game

RULES = rule_module(
    key="kaleidoskop",
    name="Kaleidoskop",
    variants=board.VARIANTS,
    variant_names=board.VARIANT_NAMES,
    editions=edition_names("kaleidoskop"),
    rules_version=2,
    play=Play(
        read=words.read,
        write=words.write,
        start=board.start,
        step=play.step,
        lawful=lawful.lawful,
        standings=figures.standings,
        key_names=figures.key_names,
        sides=board.sides,
        right_claim=play.right_claim,
        ways=lawful.ways,
        has_open_hand=has_open_hand,
        tells_hand=tells_hand,
    ),
    tags=Tags(
        names=lambda players: (board.CORNERS,),
        read=words.read_tag,
        default=lambda tag, setup: None,
        canonical=words.canonical_tag,
    ),
    figures=FinalFigures(
        fields=figures.fields,
        of=figures.figures,
        tally=figures.tally,
        score=figures.score,
        example=figures.example,
        scores_fault=figures.scores_fault,
        turns=points.TURNS,
    ),
    looks=Looks(
        describe=description.describe,
        draw=drawing.draw,
        draw_better=drawing.draw_better,
        tell=telling.tell,
        box=box.box,
        pad=pad.pad,
        hints=lawful.hints,
        points=telling.points,
        reckon=telling.reckon,
        signs=telling.signs,
        key_signs=telling.key_signs,
        input_texts=pad.INPUT_TEXTS,
    ),
    random_play=RandomPlay(game=random_game),
)
