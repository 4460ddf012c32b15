"""Cyberpunk 2020: a whole fight, from initiative to harm."""

from functools import partial

from ...core.forms import Form, in_full
from ...core.game import Game, words_of
from . import forms, orders
from .ids import ASK, book
from .state import Skill
from .wounds import MORTAL_0, level_of

GAME = Game(
    name="cp2020",
    title="Cyberpunk 2020",
    version="1",
    book=book,
    options=forms.OPTION_LIST,
    fighter_form=forms.FIGHTER,
    fight_form=Form(fields={}),
    decisions=orders.DECISIONS,
    house=forms.house,
    recruit=forms.recruit,
    begin=forms.begin,
    fighter_views=forms.FIGHTER_VIEWS,
    fight_views=forms.FIGHT_VIEWS,
    outcome_views=forms.OUTCOME_VIEWS,
    target_views=forms.TARGET_VIEWS,
    setters=forms.SETTERS,
    badly_hurt=lambda fighter: level_of(fighter.wounds.damage) >= MORTAL_0,
    number_names=forms.NUMBER_NAMES,
    vital=lambda fighter: "damage",
    shown=("damage", "wound", "stunned", "lost", "sp.torso"),
    theirs=frozenset(
        {ASK.INITIATIVE, ASK.EVADE, ASK.EVADE_MORE, ASK.SUPPRESS, ASK.STUN, ASK.OVERACT, ASK.DEATH},
    ),
    shorthand=partial(in_full, skills=words_of(Skill), place="torso"),
)
