"""What a game gives the rest of the program: forms at its edge, its decisions, and views of its state.

Everything above the rules (case files, odds, explanation, records, the command line) works through this, and knows no
game by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, NamedTuple

from .errors import BadInput, phrase
from .forms import Field, Form, one_of, shown
from .rule import Rulebook, label_of
from .table import Table


class Option(NamedTuple):
    """One house rule: its values (the first is the default) and the rule that it belongs to."""

    name: str
    field: Field
    values: type[IntEnum] | None
    rule: str
    default: Any

    def written(self) -> list[Any]:
        """The values as a file writes them (none for data)."""
        return [written(value) for value in self.values] if self.values else []


@dataclass(frozen=True)
class DecisionKind:
    """One thing that a person can decide: which fields it takes, and the rule that carries it out.

    ``build(values, by, target)`` makes the decision from checked fields and fighters' indices.
    """

    name: str
    details: Form
    build: Callable[[Mapping[str, Any], int, int, Fighters], Any]
    run: Callable[[Any, Any, Table], Any]
    by: bool = False
    target: bool = False
    several: bool = False
    """May it take several targets? Then its values hold ``targets``, a mask."""


class Fighters(NamedTuple):
    """The fighters' ids in order, and the forms they were made from."""

    ids: tuple[str, ...]
    forms: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class Game:
    """One ruleset. ``version`` changes only when behaviour does."""

    name: str
    title: str
    version: str
    book: Rulebook
    options: Mapping[str, Option]
    fighter_form: Form
    fight_form: Form
    decisions: Mapping[str, DecisionKind]
    house: Callable[[Mapping[str, Any]], Any]
    recruit: Callable[[Mapping[str, Any], Table], Any]
    begin: Callable[[Any, tuple[Any, ...], Mapping[str, Any], Fighters], Any]
    fighter_views: Mapping[str, Callable[[Any, Any], Any]]
    """Each takes the fighter and the house rules."""
    fight_views: Mapping[str, Callable[[Any], Any]]
    outcome_views: Mapping[str, Callable[[Any], Any]]
    """Each takes the fight: what the last decision did to its first target."""
    number_names: Mapping[str, Callable[[int], str]]
    """For a note's number of this name: the word for a value (``place`` 1 -> ``head``), as a term to translate."""
    vital: Callable[[Any], str]
    """The field of a fighter that an attack on it is about: points left (``hp``) or taken (``damage``)."""
    shown: tuple[str, ...]
    """The fighter's fields that a summary shows."""
    shorthand: Callable[[dict[str, Any]], dict[str, Any]]
    """A fighter as the command line may write it, in full (``sp: 11`` as a piece of armour)."""
    target_views: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    """Each takes a fighter: what the last decision did to it (``outcome.<target>.…``)."""
    badly_hurt: Callable[[Any], bool] = lambda fighter: False
    """Is a fighter hurt so badly that a cautious one would fall back?"""
    lacks: Callable[[Any], str] = lambda house: ""
    """What a whole fight needs and these house rules do not say (nothing: ``""``)."""
    setters: Mapping[str, Callable[[Any, Any], Any]] = field(default_factory=dict)
    """What the GM may set: the fighter's field to ``setter(fighter, value)``; ValueError says what would be right."""
    theirs: frozenset[IntEnum] = frozenset()
    """Dice that are not rolled by the one who decides, but by the fighter whom the rule's next note names as ``who``:
    initiative, evasion, saves."""
    flags: tuple[str, ...] = ()
    """The fighter's fields that a summary shows where they are true."""
    fight_shown: tuple[str, ...] = ()
    """The fight's own numbers that a menu shows."""
    fight_setters: Mapping[str, Callable[[Any, Any], Any]] = field(default_factory=dict)
    """What the GM may set of the fight as a whole: ``setter(fight, value)``."""
    decider: Callable[[Any], int] = lambda fight: fight.clock.active
    """Whose decision is next: a fighter's index, FREE, or WAITING (somebody is to be picked)."""
    health: Callable[[Any, Any, Mapping[str, Any]], tuple[int, int]] = lambda fighter, house, form: (0, 0)
    """How much of its health a fighter has left, and the most it can have, from its state, the house rules and its form."""
    carries: tuple[str, ...] = ()
    """The fighter's parts that outlast a fight, as paths: wounds, worn armour, ammunition."""
    private: frozenset[IntEnum] = frozenset()
    """Notes that tell what only a fighter's own side and the GM know: its health, ammunition, points."""
    open_views: tuple[str, ...] = ()
    """The fighter's fields that everybody at the table sees, of foes too."""
    secret: frozenset[str] = frozenset()
    """Decisions that all make in secret, and that are shown together."""
    choices: Mapping[IntEnum, tuple[Any, ...]] = field(default_factory=dict)
    """For each question that is a choice: its options as a file writes them, the first the default. No options: the
    choice is of a fighter, by its id."""

    def option_named(self, label: str, given: Any, ids: tuple[str, ...]) -> tuple[IntEnum, int] | None:
        """The question with this label and the option that a person means (None: it is no choice); ValueError says what
        could be meant."""
        lists = {question: options or ids for question, options in self.choices.items() if label_of(question) == label}
        for question, options in lists.items():
            for place, option in enumerate(options):
                if option == given and isinstance(option, bool) == isinstance(given, bool):
                    return question, place
        if lists:
            known = tuple(str(option).lower() for options in lists.values() for option in options)
            raise ValueError(one_of(given, known))
        return None

    def read_house(self, given: Any, where: str = "house") -> Any:
        """The house rules: options that differ from the defaults, as words; returns the game's House."""
        fields = {name: option.field for name, option in self.options.items()}
        read = Form(fields=fields, rule=self.name).read({} if given is None else given, where)
        return self.house(read)

    def counts_taken(self, fighter: Any) -> bool:
        """Does the vital field count what was taken (and not what is left)?"""
        return self.vital(fighter) in ("damage", "wounds")

    def step(self, fight: Any, decision: Any, table: Table) -> Any:
        """Carry out one decision: the fight after it. The only way forward."""
        return _RUNNERS[type(decision)](fight, decision, table)

    def look(self, fight: Any, ids: tuple[str, ...], path: str) -> Any:
        """The value at a dotted path: ``<fighter>.<field>``, ``fight.<field>`` or ``outcome.<field>``."""
        return self.view(ids, path)(fight)

    def view(self, ids: tuple[str, ...], path: str) -> Callable[[Any], Any]:
        """The function from a fight to the value at a path; unknown paths are errors here, not later."""
        owner, _, field = path.partition(".") if isinstance(path, str) else (shown(path), "", "")
        if owner == "outcome" and field.partition(".")[0] in ids:
            return self._target_view(ids, path, field)
        whole: Mapping[str, Callable[[Any], Any]] = self.fight_views if owner == "fight" else self.outcome_views
        if owner in ids:
            known: tuple[str, ...] = tuple(self.fighter_views)
        elif owner in ("fight", "outcome"):
            known = tuple(whole)
        else:
            raise BadInput(shown(path), "unknown", one_of(owner, (*ids, "fight", "outcome")))
        if field not in known:
            raise BadInput(shown(path), "unknown", one_of(field, known))
        if owner not in ids:
            return whole[field]
        view, index = self.fighter_views[field], ids.index(owner)
        return lambda fight: view(fight.fighters[index], fight.house)

    def _target_view(self, ids: tuple[str, ...], path: str, field: str) -> Callable[[Any], Any]:
        """``outcome.<target>.<name>``: what the last decision did to one of several targets."""
        owner, _, name = field.partition(".")
        if name not in self.target_views:
            raise BadInput(path, "unknown", one_of(name, tuple(self.target_views)))
        view, index = self.target_views[name], ids.index(owner)
        return lambda fight: view(fight.fighters[index])


