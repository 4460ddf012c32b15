"""Cyberpunk RED: armour and damage, health, and a single attack from the roll to hit on."""

from functools import partial

from ...core.forms import Form, in_full
from ...core.game import Game, words_of
from . import decisions, forms, views
from .ids import ASK, book
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
    decisions=decisions.DECISIONS,
    house=forms.house,
    recruit=forms.recruit,
    begin=forms.begin,
    fighter_views=views.FIGHTER_VIEWS,
    fight_views=views.FIGHT_VIEWS,
    outcome_views=views.OUTCOME_VIEWS,
    target_views=views.TARGET_VIEWS,
    setters=views.SETTERS,
    badly_hurt=seriously_wounded,
    number_names=views.NUMBER_NAMES,
    vital=lambda fighter: "hp",
    shown=("hp", "wound", "sp.body", "sp.head", "injuries"),
    theirs=frozenset({ASK.INITIATIVE, ASK.EVADE, ASK.EVADE_MORE, ASK.RESIST, ASK.RESIST_MORE, ASK.DEATH}),
    shorthand=partial(in_full, skills=words_of(Skill), place="body"),
)
