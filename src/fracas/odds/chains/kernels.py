"""Operators applied to packed states in compiled code: walking diagrams, keeping states, moving probability.

Weights are float64, or uint64 numerators over one denominator that the caller knows to fit (or limbs of 32 bits of
larger ones).
"""

from __future__ import annotations

# mypy: disable-error-code="no-untyped-def"
from typing import Any, NamedTuple

import numpy as np
from numba import njit

TEST_BELOW, TEST_EQUAL, TEST_BIT, SWITCH, CHANCE, LEAF, REFUSED = 1, 2, 3, 4, 5, 6, 7
MISSING, TOO_LOW, TOO_HIGH, TOO_MANY = -1, -2, -3, -4
SPLIT = 12
"""A switch over more values than 2^SPLIT is a list that is searched; of fewer a table."""


class Forest(NamedTuple):
    """Diagrams as arrays. A node is (kind, a, b, first): of tests ``a`` the field's place, ``b`` the number (as packed), of
    switches ``b`` how many, of chance ``a`` how many branches, of leaves ``a`` the first of its writes, ``b`` how many,
    ``first`` its result. ``child``: where branches lead (-1: not grown yet), ``label``: a searched switch's values,
    ``share`` and ``whole`` every branch's weight as float64 and as a whole number; ``ops``: writes (field's place, 0 set
    / 1 add, number as packed). The last four: where fields lie (see Layout)."""

    node: Any
    child: Any
    label: Any
    share: Any
    whole: Any
    ops: Any
    word: Any
    shift: Any
    mask: Any


@njit(inline="always")
def field_of(forest, words, place):
    return (words[forest.word[place]] >> forest.shift[place]) & forest.mask[place]


@njit
def ends_of(root, words, forest, room):
    """Every end of one state: how many, or MISSING (a branch is), TOO_MANY, TOO_LOW or TOO_HIGH (a number, of the field
    in the first of results, leaves its range). ``room``: arrays (words, shares, wholes, leaves' results, stack of nodes,
    of shares, of wholes) that are written to."""
    out, shares, wholes, results, nodes, parts, counts = room
    count = 0
    top = 0
    nodes[0] = root
    parts[0] = 1.0
    counts[0] = 1
    while top >= 0:
        node = nodes[top]
        part = parts[top]
        whole = counts[top]
        top -= 1
        while True:
            if node < 0:
                return MISSING
            kind = forest.node[node, 0]
            a = forest.node[node, 1]
            b = forest.node[node, 2]
            first = forest.node[node, 3]
            if kind == CHANCE:
                if top + a >= nodes.shape[0]:
                    return TOO_MANY
                for branch in range(a - 1, 0, -1):
                    top += 1
                    nodes[top] = forest.child[first + branch]
                    parts[top] = part * forest.share[first + branch]
                    counts[top] = whole * forest.whole[first + branch]
                edge = first
            elif kind >= LEAF:
                if count >= out.shape[0]:
                    return TOO_MANY
                for word in range(words.shape[0]):
                    out[count, word] = words[word]
                for op in range(a, a + b):
                    place = forest.ops[op, 0]
                    number = forest.ops[op, 2]
                    at = forest.word[place]
                    shift = forest.shift[place]
                    mask = forest.mask[place]
                    if forest.ops[op, 1] == 1:
                        number += (words[at] >> shift) & mask
                    if number < 0 or number > mask:
                        results[0] = place
                        return TOO_LOW if number < 0 else TOO_HIGH
                    out[count, at] = (out[count, at] & ~(mask << shift)) | (number << shift)
                shares[count] = part
                wholes[count] = whole
                results[count] = first if kind == LEAF else -1 - first
                count += 1
                break
            else:
                value = field_of(forest, words, a)
                if kind == TEST_BELOW:
                    edge = first + (1 if value < b else 0)
                elif kind == TEST_EQUAL:
                    edge = first + (1 if value == b else 0)
                elif kind == TEST_BIT:
                    edge = first + ((value + forest.node[node, 4]) >> b & 1)
                elif b < 0:  # searched
                    edge = -1
                    for at in range(first, first - b):
                        if forest.label[at] == value:
                            edge = at
                            break
                    if edge < 0:
                        return MISSING
                else:
                    if value >= b:
                        return MISSING
                    edge = first + value
            node = forest.child[edge]
            part *= forest.share[edge]
            whole *= forest.whole[edge]
    return count