_RUNNERS: dict[type, Callable[[Any, Any, Table], Any]] = {}


def runs(kind: type, run: Callable[[Any, Any, Table], Any]) -> None:
    """Register which function carries out a decision type (each game's decisions are types of their own)."""
    _RUNNERS[kind] = run


def runner_of(decision: Any) -> Callable[[Any, Any, Table], Any]:
    """The function that carries out a decision."""
    return _RUNNERS[type(decision)]


def written(value: IntEnum) -> str | int | bool:
    """An option's value as a file writes it: a word; ``TRUE`` as true; ``N6`` as 6."""
    if value.name in ("TRUE", "FALSE"):
        return value.name == "TRUE"
    return int(value.name[1:]) if value.name[:1] == "N" and value.name[1:].isdigit() else value.name.lower()


@dataclass(frozen=True)
class Reading(Field):
    """One of an option's values; reads as its number."""

    values: type[IntEnum] = IntEnum

    def read(self, value: Any, where: str) -> int:
        for one in self.values:
            if written(one) == value and isinstance(written(one), bool) == isinstance(value, bool):
                return int(one)
        words = tuple(str(written(one)).lower() for one in self.values)
        raise BadInput(where, shown(value), one_of(value, words), self.rule)

    def right(self) -> str:
        return one_of(None, tuple(str(written(one)).lower() for one in self.values))

    def schema(self) -> dict[str, Any]:
        return {"enum": [written(one) for one in self.values]}


