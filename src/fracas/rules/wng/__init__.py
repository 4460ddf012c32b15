"""Wrath & Glory: the whole combat chapter."""

from ...core.game import Game
from . import decisions, forms, views
from .harm import dying
from .ids import ASK, book
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
    badly_hurt=lambda fighter: dying(fighter) or 2 * fighter.harm.wounds >= fighter.sheet.max_wounds + 1,
    decider=decider,
    theirs=frozenset({ASK.TEST, ASK.DETERMINATION, ASK.MEMORABLE, ASK.TRAUMATIC, ASK.TRAUMATIC_SIDE}),
    number_names=views.NUMBER_NAMES,
    vital=lambda fighter: "mob" if fighter.sheet.mob else "wounds",
    shown=("wounds", "shock", "mob"),
    flags=("dead", "dying", "exhausted", *(f"conditions.{word}" for word in forms.CONDITIONS)),
    fight_shown=("glory", "ruin"),
    shorthand=dict,
    choices=views.CHOICES,
)