@njit
def hash_of(words):
    h = np.uint64(0x9E3779B97F4A7C15)
    for word in range(words.shape[0]):
        h = (h ^ np.uint64(words[word])) * np.uint64(0xD6E8FEB86659FD93)
        h ^= h >> np.uint64(32)
    return np.int64(h >> np.uint64(1))


@njit
def slot_of(words, keys, slots):
    """The slot of a state in the table, or the empty one where it would be."""
    mask = slots.shape[0] - 1
    slot = hash_of(words) & mask
    while slots[slot] >= 0:
        at = slots[slot]
        same = True
        for word in range(words.shape[0]):
            if keys[at, word] != words[word]:
                same = False
                break
        if same:
            break
        slot = (slot + 1) & mask
    return slot


@njit
def refill(keys, count, slots):
    """Enter the first ``count`` states into an empty table of slots."""
    for at in range(slots.shape[0]):
        slots[at] = -1
    for at in range(count):
        slots[slot_of(keys[at], keys, slots)] = at


@njit
def rows_of(first, last, root_of, forest, keys, count, slots, starts, targets, shares, wholes, room, missed, over):
    """The rows of states ``first`` to ``last`` (before): for each its distinct ends with their weights. New states are
    entered. ``over``: (a field's place or -1, a number as packed, the state that stands for all those in which the field
    has it).

    Returns (how far it came, states, entries, why it stopped there: 0 done, 1 arrays are full, else as ``ends_of``)."""
    entries = starts[first]
    out, parts, numbers, results = room[0], room[1], room[2], room[3]
    for state in range(first, last):
        found = ends_of(root_of, keys[state], forest, room)
        if found < 0:
            return state, count, entries, found
        if count + found > keys.shape[0] or entries + found > targets.shape[0] or 2 * (count + found) > slots.shape[0]:
            return state, count, entries, 1
        begin = entries
        for end in range(found):
            if results[end] < 0:
                slot = slot_of(keys[state], keys, slots)  # refused: nothing happens
            else:
                if over[0] >= 0 and field_of(forest, out[end], over[0]) == over[1]:
                    for word in range(keys.shape[1]):
                        out[end, word] = over[2][word]
                slot = slot_of(out[end], keys, slots)
            at = slots[slot]
            if at < 0:
                at = count
                slots[slot] = at
                for word in range(keys.shape[1]):
                    keys[at, word] = out[end, word]
                count += 1
                missed[at] = -1
            known = missed[at]
            if known >= begin and known < entries and targets[known] == at:
                shares[known] += parts[end]
                wholes[known] += numbers[end]
            else:
                targets[entries] = at
                shares[entries] = parts[end]
                wholes[entries] = numbers[end]
                missed[at] = entries
                entries += 1
        starts[state + 1] = entries
    return last, count, entries, 0


@njit
def lacking(first, last, root, forest, keys, room, most, found):
    """The states from ``first`` on that miss a branch, at most so many: their numbers in ``found``; returns how many."""
    count = 0
    for state in range(first, last):
        if ends_of(root, keys[state], forest, room) == MISSING:
            found[count] = state
            count += 1
            if count == most:
                break
    return count


@njit
def move(weights, starts, targets, shares, levels):
    """Steps: row t + 1 of ``weights`` (0 so far) is what row t becomes along the states' rows; ``levels[t]`` states can
    be after t."""
    for time in range(weights.shape[0] - 1):
        for state in range(levels[time]):
            mass = weights[time, state]
            if mass != 0:
                for entry in range(starts[state], starts[state + 1]):
                    weights[time + 1, targets[entry]] += mass * shares[entry]


@njit
def move_limbs(weights, starts, targets, wholes, live, after):
    """The same for whole numbers of several 32-bit limbs (lowest first), each kept in a uint64."""
    limbs = weights.shape[1]
    low = np.uint64(0xFFFFFFFF)
    half = np.uint64(32)
    for state in range(live):
        empty = True
        for limb in range(limbs):
            if weights[state, limb] != 0:
                empty = False
        if empty:
            continue
        for entry in range(starts[state], starts[state + 1]):
            target = targets[entry]
            times = wholes[entry]
            carry = np.uint64(0)
            for limb in range(limbs):
                total = weights[state, limb] * times + after[target, limb] + carry
                after[target, limb] = total & low
                carry = total >> half