def enum_option(name: str, values: type[IntEnum], rule: str) -> Option:
    """An option with a few readings; the first is the default."""
    first = next(iter(values))
    return Option(name, Reading(default=int(first), values=values, rule=rule), values, rule, written(first))


def words_of(values: type[IntEnum]) -> tuple[str, ...]:
    """The words of an enumeration, as files write them."""
    return tuple(value.name.lower() for value in values)


def named(values: type[IntEnum]) -> Callable[[int], str]:
    """From a number to its word."""
    return lambda number: str(written(values(number))).lower()


class Setup(NamedTuple):
    """A fight ready to begin: the state, the fighters' ids, and what the rules noted while it was set up."""

    fight: Any
    fighters: Fighters


def set_up(game: Game, fighters: Any, house: Any = None, fight: Any = None, table: Table | None = None) -> Setup:
    """Read fighters, house rules and the fight's own numbers, and set the fight up. Nothing is half done: any error
    names its place and leaves nothing behind."""
    from .table import silent

    if not isinstance(fighters, Mapping) or not fighters:
        raise BadInput("fighters", shown(fighters), phrase("at least one fighter, with an id and fields"))
    rules = game.read_house(house)
    numbers = game.fight_form.read({} if fight is None else fight, "fight")
    forms: list[Mapping[str, Any]] = []
    made: list[Any] = []
    for id, given in fighters.items():
        plain = isinstance(id, str) and id.isprintable()
        if not plain or not id or "." in id or id in ("fight", "outcome") or len(id) > 40:
            right = phrase("an id without dots, of 1 to 40 characters, not 'fight' or 'outcome'")
            raise BadInput("fighters", shown(id), right)
        form = game.fighter_form.read({} if given is None else given, id)
        try:
            made.append(game.recruit(form, table or silent))
        except BadInput as error:
            raise error.under(id) from None
        forms.append(form)
    known = Fighters(tuple(fighters), tuple(forms))
    return Setup(game.begin(rules, tuple(made), numbers, known), known)


def decide(
    game: Game,
    fighters: Fighters,
    do: Any,
    by: Any = None,
    target: Any = None,
    details: Any = None,
    targets: Any = None,
) -> Any:
    """Read one decision (``do``, who, at whom, its fields) and build it."""
    if not isinstance(do, str) or do not in game.decisions:
        raise BadInput("do", shown(do), one_of(do, tuple(game.decisions)))
    kind = game.decisions[do]
    mask = 0
    if targets is not None:
        if not kind.several or target is not None:
            raise BadInput("targets", shown(targets), phrase("left out: '{do}' takes one target", do=do))
        if not isinstance(targets, list) or not targets or any(one not in fighters.ids for one in targets):
            raise BadInput("targets", shown(targets), one_of(None, fighters.ids))
        mask = sum(1 << fighters.ids.index(one) for one in set(targets))
        target = targets[0]
    indices = []
    for name, given, wanted in (("by", by, kind.by), ("target", target, kind.target)):
        if not wanted:
            if given is not None and (name == "target" or not isinstance(given, str) or given not in fighters.ids):
                raise BadInput(name, shown(given), phrase("left out: '{do}' has no {name}", do=do, name=name))
            indices.append(-1)
            continue
        if given is None:
            raise BadInput(name, "missing", phrase("the id of a fighter: '{do}' needs it", do=do))
        if not isinstance(given, str) or given not in fighters.ids:
            raise BadInput(name, shown(given), one_of(given, fighters.ids))
        indices.append(fighters.ids.index(given))
    values = kind.details.read({} if details is None else details, "with")
    if kind.several:
        values["targets"] = mask or 1 << indices[1]
    return kind.build(values, indices[0], indices[1], fighters)
