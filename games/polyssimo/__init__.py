"""Polyssimo Challenge: draft the pieces, then find room for more of them than the others."""

from games.contract import FinalFigures, Looks, Play, RandomPlay, Tags
from games.defaults import rule_module
from games.editions import edition_names
from games.polyssimo import (
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
from games.polyssimo.random_play import random_game

RULES = rule_module(
    key="polyssimo",
    name="Polyssimo Challenge",
    variants={"base": board.PLAYERS},
    editions=edition_names("polyssimo"),
    rules_version=2,
    higher_score_wins=False,
    league_keys=figures.league_keys,
    league_key_names=figures.league_key_names,
    play=Play(
        read=words.read,
        write=words.write,
        start=board.start,
        step=play.step,
        lawful=lawful.lawful,
        standings=figures.standings,
        key_names=figures.key_names,
        uncounted=frozenset(("pass",)),
    ),
    tags=Tags(
        names=lambda players: (board.PIECES, board.DRAFT),
        read=words.read_tag,
        default=words.default_tag,
        canonical=words.canonical_tag,
        wrong=faults.wrong_tags,
        handicap=board.handicap,
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
        pad=pad.pad,
        hints=lawful.hints,
        reckon=telling.reckon,
        signs=telling.signs,
        input_texts=pad.INPUT_TEXTS,
    ),
    random_play=RandomPlay(game=random_game),
)
