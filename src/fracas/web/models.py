"""What is sent and answered, for the checks at the edge and the OpenAPI document. What a fight looks like comes from the
table's one function (:func:`fracas.table.sight.see`) and is sent as it is; the models say what is in it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from .problems import MEDIA

MOST = 2**31 - 1
Seq = Annotated[int, Field(ge=0, le=MOST, strict=True)]
SeqAt = Annotated[int, Field(ge=0, le=MOST)]
"""The same in an address, where everything is text."""
Id = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Short = Annotated[str, StringConstraints(max_length=80)]
Answer = Annotated[
    bool | int | str | list[Annotated[int, Field(strict=True, ge=-1000, le=1000)]],
    Field(description='Faces (`[6, 6, 2]`, or as typed `"662"`), `"app"`, a word of `choices`, true or false, an id.'),
]


class Asked(BaseModel):
    """Base of what is sent: unknown fields are errors, nothing is converted."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Answered(BaseModel):
    """Base of what is answered; there may be more fields in later versions."""

    model_config = ConfigDict(extra="allow")


class Message(Answered):
    """A sentence as a key of the catalogues, and what is filled in (values or messages)."""

    key: str
    params: dict[str, Any]


class Problem(Answered):
    """Problem details (RFC 9457). `rule`: the rule that refuses; `where`: the field; `expected`, `found`: what a stale
    request saw, and where the fight stands."""

    type: str
    title: str
    status: int
    detail: str
    rule: str = ""
    where: str = ""
    message: Message | None = None
    expected: int | None = None
    found: int | None = None


