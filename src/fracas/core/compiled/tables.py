"""The fast table and the compiled exact table: overloads of the verbs, chosen by the table's type.

Both answer from the same dice kinds as the Python tables. Notes compile to nothing. The exact table counts in
floating point (its results are compared with the fractions of :mod:`fracas.core.exact` in the tests) and says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from .. import table as verbs
from ..dice import DiceKind
from ..generator import BATCH
from .direct import leave_out
from .jit import compiled_as, from_row, jitable, rowed, to_row, width_of, written
from .merge import merge_add, new_merge
from .words import fair, next_word, scaled


class FastTable(NamedTuple):
    """Simulation: ``stream`` is (key, counter) of the generator, ``policy`` the option for each question's number."""

    stream: Any
    policy: Any


def fast_table(seed: int, questions: int = 64) -> FastTable:
    """A fast table on stream ``seed``: the faces are those of :class:`~fracas.core.table.SeededTable` on that seed."""
    return FastTable(np.array([seed, 0], np.uint64), np.zeros(questions, np.int64))


class ExactCompiled(NamedTuple):
    """The odometer: for every question asked on the path its answers as rows, their weights, and where it stands."""

    at: Any  # int64 per question: which answer
    info: Any  # int64: position, depth, depth limit
    weight: Any  # float64: the path's weight, probability dropped
    policy: Any  # int64 per question number
    rows: Any  # list of int64[:, :]
    weights: Any  # list of float64[:]


POSITION, DEPTH, LIMIT = 0, 1, 2


@njit
def new_exact(limit: int, policy: Any) -> ExactCompiled:
    """An odometer at its beginning."""
    rows = [np.zeros((1, 1), np.int64)]
    weights = [np.zeros(1, np.float64)]
    info = np.zeros(3, np.int64)
    info[LIMIT] = limit
    return ExactCompiled(np.zeros(256, np.int64), info, np.array([1.0, 0.0]), policy, rows, weights)


@njit
def put(table: ExactCompiled, rows: Any, weights: Any) -> None:
    """A new question at the end of the path."""
    depth = table.info[DEPTH]
    if depth == len(table.at):
        raise OverflowError("more questions on one path than the compiled odometer keeps")
    if depth < len(table.rows):
        table.rows[depth] = rows
        table.weights[depth] = weights
    else:
        table.rows.append(rows)
        table.weights.append(weights)
    table.at[depth] = 0
    table.info[DEPTH] = depth + 1


@njit
def take(table: ExactCompiled) -> Any:
    """Go past the question at the path's position; the row of the answer it stands at."""
    position = table.info[POSITION]
    at = table.at[position]
    table.weight[0] *= table.weights[position][at]
    table.info[POSITION] = position + 1
    return table.rows[position][at]


@njit
def advance(table: ExactCompiled) -> Any:
    """Turn the odometer to the next path; False when all have been walked."""
    depth = table.info[DEPTH]
    while depth > 0:
        table.at[depth - 1] += 1
        if table.at[depth - 1] < len(table.weights[depth - 1]):
            break
        depth -= 1
    table.info[DEPTH] = depth
    table.info[POSITION] = 0
    table.weight[0] = 1.0
    return depth > 0


def _kind(dice: Any) -> tuple[Callable[..., Any], ...]:
    kind: type[DiceKind] = dice.instance_class
    return tuple(jitable(getattr(kind, name)) for name in ("blank", "size", "sides", "read"))


def _is(table: Any, kind: type) -> bool:
    return getattr(table, "instance_class", None) is kind


def dice_rows(dice: Any) -> Any:
    """The exact distribution of a dice kind as (rows, weights); only in compiled code."""
    raise RuntimeError("only in compiled code")


@compiled_as(dice_rows)
def _dice_rows(dice: Any) -> Any:
    blank, size, sides, read = _kind(dice)

    def impl(dice: Any) -> Any:
        like = blank(dice)
        width = width_of((like,))
        row = np.zeros(width, np.int64)
        to_row((like,), row)
        now = merge_add(new_merge(width), row, 1.0)
        for place in range(size(dice)):
            after = new_merge(width)
            count = sides(dice, place)
            for old in range(now[3][0]):
                summary = from_row((like,), now[0][old])[0]
                for shown in range(1, count + 1):
                    to_row((read(dice, summary, place, shown),), row)
                    after = merge_add(after, row, now[1][old] / count)
            now = after
        found = now[3][0]
        return now[0][:found].copy(), now[1][:found].copy()

    return impl


