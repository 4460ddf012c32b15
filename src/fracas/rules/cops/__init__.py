"""COPS: damage, protection and life, attacks with a pool, and turns in order of pace."""

from ...core.forms import Form
from ...core.game import Game
from . import forms
from .harm import below_half
from .ids import ASK, RULE, book

GAME = Game(
    name="cops",
    title="COPS",
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
    lacks=forms.lacks,
    badly_hurt=below_half,
    number_names=forms.NUMBER_NAMES,
    vital=lambda fighter: "hp",
    shown=("hp", "down", "lasting", "dead"),
    theirs=frozenset({ASK.PROTECTION}),
    shorthand=dict,
    health=lambda fighter, house, form: (fighter.wounds.hp, fighter.sheet.max_hp),
    carries=(*(f"wounds.{name}" for name in ("hp", "losing", "lasting", "dead")), "arms.loaded"),
    private=frozenset(
        {
            RULE.HP,
            RULE.HP__LEFT,
            RULE.HALF,
            RULE.HALF__DIE,
            RULE.MASSIVE,
            RULE.DOWN,
            RULE.DOWN__LOSES,
            RULE.DOWN__BLEED,
            RULE.DEAD,
            RULE.ATTACK_RANGE__ROUNDS,
            RULE.ATTACK_RANGE__RELOADED,
        }
    ),
    open_views=("at", "here", "stance", "pace", "initiative"),
    secret=frozenset({"stance"}),
)
