"""What the notes of Wrath & Glory say of turns, moves, engagements and conditions (see cpred.py for the form)."""

from __future__ import annotations

from ...rules.wng.ids import RULE
from ..wording import By, Plural, Sentences

TITLES = {
    "wng.turn.round": "Round",
    "wng.turn.alternate": "Who acts next",
    "wng.turn.glory": "Glory out of turn",
    "wng.turn.ruin": "Ruin out of turn",
    "wng.turn.ambush": "Ambush",
    "wng.turn.hold": "Held action",
    "wng.action.budget": "Actions of a turn",
    "wng.action.simple": "Simple action",
    "wng.action.full": "Full-round action",
    "wng.action.multi": "Several tasks",
    "wng.move.rates": "Moving",
    "wng.move.exceed": "Going further",
    "wng.move.leave": "Leaving an engagement",
    "wng.position": "Position",
    "wng.option.fallback": "Fall back",
    "wng.wrath.reroll": "Rolling again",
    "wng.stealth.move": "Sneaking",
    "wng.condition.stack": "Conditions together",
    "wng.condition.hindered": "Hindered",
    "wng.condition.blinded": "Blinded",
    "wng.condition.vulnerable": "Vulnerable",
    "wng.condition.prone": "Prone",
    "wng.condition.staggered": "Staggered",
    "wng.condition.exhausted": "Exhausted",
    "wng.condition.frenzied": "Frenzied",
}