@compiled_as(verbs.roll)
def _roll(table: Any, dice: Any, why: Any) -> Any:
    blank, size, sides, read = _kind(dice)
    if _is(table, FastTable):

        def fast(table: Any, dice: Any, why: Any) -> Any:
            summary = blank(dice)
            count = size(dice)
            first = 0
            while first < count:  # the twin of Generator.faces
                end = min(first + BATCH, count)
                before = summary
                while True:
                    rest = next_word(table.stream)
                    ways = np.uint64(1)
                    summary = before
                    for place in range(first, end):
                        n = np.uint64(sides(dice, place))
                        shown, rest = scaled(rest, n)
                        ways *= n
                        summary = read(dice, summary, place, np.int64(shown) + 1)
                    if fair(rest, ways):
                        break
                first = end
            return summary

        return fast

    def exact(table: Any, dice: Any, why: Any) -> Any:
        like = blank(dice)
        if size(dice) == 0:
            return like
        if table.info[POSITION] == table.info[DEPTH]:
            rows, weights = dice_rows(dice)
            put(table, rows, weights)
        return from_row((like,), take(table))[0]

    return exact


@compiled_as(verbs.reroll)
def _reroll(table: Any, dice: Any, allowed: Any, why: Any) -> Any:
    if _is(table, FastTable):

        def fast(table: Any, dice: Any, allowed: Any, why: Any) -> Any:
            total = verbs.roll(table, dice, why)
            while not (allowed >> total) & 1:
                total = verbs.roll(table, dice, why)
            return total

        return fast

    def exact(table: Any, dice: Any, allowed: Any, why: Any) -> Any:
        if table.info[POSITION] == table.info[DEPTH]:
            rows, weights = dice_rows(dice)
            kept = 0
            whole = 0.0
            for old in range(len(weights)):
                if (allowed >> rows[old, 0]) & 1:
                    rows[kept, 0] = rows[old, 0]
                    weights[kept] = weights[old]
                    whole += weights[old]
                    kept += 1
            put(table, rows[:kept].copy(), weights[:kept] / whole)
        return take(table)[0]

    return exact


@compiled_as(verbs.compare)
def _compare(table: Any, dice: Any, bonus: Any, number: Any, why: Any) -> Any:
    if _is(table, FastTable):
        return lambda table, dice, bonus, number, why: verbs.sign_of(verbs.roll(table, dice, why) + bonus - number)

    def exact(table: Any, dice: Any, bonus: Any, number: Any, why: Any) -> Any:
        if table.info[POSITION] == table.info[DEPTH]:
            rows, weights = dice_rows(dice)
            signs = new_merge(1)
            row = np.zeros(1, np.int64)
            for old in range(len(weights)):
                row[0] = verbs.sign_of(rows[old, 0] + bonus - number)
                signs = merge_add(signs, row, weights[old])
            put(table, signs[0][: signs[3][0]].copy(), signs[1][: signs[3][0]].copy())
        return take(table)[0]

    return exact


@compiled_as(verbs.beats)
def _beats(table: Any, dice: Any, bonus: Any, number: Any, why: Any) -> Any:
    return lambda table, dice, bonus, number, why: verbs.compare(table, dice, bonus, number, why) > 0


@compiled_as(verbs.choose)
def _choose(table: Any, question: Any, fight: Any, who: Any, options: Any) -> Any:
    return lambda table, question, fight, who, options: table.policy[question.value]


@compiled_as(verbs.pick)
def _pick(table: Any, question: Any, fight: Any, who: Any, among: Any) -> Any:
    return lambda table, question, fight, who, among: verbs.one_of_mask(table.policy[question.value], among)


leave_out(verbs.note)
leave_out(verbs.tell)


@compiled_as(verbs.keeps)
def _keeps(table: Any) -> Any:
    return lambda table: True


@compiled_as(verbs.details)
def _details(table: Any) -> Any:
    return lambda table: True


@compiled_as(verbs.refuse)
def _refuse(table: Any, why: Any, *numbers: Any) -> Any:
    names = "".join(f", n{place}" for place in range(len(numbers)))
    source = f"def impl(table, why{names}):\n    raise ValueError('a compiled decision was refused by a rule')\n"
    return written(source, "impl")


@njit
def places(mask: int) -> Any:
    """The places of the bits set, rising; the twin of :func:`fracas.core.table.bits`."""
    found = np.empty(62, np.int64)
    count = 0
    for place in range(62):
        if (mask >> place) & 1:
            found[count] = place
            count += 1
    return found[:count]


_FAST = """
def impl({head}):
{loops}    return state
"""

_FAST_LOOP = """
    {loop}
        state = {rule}(state{given}, table)
"""

_EXACT = """
def impl({head}):
    if table.info[POSITION] == table.info[DEPTH]:
        width = width_of(state)
        row = np.zeros(width, np.int64)
        to_row(state, row)
        now = merge_add(new_merge(width), row, 1.0)
        before = table.weight[0]
{loops}        found = now[3][0]
        put(table, now[0][:found].copy(), now[1][:found].copy())
    return from_row(state, take(table))
"""

_EXACT_LOOP = """
        {loop}
            after = new_merge(width)
            for old in range(now[3][0]):
                inner = new_exact(table.info[LIMIT], table.policy)
                while True:
                    end = {rule}(from_row(state, now[0][old]){given}, inner)
                    to_row(end, row)
                    after = merge_add(after, row, now[1][old] * inner.weight[0])
                    if not advance(inner):
                        break
                table.weight[1] += before * now[1][old] * inner.weight[1]
            now = after
"""

