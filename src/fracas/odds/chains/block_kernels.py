"""Blocks of states in compiled code: which can come, and moving their weights.

A *key* is what is outer of a state, a *cell* a key with one inner state. Matrices lead from inner states to inner states; an
edge leads from one key to another (or itself) along a matrix. Weights of cells are whole numbers in limbs of at most 32 bits,
lowest first; sums are kept in uint64 and carried once for each target.
"""

from __future__ import annotations

# mypy: disable-error-code="no-untyped-def"
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from .lanes import adding


class Edges(NamedTuple):
    """``first[k]`` … ``first[k + 1]``: the edges into key k, with their ``source`` keys and ``matrix``; ``order``: keys, each
    before all keys that it gets anything from."""

    first: Any
    source: Any
    matrix: Any
    order: Any


class Matrices(NamedTuple):
    """``first[m, i]`` … ``first[m, i + 1]``: what matrix m makes of inner state i: inner states ``to``, with ``weight`` (or
    ``share``, as floats)."""

    first: Any
    to: Any
    weight: Any
    share: Any


class Cells(NamedTuple):
    """The cells of key k are ``first[k]`` … ``first[k + 1]``, its inner states ``inner`` from ``pattern[k]`` on. ``stay``,
    ``stay_share``: the weight of whatever changes nothing."""

    first: Any
    pattern: Any
    inner: Any
    stay: Any
    stay_share: Any


@njit
def reach_on(reach, after, source, matrix, target, masks):
    """Inner states that can come: bit sets of keys along edges; ``masks[m, i]``: where matrix m leads from i."""
    words = reach.shape[1]
    for edge in range(source.shape[0]):
        for i in range(masks.shape[1]):
            if reach[source[edge], i >> 6] >> np.uint64(i & 63) & np.uint64(1):
                for word in range(words):
                    after[target[edge], word] |= masks[matrix[edge], i, word]


@njit
def ordered(count, source, target, order):
    """Keys, each before all that lead to it: how many could be ordered (all, unless there is a circle)."""
    waiting = np.zeros(count, np.int64)  # edges from a key to others not ordered yet
    first = np.zeros(count + 1, np.int64)
    for edge in range(source.shape[0]):
        if source[edge] != target[edge]:
            waiting[source[edge]] += 1
            first[target[edge] + 1] += 1
    for key in range(count):
        first[key + 1] += first[key]
    into = np.empty(max(first[count], 1), np.int32)
    used = first[:-1].copy()
    for edge in range(source.shape[0]):
        if source[edge] != target[edge]:
            into[used[target[edge]]] = source[edge]
            used[target[edge]] += 1
    done = 0
    for key in range(count):
        if waiting[key] == 0:
            order[done] = key
            done += 1
    at = 0
    while at < done:
        key = order[at]
        at += 1
        for edge in range(first[key], first[key + 1]):
            waiting[into[edge]] -= 1
            if waiting[into[edge]] == 0:
                order[done] = into[edge]
                done += 1
    return done


@cache
def stepping(lanes: int) -> Any:
    """:func:`step` for so many limbs side by side, compiled when it is first asked for.

    One step for whole numbers: ``after`` may be ``now`` itself, for keys come in an order that allows it. ``now``, ``after``:
    weights of cells (cells x limbs, uint32); ``entries``: of all matrices, as :mod:`lanes` has them; ``sources``,
    ``targets``: how many keys can be before and after; ``chunks``: how many times ``lanes`` limbs weights have before
    (rows of ``now`` have at least as many); ``bits``: of a limb; ``sums``: room, zero (a flat array, chunks x inner
    states x lanes)."""
    add_products = adding(lanes)

    @njit(nogil=True)
    def step(now, after, cells, edges, first_entry, entries, sources, targets, chunks, bits, sums):
        limbs, row_length, values = after.shape[1], now.shape[1], now.reshape(-1)
        low, size = np.uint64((1 << bits) - 1), sums.shape[0] // chunks
        first_cell, patterns, inner, stays = cells.first, cells.pattern, cells.inner, cells.stay
        first_edge, edge_source, edge_matrix = edges.first, edges.source, edges.matrix
        for key in edges.order:
            if key >= targets:
                continue
            mine, pattern = first_cell[key], patterns[key]
            count = first_cell[key + 1] - mine
            if key < sources:
                stay = np.uint64(stays[key])
                for cell in range(count):
                    for chunk in range(chunks):
                        begin = inner[pattern + cell] * lanes + chunk * size
                        for lane in range(lanes):
                            sums[begin + lane] = np.uint64(now[mine + cell, chunk * lanes + lane]) * stay
            for edge in range(first_edge[key], first_edge[key + 1]):
                source = edge_source[edge]
                if source >= sources:
                    continue
                matrix, start, there = edge_matrix[edge], first_cell[source], patterns[source]
                for cell in range(start, first_cell[source + 1]):
                    i = inner[there + cell - start]
                    row, end = first_entry[matrix, i], first_entry[matrix, i + 1]
                    if row == end:
                        continue
                    for chunk in range(chunks):
                        some = now[cell, chunk * lanes]
                        for lane in range(1, lanes):
                            some |= now[cell, chunk * lanes + lane]
                        if some != 0:
                            at = cell * row_length + chunk * lanes
                            add_products(sums, chunk * size, values, at, entries, row, end)
            for cell in range(count):
                carry = np.uint64(0)
                for limb in range(limbs):
                    chunk = limb // lanes
                    if chunk < chunks:
                        at = inner[pattern + cell] * lanes + chunk * size + limb - chunk * lanes
                        carry += sums[at]
                        sums[at] = 0
                    after[mine + cell, limb] = np.uint32(carry & low)
                    carry >>= np.uint64(bits)
                for limb in range(limbs, chunks * lanes):  # nothing but zeros
                    sums[inner[pattern + cell] * lanes + limb // lanes * size + limb % lanes] = 0

    return step


@njit(nogil=True)
def limb_sums(weights):
    """Of each limb the sum over all cells."""
    sums = np.zeros(weights.shape[1], np.uint64)
    for cell in range(weights.shape[0]):
        for limb in range(weights.shape[1]):
            sums[limb] += np.uint64(weights[cell, limb])
    return sums


@njit(nogil=True)
def step_floats(now, after, cells, edges, matrices, sources, targets, sums):
    """The same in floating point; ``sums``: room, zero (inner states)."""
    for at in range(edges.order.shape[0]):
        key = edges.order[at]
        if key >= targets:
            continue
        mine, pattern = cells.first[key], cells.pattern[key]
        count = cells.first[key + 1] - mine
        if key < sources:
            for cell in range(count):
                sums[cells.inner[pattern + cell]] = now[mine + cell] * cells.stay_share[key]
        for edge in range(edges.first[key], edges.first[key + 1]):
            source = edges.source[edge]
            if source >= sources:
                continue
            matrix = edges.matrix[edge]
            begin, pattern_there = cells.first[source], cells.pattern[source]
            for cell in range(begin, cells.first[source + 1]):
                mass = now[cell]
                if mass == 0.0:
                    continue
                i = cells.inner[pattern_there + cell - begin]
                for entry in range(matrices.first[matrix, i], matrices.first[matrix, i + 1]):
                    sums[matrices.to[entry]] += mass * matrices.share[entry]
        for cell in range(count):
            i = cells.inner[pattern + cell]
            after[mine + cell] = sums[i]
            sums[i] = 0.0
