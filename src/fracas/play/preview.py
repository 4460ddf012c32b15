"""The steps of odds in words: the same steps as the explanation, with chances in place of results."""

from __future__ import annotations

from collections.abc import Callable

from ..odds.steps import Step
from .explain import Explainer
from .wording import decimal, fill, percent


def reading_text(explainer: Explainer, step: Step, option: str) -> str:
    """A house rule that may decide, and its value."""
    return fill(
        explainer.ui("⌂ decides: {reading}"), {"reading": explainer.reading(option, step.numbers[option].mode())}
    )


def step_text(explainer: Explainer, step: Step) -> str:
    """A note's numbers, given that it is reached: fixed ones as they are, others as mean and range or as chances."""
    ui = explainer.ui
    parts = []
    for name, found in step.numbers.items():
        if name in ("who", "decided", "layer") or (name == "modifier" and set(found.chances) == {0}):
            continue
        label = number_label(ui, name)
        if name in explainer.game.number_names:
            shares = [
                f"{explainer.term(name, explainer.game.number_names[name](value))}"
                + (f" {percent(float(chance), explainer.lang)}" if len(found.chances) > 1 else "")
                for value, chance in found.chances.items()
            ]
            parts.append(ui(", ").join(shares[:6]) + (" …" if len(shares) > 6 else ""))
        elif len(found.chances) == 1:
            parts.append(f"{label} {explainer.value(next(iter(found.chances)))}")
        elif set(found.chances) == {0, 1} and name in ("success", "lives"):
            parts.append(f"{label} {percent(float(found[1]), explainer.lang)}")
        else:
            low, high = next(iter(found.chances)), next(reversed(found.chances))
            mean = decimal(float(found.mean()), explainer.lang, 2)
            parts.append(f"{label} {mean} ({explainer.value(low)} … {explainer.value(high)})")
    return ui("; ").join(parts)


def number_label(ui: Callable[[str], str], name: str) -> str:
    """What a note's number is called."""
    labels = {
        "damage": ui("damage"),
        "total": ui("total"),
        "die": ui("die"),
        "through": ui("through"),
        "suffered": ui("suffered"),
        "success": ui("success"),
        "lives": ui("lives"),
        "number": ui("needed"),
        "difficulty": ui("successes needed"),
        "successes": ui("successes"),
        "before": ui("before"),
        "after": ui("after"),
        "left": ui("left"),
        "lost": ui("lost"),
        "modifier": ui("modifier"),
        "penalty": ui("penalty"),
        "value": ui("value"),
        "level": ui("level"),
        "layers": ui("layers"),
        "distance": ui("metres"),
        "range": ui("range"),
        "dice": ui("dice"),
        "threshold": ui("threshold"),
        "protection": ui("protection"),
        "extra": ui("extra"),
        "power": ui("power"),
        "save_penalty": ui("death save penalty"),
        "move": "MOVE",
        "metres": ui("metres"),
        "points": ui("points"),
        "past": ui("through"),
        "least": ui("at least"),
        "doubled": ui("doubled"),
        "ev": "EV",
        "rounds": ui("rounds"),
        "keeps": ui("success"),
        "recovers": ui("success"),
        "base": ui("base"),
        "bonus_points": ui("bonus"),
        "bonus": ui("bonus"),
        "half": ui("half"),
        "times": ui("times"),
        "margin": ui("margin"),
        "most": ui("at most"),
        "tens": ui("tens"),
        "hp": "HP",
        "max_hp": ui("maximum"),
        "sp": "SP",
    }
    return labels.get(name, name.replace("_", " "))
