"""Twisty: knight's moves, seven cubes in order, then the centre."""

from games.contract import FinalFigures, Looks, Play, RandomPlay, Tags
from games.defaults import rule_module
from games.editions import edition_names
from games.twisty import (
    board,
    box,
    description,
    drawing,
    faults,
    figures,
    lawful,
    pad,
    play,
    points,
    telling,
    words,
)
from games.twisty.random_play import random_game, shuffled

RULES = rule_module(
    key="twisty",
    editions=edition_names("twisty"),
    name="Twisty",
    variants={"base": board.PLAYERS},
    league_key_names=figures.league_key_names,
    play=Play(
        read=words.read,
        write=words.write,
        start=board.start,
        step=play.step,
        lawful=lawful.lawful,
        standings=figures.standings,
        key_names=figures.key_names,
    ),
    tags=Tags(
        names=words.own_tags,
        required=words.own_tags,
        read=words.read_tag,
        wrong=faults.wrong_tags,
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
        tell=telling.tell,
        box=box.box,
        reckon=telling.reckon,
        pad=pad.pad,
        hints=lawful.hints,
        set_up=pad.set_up,
        signs=telling.signs,
        key_signs=telling.key_signs,
        input_texts=pad.INPUT_TEXTS,
    ),
    random_play=RandomPlay(game=random_game, tags=shuffled),
)
