"""Cyberpunk 2020: a whole fight, from initiative to harm."""

from functools import partial

from ...core.forms import Form, in_full
from ...core.game import Game, words_of
from . import forms, orders
from .ids import ASK, RULE, book
from .state import Skill
from .wounds import MORTAL_0, boxes, level_of

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
    health=lambda fighter, house, form: (boxes(house) - fighter.wounds.damage, boxes(house)),
    carries=(
        *(f"wounds.{name}" for name in ("damage", "stable", "lost", "dead")),
        "armour.sp",
        "condition.luck",
        "arms.loaded",
    ),
    private=frozenset(
        {
            RULE.LUCK,
            RULE.AMMO,
            RULE.AMMO__RELOAD,
            RULE.WOUND_TRACK,
            RULE.WOUND_TRACK__DEAD,
            RULE.WOUND_TRACK__READING,
            RULE.WOUND_EFFECTS,
            RULE.WOUND_EFFECTS__READING,
            RULE.SAVE_STUN,
            RULE.SAVE_RECOVER,
            RULE.SAVE_DEATH,
            RULE.SAVE_DEATH__READING,
            RULE.STABILISE,
        }
    ),
    open_views=("at", "here", "lying", "held", "held_fast", "dropped", "surprised", "initiative"),
)
