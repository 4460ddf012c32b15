"""A whole round as dense blocks, in compiled code: finding the blocks, and moving probability through them."""

from __future__ import annotations

# mypy: disable-error-code="no-untyped-def"
from typing import Any, NamedTuple

import numpy as np
from numba import njit

FAST: Any = {"error_model": "numpy", "fastmath": {"contract", "reassoc"}}


class Blocks(NamedTuple):
    """Groups of blocks in the order in which they are applied. A group: (first of its sources, blocks, sources of each,
    first of its targets, targets of each, first number of its matrix, first of its bands). ``sources`` and ``targets``:
    places of states, block by block. ``matrix``: rows of one block, filled up to a multiple of four, which all of the
    group share; ``low``, ``high``: where the numbers of four rows begin and end."""

    groups: Any
    sources: Any
    targets: Any
    matrix: Any
    low: Any
    high: Any


@njit
def root_of(place, parents):
    """The place that stands for a set (union by halving paths)."""
    while parents[place] != place:
        parents[place] = parents[parents[place]]
        place = parents[place]
    return place


@njit
def joined(sources, first, last, targets, parents):
    """Put every source into one set with all of its targets; ``parents``: of sources, then of targets."""
    count = sources.shape[0]
    for place in range(count):
        for entry in range(first[sources[place]], last[sources[place]]):
            a = root_of(place, parents)
            b = root_of(count + targets[entry], parents)
            if a != b:
                parents[b] = a
    for place in range(parents.shape[0]):
        parents[place] = root_of(place, parents)


@njit(**FAST)
def go_round(blocks, mass, least, given, row, dropped):
    """One round. ``mass``: of the states now, then of the same states as the next round's start, which is added to.
    ``given``, ``row``: room for one block's sources (and three more) and targets. States less likely than ``least`` are
    not followed; ``dropped[0]``: how much that was."""
    left = 0.0
    for group in range(blocks.groups.shape[0]):
        at, count, height, to, width, numbers, bands = blocks.groups[group]
        for block in range(count):
            began, ended = width, 0
            some = blocks.sources[at + block * height : at + (block + 1) * height]
            for k in range(height):
                weight = mass[np.uint64(some[k])]
                if weight < least:
                    left += weight
                    weight = 0.0
                given[k] = weight
            given[height : height + 3] = 0.0
            for k in range(0, height, 4):  # four rows at a time
                a, b, c, d = given[k], given[k + 1], given[k + 2], given[k + 3]
                if a + b + c + d == 0.0:
                    continue
                low, high = blocks.low[bands + k // 4], blocks.high[bands + k // 4]
                if began > ended:
                    began, ended = low, low
                while began > low:
                    began -= 1
                    row[began] = 0.0
                while ended < high:
                    row[ended] = 0.0
                    ended += 1
                sums, size = row[low:high], high - low
                begin = numbers + k * width + low
                row_a, row_b = blocks.matrix[begin:][:size], blocks.matrix[begin + width :][:size]
                row_c, row_d = blocks.matrix[begin + 2 * width :][:size], blocks.matrix[begin + 3 * width :][:size]
                for j in range(size):
                    sums[j] += a * row_a[j] + b * row_b[j] + c * row_c[j] + d * row_d[j]
            first = to + block * width
            goals, sums = blocks.targets[first + began : first + ended], row[began:ended]
            for j in range(sums.shape[0]):
                mass[np.uint64(goals[j])] += sums[j]
    dropped[0] += left


@njit(**FAST)
def walk(blocks, trail, places, begun, least, dropped, given, row):
    """Rounds, as many as ``trail`` has rows behind the first one (all of them 0), or until what goes on is less likely than
    ``least``: how many. ``trail[n]``: how likely each state is come to in round n of these. ``begun[n]``: how likely each
    of ``places``, the states that a round can begin with, begins the round after that. The other arguments are those of
    :func:`go_round`."""
    live = trail.shape[1]
    mass = trail.reshape(-1)
    for number in range(trail.shape[0] - 1):
        go_round(blocks, mass[number * live : (number + 2) * live], least / live, given, row, dropped)
        going = 0.0
        for state in range(places.shape[0]):
            begun[number, state] = trail[number + 1, places[state]]
            going += begun[number, state]
        if going < least:
            return number + 1
    return trail.shape[0] - 1


@njit
def arrived(visits, states, first, last, target, share, found):
    """What of these states' visits comes to each target."""
    for place in range(states.shape[0]):
        weight = visits[place]
        if weight > 0.0:
            for entry in range(first[states[place]], last[states[place]]):
                found[target[entry]] += weight * share[entry]
