"""Cyberpunk RED: armour and damage, health, and a single attack from the roll to hit on."""

from functools import partial

from ...core.forms import Form, in_full
from ...core.game import Game, words_of
from . import forms
from .ids import book
from .state import Skill
from .stats import seriously_wounded

GAME = Game(
    name="cpred",
    title="Cyberpunk RED",
    version="1",
    book=book,
    options=forms.OPTION_LIST,
    fighter_form=forms.FIGHTER,
    fight_form=Form(fields={}),
    decisions=forms.DECISIONS,
    house=forms.house,
    recruit=forms.recruit,
    begin=forms.begin,
    fighter_views=forms.FIGHTER_VIEWS,
    fight_views=forms.FIGHT_VIEWS,
    outcome_views=forms.OUTCOME_VIEWS,
    target_views=forms.TARGET_VIEWS,
    setters=forms.SETTERS,
    badly_hurt=seriously_wounded,
    number_names=forms.NUMBER_NAMES,
    vital=lambda fighter: "hp",
    shown=("hp", "wound", "sp.body", "sp.head", "injuries"),
    shorthand=partial(in_full, skills=words_of(Skill), place="body"),
)
