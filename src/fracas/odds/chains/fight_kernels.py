"""Whole fights in compiled code: what is decided in a state, the rows of states, and probability moving along them."""

from __future__ import annotations

# mypy: disable-error-code="no-untyped-def"
from typing import Any, NamedTuple

from numba import njit

from ...core.errors import phrase
from .kernels import MISSING, TOO_MANY, ends_of, slot_of

OVER, STUCK, GROW_THOUGHT, GROW_ACT, LATE = -10, -11, -12, -13, -14
"""Instead of a number of ends: the fight is over, nothing is left to try, a diagram has to grow, a rule refused too late."""

FULL = 1
UNKNOWN = -1


class Minds(NamedTuple):
    """What is thought and done: ``masks`` of what was tried, with the root of the thought (``thoughts``) for each; for
    every act its ``root`` and ``bit``; ``meaning`` of every leaf's result (an act's number or OVER; how many rounds have
    begun)."""

    masks: Any
    thoughts: Any
    root: Any
    bit: Any
    meaning: Any


class Rows(NamedTuple):
    """States and what follows from each: entries from ``first`` to ``last`` (UNKNOWN: not worked out yet; OVER or STUCK:
    nothing follows) with their targets, probabilities, and how many rounds begin on the way."""

    keys: Any
    slots: Any
    marks: Any
    first: Any
    last: Any
    target: Any
    share: Any
    rounds: Any


@njit
def decided(words, forest, minds, room, wanted):
    """The ends of what is decided in a state: how many, or one of the codes above; ``wanted[0]``: which diagram must grow."""
    tried = 0
    results = room[3]
    for _ in range(64):
        place = -1
        for number in range(minds.masks.shape[0]):
            if minds.masks[number] == tried:
                place = number
        if place < 0:
            wanted[0] = tried
            wanted[1] = -1
            return GROW_THOUGHT
        found = ends_of(minds.thoughts[place], words, forest, room)
        if found == MISSING:
            wanted[0] = tried
            wanted[1] = place
            return GROW_THOUGHT
        act = minds.meaning[results[0]]
        if act == OVER:
            return OVER
        found = ends_of(minds.root[act], words, forest, room)
        if found == MISSING:
            wanted[0] = act
            return GROW_ACT
        if found < 0:
            return found
        if results[0] >= 0:
            for end in range(1, found):
                if results[end] < 0:
                    return LATE
            return found
        if found > 1:
            return LATE
        if (tried >> minds.bit[act]) & 1:
            return STUCK
        tried |= 1 << minds.bit[act]
    return STUCK


@njit
def make_row(state, count, entries, rows, forest, minds, room, wanted):
    """Work out what follows from a state: (states, entries, 0 or why not)."""
    found = decided(rows.keys[state], forest, minds, room, wanted)
    if found in (OVER, STUCK):
        rows.first[state] = found
        rows.last[state] = found
        return count, entries, 0
    if found < 0:
        return count, entries, found
    if (
        count + found > rows.keys.shape[0]
        or entries + found > rows.target.shape[0]
        or 2 * (count + found) > rows.slots.shape[0]
    ):
        return count, entries, FULL
    out, shares, results = room[0], room[1], room[3]
    begin = entries
    for end in range(found):
        slot = slot_of(out[end], rows.keys, rows.slots)
        at = rows.slots[slot]
        if at < 0:
            at = count
            rows.slots[slot] = at
            for word in range(rows.keys.shape[1]):
                rows.keys[at, word] = out[end, word]
            rows.first[at] = UNKNOWN
            rows.marks[at] = -1
            count += 1
        rounds = minds.meaning[results[end]]
        known = rows.marks[at]
        if known >= begin and known < entries and rows.target[known] == at and rows.rounds[known] == rounds:
            rows.share[known] += shares[end]
        else:
            rows.target[entries] = at
            rows.share[entries] = shares[end]
            rows.rounds[entries] = rounds
            rows.marks[at] = entries
            entries += 1
    rows.first[state] = begin
    rows.last[state] = entries
    return count, entries, 0


@njit
def push(
    live, begin, end, mass, least, count, entries, rows, forest, minds, room, wanted, near, following, far, totals
):
    """Probability moves one decision on, from ``live[begin:end]``. ``near`` and ``following``: (weights, list, how many)
    of the same round and of the next; ``far``: (rounds, states, weights, how many) of those after. ``totals``:
    probability left out. States that are over (or stuck) keep theirs in ``mass``.

    Returns (how far it came, states, entries, 0 or why it stopped there)."""
    for place in range(begin, end):
        state = live[place]
        weight = mass[state]
        if rows.first[state] == UNKNOWN:
            if weight < least:
                totals[0] += weight
                mass[state] = 0.0
                continue
            count, entries, why = make_row(state, count, entries, rows, forest, minds, room, wanted)
            if why != 0:
                return place, count, entries, why
        first = rows.first[state]
        if first in (OVER, STUCK):
            continue
        last = rows.last[state]
        if near[1].shape[0] < near[2][0] + last - first or following[1].shape[0] < following[2][0] + last - first:
            return place, count, entries, FULL
        if far[1].shape[0] < far[3][0] + last - first:
            return place, count, entries, FULL
        mass[state] = 0.0
        for entry in range(first, last):
            target = rows.target[entry]
            more = weight * rows.share[entry]
            rounds = rows.rounds[entry]
            if rounds == 0:
                if near[0][target] == 0.0:
                    near[1][near[2][0]] = target
                    near[2][0] += 1
                near[0][target] += more
            elif rounds == 1:
                if following[0][target] == 0.0:
                    following[1][following[2][0]] = target
                    following[2][0] += 1
                following[0][target] += more
            else:
                at = far[3][0]
                far[0][at] = rounds
                far[1][at] = target
                far[2][at] = more
                far[3][0] += 1
    return end, count, entries, 0


@njit
def told(root, states, count, keys, forest, room, found):
    """What a diagram without chance says of states: the numbers of its results; returns where a branch was missing, or
    ``count``."""
    for place in range(count):
        state = states[place]
        if found[state] < 0:
            if ends_of(root, keys[state], forest, room) != 1:
                return place
            found[state] = room[3][0]
    return count


CODES = {
    TOO_MANY: phrase("a decision can end in too many ways"),
    LATE: phrase("a rule refuses after dice were rolled"),
}
