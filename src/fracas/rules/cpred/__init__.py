"""Cyberpunk RED: armour and damage, health, and a single attack from the roll to hit on."""

from functools import partial

from ...core.forms import Form, in_full
from ...core.game import Game, words_of
from . import decisions, forms, views
from .ids import ASK, RULE, book
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
    health=lambda fighter, house, form: (fighter.wounds.hp, fighter.sheet.max_hp),
    carries=(
        *(f"wounds.{name}" for name in ("hp", "save_penalty", "injuries", "stable", "unconscious", "dead")),
        "armour.body",
        "armour.head",
        "condition.luck",
        "arms.loaded",
    ),
    private=frozenset(
        {
            RULE.LUCK,
            RULE.HP,
            RULE.HP__LEFT,
            RULE.WOUND_SERIOUS,
            RULE.WOUND_SERIOUS__PENALTY,
            RULE.WOUND_MORTAL,
            RULE.WOUND_MORTAL__PENALTY,
            RULE.WOUND_MORTAL__FURTHER,
            RULE.AMMO_RUBBER,
            RULE.SAVE_DEATH,
            RULE.SAVE_DEATH__GROWS,
            RULE.STABILISE,
            RULE.RELOAD,
            RULE.RELOAD__ROUNDS,
        }
    ),
    open_views=("at", "here", "lying", "held", "dropped", "burning", "suppressed", "cover.hp", "initiative"),
)
