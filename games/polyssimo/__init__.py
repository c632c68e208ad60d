"""Polyssimo Challenge: draft the pieces, then find room for more of them than the others."""

from games.contract import FinalFigures, Looks, Play, RandomPlay, Tags
from games.defaults import rule_module
from games.polyssimo import (
    board,
    description,
    drawing,
    faults,
    figures,
    lawful,
    pad,
    play,
    telling,
    words,
)
from games.polyssimo.random_play import random_game

RULES = rule_module(
    key="polyssimo",
    name="Polyssimo Challenge",
    variants={"base": board.PLAYERS},
    editions=("standard", "squares"),
    higher_score_wins=False,
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
    ),
    tags=Tags(
        names=lambda players: (board.PIECES,),
        read=words.read_tag,
        default=words.default_tag,
        canonical=words.canonical_tag,
        wrong=faults.wrong_tags,
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
        signs=telling.signs,
        input_texts=pad.INPUT_TEXTS,
    ),
    random_play=RandomPlay(game=random_game),
)