_NAMES = {
    "np": np,
    "POSITION": POSITION,
    "DEPTH": DEPTH,
    "LIMIT": LIMIT,
    "width_of": width_of,
    "to_row": to_row,
    "from_row": from_row,
    "new_merge": new_merge,
    "merge_add": merge_add,
    "new_exact": new_exact,
    "advance": advance,
    "put": put,
    "take": take,
    "places": places,
}


def _loops(table: Any, head: str, rounds: list[tuple[str, str, str]]) -> Any:
    """What compiled code runs for a verb that goes through ``rounds``: (loop, rule, arguments given) for each."""
    whole, one = (_FAST, _FAST_LOOP) if _is(table, FastTable) else (_EXACT, _EXACT_LOOP)
    loops = "".join(one.format(loop=loop, rule=rule, given=given) for loop, rule, given in rounds)
    return written(whole.format(head=head, loops=loops), "impl", dict(_NAMES))


@compiled_as(verbs.again)
def _again(table: Any, n: Any, rule: Any, state: Any, *args: Any) -> Any:
    names = "".join(f", a{place}" for place in range(len(args)))
    return _loops(table, f"table, n, rule, state{names}", [("for place in range(n):", "rule", names)])


@compiled_as(verbs.each)
def _each(table: Any, targets: Any, rule: Any, state: Any, *args: Any) -> Any:
    names = "".join(f", a{place}" for place in range(len(args)))
    head = f"table, targets, rule, state{names}"
    return _loops(table, head, [("for place in places(targets):", "rule", f", place{names}")])


@compiled_as(verbs.in_turn)
def _in_turn(table: Any, state: Any, args: Any, *rules: Any) -> Any:
    given = "".join(f", args[{place}]" for place in range(len(args)))
    names = [f"r{place}" for place in range(len(rules))]
    return _loops(table, ", ".join(["table", "state", "args", *names]), [("if True:", name, given) for name in names])


_FOLLOW = """
def fast(table, rule, state{names}):
    while state.more != 0:
        state = rule(state{names}, table)
    return state

def exact(table, rule, state{names}):
    if table.info[POSITION] == table.info[DEPTH]:
        width = width_of(state)
        row = np.zeros(width, np.int64)
        to_row(state, row)
        now = merge_add(new_merge(width), row, 1.0)
        before = table.weight[0]
        going = True
        depth = 0
        while going and depth < table.info[LIMIT]:
            going = False
            after = new_merge(width)
            for old in range(now[3][0]):
                start = from_row(state, now[0][old])
                if start.more == 0 or start.open == 0 or now[1][old] < 1e-12:
                    after = merge_add(after, now[0][old], now[1][old])
                    continue
                inner = new_exact(table.info[LIMIT], table.policy)
                while True:
                    end = rule(start{names}, inner)
                    if end.more != 0 and end.open != 0:
                        going = True
                    to_row(end, row)
                    after = merge_add(after, row, now[1][old] * inner.weight[0])
                    if not advance(inner):
                        break
                table.weight[1] += before * now[1][old] * inner.weight[1]
            now = after
            depth += 1
        for old in range(now[3][0]):
            end = from_row(state, now[0][old])
            if end.more != 0 and end.open != 0:
                table.weight[1] += before * now[1][old]
        found = now[3][0]
        put(table, now[0][:found].copy(), now[1][:found].copy())
    return from_row(state, take(table))
"""


@compiled_as(verbs.follow)
def _follow(table: Any, rule: Any, state: Any, *args: Any) -> Any:
    names = "".join(f", a{place}" for place in range(len(args)))
    return written(_FOLLOW.format(names=names), "fast" if _is(table, FastTable) else "exact", dict(_NAMES))


def explore_compiled(rule: Callable[..., Any], compiled: Callable[..., Any] = njit) -> Callable[..., Any]:
    """A compiled ``explore(limit, policy, state, *args) -> (rows, weights, dropped)`` for one rule.

    ``rows`` is int64 of shape (states, width), each row :func:`~fracas.core.state.flatten` of an end state;
    ``weights`` float64 probabilities; ``dropped`` as in :class:`~fracas.core.exact.Explored`. ``compiled`` compiles it.
    """
    jitable(rule)

    @compiled
    def explore(limit: int, policy: Any, state: Any, args: Any) -> Any:
        table = new_exact(limit, policy)
        width = width_of(state)
        row = np.zeros(width, np.int64)
        found = new_merge(width)
        start = np.zeros(width, np.int64)
        to_row(state, start)
        while True:
            end = rule(from_row(state, start), *args, table)
            to_row(end, row)
            found = merge_add(found, row, table.weight[0])
            if not advance(table):
                break
        count = found[3][0]
        return found[0][:count].copy(), found[1][:count].copy(), table.weight[1]

    return lambda limit, policy, state, args: explore(limit, policy, rowed(state), args)
