"""Wrath & Glory."""

from ...core.game import Game
from . import forms
from .ids import book

GAME = Game(
    name="wng",
    title="Wrath & Glory",
    version="1",
    book=book,
    options=forms.OPTION_LIST,
    fighter_form=forms.FIGHTER,
    fight_form=forms.FIGHT_FORM,
    decisions=forms.DECISIONS,
    house=forms.house,
    recruit=forms.recruit,
    begin=forms.begin,
    fighter_views=forms.FIGHTER_VIEWS,
    fight_views=forms.FIGHT_VIEWS,
    outcome_views=forms.OUTCOME_VIEWS,
    target_views=forms.TARGET_VIEWS,
    number_names=forms.NUMBER_NAMES,
    vital=lambda fighter: "mob" if fighter.sheet.mob else "wounds",
    shown=("wounds", "shock", "mob"),
    shorthand=dict,
    choices=forms.CHOICES,
)
