"""Wrath & Glory: the whole combat chapter."""

from ...core.game import Game
from . import decisions, forms, views
from .harm import badly_hurt
from .ids import ASK, RULE, book
from .order import decider

GAME = Game(
    name="wng",
    title="Wrath & Glory",
    version="2",
    book=book,
    options=forms.OPTION_LIST,
    fighter_form=forms.FIGHTER,
    fight_form=forms.FIGHT_FORM,
    decisions=decisions.DECISIONS,
    house=forms.house,
    recruit=forms.recruit,
    begin=forms.begin,
    fighter_views=views.FIGHTER_VIEWS,
    fight_views=views.FIGHT_VIEWS,
    outcome_views=views.OUTCOME_VIEWS,
    target_views=views.TARGET_VIEWS,
    setters=views.SETTERS,
    fight_setters=views.FIGHT_SETTERS,
    badly_hurt=badly_hurt,
    decider=decider,
    theirs=frozenset({ASK.TEST, ASK.DETERMINATION, ASK.MEMORABLE, ASK.TRAUMATIC, ASK.TRAUMATIC_SIDE}),
    number_names=views.NUMBER_NAMES,
    vital=lambda fighter: "mob" if fighter.sheet.mob else "wounds",
    shown=("wounds", "shock", "mob"),
    flags=("dead", "dying", "exhausted", *(f"conditions.{word}" for word in forms.CONDITIONS)),
    fight_shown=("glory", "ruin"),
    shorthand=dict,
    choices=views.CHOICES,
    health=views.health_of,
    carries=(
        *(f"harm.{name}" for name in ("wounds", "shock", "wrath", "ammo", "traumatic", "memorable", "dead", "weary")),
        "stance.spent",
        "stance.broken",
        "arms.loaded",
    ),
    private=frozenset(
        {
            RULE.HARM_WOUNDED,
            RULE.HARM_EXHAUSTED,
            RULE.HARM_EXHAUSTED__NOW,
            RULE.HARM_EXHAUSTED__OVER,
            RULE.HARM_DETERMINATION,
            RULE.HARM_ANNIHILATED,
            RULE.HARM_ANNIHILATED__COUNTS,
            RULE.HARM_DYING,
            RULE.HARM_DYINGDICE,
            RULE.HARM_DEATH,
            RULE.HARM_CATCHBREATH,
            RULE.CONDITION_EXHAUSTED,
            RULE.REST_REGROUP,
            RULE.REST_RESPITE,
            RULE.MOB_SHOCK,
            RULE.MOB_INTERACT,
            RULE.AMMO_RELOAD__DONE,
            RULE.SALVO_SPRAY,
        }
    ),
    open_views=("at", "here", "acted", "cover", "grappled", *(f"conditions.{word}" for word in forms.CONDITIONS)),
)