SENTENCES: Sentences = {
    RULE.TURN_ROUND: "Round {round} begins.",
    RULE.TURN_ROUND__BEGUN: "The fight has begun already.",
    RULE.TURN_ROUND__OVER: "The fight is over.",
    RULE.TURN_ROUND__RUNNING: "A turn order runs: turns and rounds follow from it.",
    RULE.TURN_ALTERNATE: "{who}'s turn.",
    RULE.TURN_ALTERNATE__NEXT: By("agents", {1: "The players pick an agent."}, "The GM picks an adversary."),
    RULE.TURN_ALTERNATE__WAITING: (
        "{who} cannot be picked now: the fight has not begun, somebody has the turn, or is owed a reflexive attack."
    ),
    RULE.TURN_ALTERNATE__REFUSED: "{who} cannot be picked: it has acted in this round, or cannot act.",
    RULE.TURN_GLORY: "1 Glory is spent for {who} (Glory left: {glory}).",
    RULE.TURN_GLORY__REFUSED: "There is no Glory for {who} to act out of turn.",
    RULE.TURN_RUIN: "1 Ruin is spent for {who} (Ruin left: {ruin}).",
    RULE.TURN_RUIN__REFUSED: "There is no Ruin for {who} to act out of turn.",
    RULE.TURN_AMBUSH: "{who} is surprised: no turn in round 1.",
    RULE.TURN_AMBUSH__ALERT: "{who} is alert and acts as usual.",
    RULE.TURN_AMBUSH__REFUSED: "{who} has no turn in round 1 while surprised; only the surprised can be made alert.",
    RULE.TURN_HOLD: "{who} holds its combat action.",
    RULE.TURN_HOLD__RELEASED: "{who} takes its held action.",
    RULE.TURN_HOLD__TEST: By(
        "success",
        {
            1: Plural(
                "icons",
                "Initiative: {icons} icon against {against}: {who} interrupts.",
                "Initiative: {icons} icons against {against}: {who} interrupts.",
            )
        },
        Plural(
            "icons",
            "Initiative: {icons} icon against {against}: {who} comes too late.",
            "Initiative: {icons} icons against {against}: {who} comes too late.",
        ),
    ),
    RULE.TURN_HOLD__LOST: "{who} keeps the action for later in the round.",
    RULE.TURN_HOLD__REFUSED: "{who} has no combat action to hold or to take now.",
    RULE.ACTION_BUDGET: "{who} uses: {action}.",
    RULE.ACTION_BUDGET__SPENT: "{who} has no {action} left.",
    RULE.ACTION_BUDGET__TURN: "It is not {who}'s turn.",
    RULE.ACTION_SIMPLE: "{who} does something simple.",
    RULE.ACTION_FULL: "{who} takes the whole turn for it.",
    RULE.ACTION_FULL__REFUSED: "{who} has used a part of its turn: a full-round action takes all of it.",
    RULE.ACTION_MULTI: "{who} declares {tasks} tasks: {dn:+} DN on every test of this round.",
    RULE.ACTION_MULTI__DN: "Several tasks: {dn:+} DN for {who}.",
    RULE.ACTION_MULTI__REFUSED: "{who} declares tasks before anything else, and has one attack a turn.",
    RULE.MOVE_RATES: "{who} moves {metres} m ({pace}); {left} m are left.",
    RULE.MOVE_RATES__FAR: "{who} cannot move {metres} m: {left} m are left.",
    RULE.MOVE_RATES__STRAIGHT: "A sprint is one straight line, and all of the turn's Move ({who}).",
    RULE.MOVE_RATES__REFUSED: "Who runs has no Simple action; {who} has used it.",
    RULE.MOVE_EXCEED: "{who} tries to go further than usual.",
    RULE.MOVE_EXCEED__TEST: By(
        "success",
        {
            1: Plural(
                "icons",
                "Athletics: {icons} icon against {number}: {who} makes it.",
                "Athletics: {icons} icons against {number}: {who} makes it.",
            )
        },
        Plural(
            "icons",
            "Athletics: {icons} icon against {number}: {who} does not make it.",
            "Athletics: {icons} icons against {number}: {who} does not make it.",
        ),
    ),
    RULE.MOVE_LEAVE: "{who} leaves the engagement.",
    RULE.MOVE_LEAVE__OWED: "{who} may make a reflexive attack at the one who leaves.",
    RULE.MOVE_LEAVE__DECLINED: "{who} lets it go.",
    RULE.MOVE_LEAVE__NOTHING: "{who} is owed no reflexive attack.",
    RULE.MOVE_LEAVE__REFUSED: (
        "First {who} makes its reflexive attack, or lets it go; it is made in melee, at the one who leaves."
    ),
    RULE.HAZARD_SUFFOCATION__REFUSED: "{who} is unconscious and cannot act.",
    RULE.POSITION: "{who} is {metres} m away.",
    RULE.POSITION__UNKNOWN: "It is not known where {who} or the target stands: give a distance.",
    RULE.POSITION__REACH: "{who} is {metres} m away: out of reach in melee.",
    RULE.POSITION__POINT: "{who} stands at a point: say where it goes (to: [x, y]).",
    RULE.OPTION_FALLBACK: "{who} falls back {metres} m and draws no reflexive attack.",
    RULE.OPTION_FALLBACK__REFUSED: "Falling back takes {who} at least {least} m, and out of the engagement.",
    RULE.OPTION_ALLOUT__OPEN: "{who} attacked all out: Defence −2.",
    RULE.OPTION_CHARGE__MOVED: "{who} charges {metres} m.",
    RULE.WRATH_REROLL: Plural(
        "dice",
        "1 Wrath point: {who} rolls again what shows no icon ({dice} die; Wrath left: {wrath}).",
        "1 Wrath point: {who} rolls again what shows no icon ({dice} dice; Wrath left: {wrath}).",
    ),
    RULE.STEALTH_MOVE: "{who} sneaks: Combat action and Move together.",
    RULE.STEALTH_MOVE__REFUSED: "Who sneaks does nothing but sneak with its Move ({who}).",
    RULE.CONDITION_STACK: "Of {who}'s conditions the worst counts: {dn:+} DN.",
    RULE.CONDITION_HINDERED: "{who} is Hindered: {dn:+} DN.",
    RULE.CONDITION_HINDERED__ENDS: "{who} is less Hindered: it lasted until now.",
    RULE.CONDITION_BLINDED: "{who} is Blinded: {dn:+} DN where sight is needed.",
    RULE.CONDITION_BLINDED__ENDS: "{who} sees again.",
    RULE.CONDITION_VULNERABLE: "{who} is Vulnerable: {points:+} Defence.",
    RULE.CONDITION_VULNERABLE__ENDS: "{who} is less Vulnerable: it lasted until now.",
    RULE.CONDITION_PRONE: "{who} is prone: {points:+} Defence.",
    RULE.CONDITION_PRONE__UP: "{who} stands up; only the standard move is left.",
    RULE.CONDITION_PRONE__NOT: "{who} is not prone.",
    RULE.CONDITION_PRONE__REFUSED: (
        "{who} crawls or stands up first; who has stood up neither runs nor sprints, and not everybody can stand."
    ),
    RULE.CONDITION_PINNED__ENDS: "{who} is no longer pinned.",
    RULE.CONDITION_PINNED__REFUSED: "{who} is pinned and cannot leave cover.",
    RULE.CONDITION_RESTRAINED__ENDS: "{who} can move again.",
    RULE.CONDITION_STAGGERED: "{who} is Staggered: Speed {speed}.",
    RULE.CONDITION_STAGGERED__REFUSED: "{who} is Staggered: it neither runs nor sprints.",
    RULE.CONDITION_STAGGERED__ENDS: "{who} is no longer Staggered.",
    RULE.CONDITION_EXHAUSTED: "{who} is Exhausted: walking or crawling, a basic attack or falling back, nothing else.",
    RULE.CONDITION_FRENZIED: "{who} is Frenzied: +1 Strength, all-out attacks only.",
    RULE.CONDITION_FRENZIED__REFUSED: "{who} is Frenzied: it rushes the nearest foe and attacks it all out, in melee.",
}