PROBLEMS: dict[int | str, dict[str, Any]] = {
    "default": {
        "description": "A problem, in one clear line, with the rule that refuses and the message's key.",
        "content": {MEDIA: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
}
"""For each route's ``responses``."""


class ChoiceIn(Asked):
    """One decision, as a record writes it: `with` are its own fields (see the ruleset's `decisions`)."""

    do: Id
    by: Id | None = None
    target: Id | None = None
    targets: list[Id] = Field(default=[], max_length=64)
    details: dict[str, Any] = Field(default={}, alias="with")


class DecisionIn(ChoiceIn):
    """A decision to be carried out. `dice`: whose dice for this roll; `hidden`: a roll that only the GM sees (GM)."""

    dice: Literal["own", "app"] | None = None
    hidden: bool = False
    answers: list[Answer] = Field(default=[], max_length=200)


class AnswersIn(Asked):
    """Answers to what is asked, in order."""

    answers: list[Answer] = Field(min_length=1, max_length=200)


class UndoIn(Asked):
    """`seq`: the entry to undo (none: the last one that stands); `request`: the player's request that this grants."""

    seq: Seq | None = None
    request: Seq | None = None


class RequestIn(Asked):
    """A player asks that an entry be undone."""

    seq: Seq


class OverrideIn(Asked):
    """The GM's word in place of a result: values by path, such as `{"ganger.hp": 12}`."""

    of: Seq
    set: dict[str, Any]
    reason: str = Field(default="", max_length=200)


class ReviseIn(Asked):
    """Dice or choices of an entry set otherwise, by their place in it from 0: it is carried out anew."""

    of: Seq
    answers: dict[Annotated[str, StringConstraints(pattern=r"^\d{1,4}$")], Answer] = Field(min_length=1)


class BranchIn(Asked):
    """`seq`: the copy stands as the fight did after this entry (none: as it stands now)."""

    seq: Seq | None = None


class SettingsIn(Asked):
    """What the GM settles: how the health of those one does not play shows, whether foes' rolls are hidden, whether people
    are asked to dodge."""

    foes: Literal["numbers", "bars", "words", "nothing"] | None = None
    party: Literal["numbers", "bars", "words", "nothing"] | None = None
    foes_rolls: Literal["open", "hidden"] | None = None
    reactions: bool | None = None


class SeatIn(Asked):
    """`person`: a name (null: nobody any more); `dice`: whose; `play`: `person` or a policy (GM)."""

    person: Short | None = None
    dice: Literal["own", "app"] | None = None
    play: Id | None = None


class LinkIn(Asked):
    """A link: its role, for a player perhaps the fighter, a label for the GM, a passphrase."""

    role: Literal["gm", "player", "watcher"]
    fighter: Id | None = None
    label: Annotated[str, StringConstraints(max_length=80)] = ""
    passphrase: Annotated[str, StringConstraints(min_length=4, max_length=200)] | None = None


class LinkOut(Answered):
    """A link; `token` is the secret in it, `path` the address that opens it; `sees` says what it lets one see and do."""

    id: str
    role: str
    fighter: str | None
    label: str
    protected: bool
    revoked: bool
    created: str
    token: str
    path: str
    sees: str


class LinksOut(Answered):
    """A fight's links."""

    links: list[LinkOut]


class JoinIn(Asked):
    """Come in by a link's token. `name`: what the log calls one; `fighter`: the one to play, where the link leaves it open;
    `cookie`: keep the token in a cookie (for pages in a browser)."""

    link: Annotated[str, StringConstraints(min_length=1, max_length=1000)]
    passphrase: Annotated[str, StringConstraints(max_length=200)] | None = None
    name: Short = ""
    fighter: Id | None = None
    cookie: bool = False


class Joined(Answered):
    """One's own token, and where it leads; `fight` is null for the host."""

    token: str
    role: str
    fight: str | None
    fighters: list[str]


class EncounterIn(Asked):
    """An encounter: a sample by name, or as an encounter file has it (docs/encounters.md). `party`: ids of the roster that
    fight in it; `players`: who plays whom (`person` or a policy)."""

    sample: Id | None = None
    encounter: dict[str, Any] | None = None
    name: Annotated[str, StringConstraints(max_length=200)] | None = None
    settings: SettingsIn = SettingsIn()
    players: dict[str, str] = {}


class FightIn(EncounterIn):
    """A new fight."""

    party: list[Id] = Field(default=[], max_length=64)


class Made(Answered):
    """A new fight, and its GM's link."""

    fight: str
    seq: int
    gm: LinkOut


class FightRow(Answered):
    """One fight of the list."""

    id: str
    ruleset: str
    version: str
    name: str
    created: str
    changed: str
    head: int


class FightsOut(Answered):
    """All fights, the one that was played last first."""

    fights: list[FightRow]


class You(Answered):
    """As whom one sees the fight."""

    role: str
    name: str
    fighters: list[str]


class Look(Answered):
    """What a viewer may see: how the fight stands after entry `seq`, and entries of the log. docs/api.md has the fields."""

    fight: str
    seq: int
    you: You
    state: dict[str, Any]
    log: list[dict[str, Any]]
    more: bool


class Done(Look):
    """What a command came to: `log` has the entries that it made; `repeated`: it had been sent before and counted then."""

    repeated: bool


class LogPage(Answered):
    """A page of the log; `more`: there are later entries."""

    fight: str
    seq: int
    log: list[dict[str, Any]]
    more: bool


class ChoiceOut(Answered):
    """A decision that may be made, and its words."""

    do: str
    text: str


class ChoicesOut(Answered):
    """What one may decide now; `seq` is what to send as If-Match."""

    fight: str
    seq: int
    choices: list[ChoiceOut]


class Checked(Answered):
    """May it be decided so? If not: why not."""

    seq: int
    allowed: bool
    problem: Problem | None = None


class Odds(Answered):
    """Odds of a decision: `exact`, or simulated with `runs` and chances off by at most `error`, the mean by `mean_error`
    (95 %). `critical`: the chance of the game's critical hit; `suffered`: what the target loses, with chances; `steps`: the
    notes that may be reached."""

    seq: int
    text: str
    exact: bool
    error: float
    runs: int
    mean_error: float
    critical: float
    hit: float
    hurt: float
    mean: float
    suffered: dict[str, Any]
    steps: list[dict[str, Any]]


class HangsOn(Answered):
    """What an undo takes back."""

    of: int
    deeds: list[dict[str, Any]]


class Verified(Answered):
    """Are the dice as promised? `problems`: for the GM's eyes."""

    well: bool
    dice: list[dict[str, Any]]


class CharacterIn(Asked):
    """A fighter of the roster: its form, as an encounter file has it."""

    id: Annotated[str, StringConstraints(pattern=r"^[^./\\\s]{1,40}$")]
    ruleset: Id
    form: dict[str, Any]


class FormIn(Asked):
    """Another form: new armour, another weapon."""

    form: dict[str, Any]


class SetIn(Asked):
    """Values set by hand between fights, such as `{"hp": 40}`."""

    set: dict[str, Any]


class CharacterOut(Answered):
    """A fighter that outlives its fights. `kept`: what the fights have left of it; `fight`: where it last fought."""

    id: str
    ruleset: str
    name: str
    form: dict[str, Any]
    kept: dict[str, Any]
    fight: str | None
    revision: int


class RosterOut(Answered):
    """All fighters of the roster."""

    roster: list[CharacterOut]
