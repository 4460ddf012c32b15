"""What a simulation or a sweep came to, as the page shows it: sentences, tables, and shapes to draw. Plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...play.explain import Explainer
from ...play.wording import decimal, fill, percent
from .balance_setup import grouped
from .fighterwords import side_words

MOST_BARS = 40
WIDE, HIGH = 360, 110
"""Of a chart with bars, in its own units."""
CURVE_WIDE, CURVE_HIGH, LEFT, RIGHT, TOP, BOTTOM = 400, 240, 40, 12, 10, 26
MOST_TICKS = 9
SHADES = 10
"""Shades of a heat map from never to always."""

Say = Callable[..., str]


# ------------------------------------------------------------------------------------------------------- simulations


def simulation_view(result: Mapping[str, Any], explainer: Explainer, lang: str) -> dict[str, Any]:
    """A simulation: ``result`` is what :func:`fracas.simulate.export.as_dict` says of it, and remarkable fights."""
    found = result["found"]
    ui, ids = explainer.ui, explainer.fighters.ids
    names = {id: explainer.name(place) for place, id in enumerate(ids)}
    words = side_words(ui)
    sides = [side_row(name, words.get(name, name), one, found) for name, one in found["sides"].items()]
    fighters = [
        fighter_row(id, names[id], words.get(one["side"], one["side"]), one, found)
        for id, one in found["fighters"].items()
    ]
    rest = [
        {"name": label, "wins": with_half(found[key])}
        for key, label in (("nobody", ui("nobody left")), ("undecided", ui("undecided")))
        if found[key]["share"] > 0
    ]
    view = {
        "fights": found["fights"],
        "seed": found["seed"],
        "sides": sides,
        "rest": rest,
        "rounds": {**found["rounds"], "bars": bars(found["rounds"]["counts"])},
        "fighters": fighters,
        "remarkable": remarkable(result.get("remarkable", {}), [one["name"] for one in sides]),
    }
    return {**view, "sentences": sentences(view, ui, lang)}


def with_half(found: Mapping[str, float]) -> dict[str, float]:
    """A share with its interval, and half of that."""
    return {**found, "half": (found["high"] - found["low"]) / 2}


def side_row(id: str, name: str, one: Mapping[str, Any], found: Mapping[str, Any]) -> dict[str, Any]:
    """A side: how often it wins, what it loses, first blood."""
    lost = one["lost"] or {"mean": 0.0, "counts": {}}
    return {
        "name": name,
        "wins": with_half(one["wins"]),
        "of": sum(1 for who in found["fighters"].values() if who["side"] == id),
        "lost": {"mean": lost["mean"], "bars": bars(lost["counts"])},
        "hurt_first": with_half(one["wins_when_hurt_first"]),
        "other_first": with_half(one["wins_when_another_is"]),
    }


def fighter_row(id: str, name: str, word: str, one: Mapping[str, Any], found: Mapping[str, Any]) -> dict[str, Any]:
    """A fighter: how it ends, what it has left, what it fires."""
    left, fired = one["left"], one["rounds_fired"]
    return {
        "id": id,
        "name": name,
        "side": word,
        "policy": found["policies"][id],
        **{fate: with_half(one[fate]) for fate in ("up", "out", "dead")},
        "left": {
            "mean": left["mean"],
            "low": spoken(quantile(left["counts"], 0.05)),
            "high": spoken(quantile(left["counts"], 0.95)),
            "bars": bars(left["counts"]),
        },
        "fired": {"mean": fired["mean"], "ninety": fired["ninety"], "bars": bars(fired["counts"])},
    }


def quantile(counts: Mapping[str, int], share: float) -> int:
    """The least number that this share of all do not exceed.

    >>> quantile({"2": 3, "10": 1}, 0.5)
    2
    """
    total, sofar = sum(counts.values()), 0
    for value in sorted(map(int, counts)):
        sofar += counts[str(value)]
        if sofar >= share * total:
            return value
    return 0


def bars(counts: Mapping[str, int]) -> dict[str, Any]:
    """How often each number came, as bars: ``{bars: [{label, share, x, y, width, height}], most, first, last}``; many
    numbers share bars of equal width.

    >>> [(one["label"], one["share"]) for one in bars({"0": 1, "2": 3})["bars"]]
    [('0', 0.25), ('1', 0.0), ('2', 0.75)]
    """
    if not counts:
        return {"bars": [], "most": 0.0, "first": "", "last": ""}
    values = sorted(map(int, counts))
    low, high, total = values[0], values[-1], sum(counts.values())
    each = -(-(high - low + 1) // MOST_BARS)
    shares: list[tuple[str, float]] = []
    for first in range(low, high + 1, each):
        last = min(high, first + each - 1)
        count = sum(counts.get(str(value), 0) for value in range(first, last + 1))
        shares.append((spoken(first) if first == last else f"{spoken(first)}–{spoken(last)}", count / total))
    most = max(share for _, share in shares)
    step = WIDE / len(shares)
    gap = min(2.0, step / 6)
    drawn = []
    for place, (label, share) in enumerate(shares):
        height = round(HIGH * share / most, 1) if most else 0
        box = {"x": round(place * step + gap / 2, 1), "y": round(HIGH - height, 1)}
        drawn.append({"label": label, "share": share, **box, "width": round(step - gap, 1), "height": height})
    return {"bars": drawn, "most": most, "first": drawn[0]["label"], "last": drawn[-1]["label"]}


def spoken(number: int) -> str:
    """A whole number with a real minus."""
    return str(number).replace("-", "−")


def remarkable(found: Mapping[str, Any], sides: Sequence[str]) -> list[dict[str, Any]]:
    """Fights worth opening: ``{number, kind, side, rounds}``; the kinds are won, nobody, undecided, shortest, longest."""
    rows: list[dict[str, Any]] = []
    for winner, number in sorted(found.get("first", {}).items(), key=lambda one: int(one[1])):
        place = int(winner)
        kind = "won" if 0 <= place < len(sides) else "nobody" if place == -1 else "undecided"
        rows.append({"number": number, "kind": kind, "side": sides[place] if kind == "won" else "", "rounds": 0})
    for kind in ("shortest", "longest"):
        if kind in found:
            number, rounds = found[kind]
            rows.append({"number": number, "kind": kind, "side": "", "rounds": rounds})
    return rows


def sentences(view: Mapping[str, Any], ui: Callable[[str], str], lang: str) -> dict[str, str]:
    """What each chart says, in a sentence."""
    order = sorted(view["sides"], key=lambda one: -one["wins"]["share"])
    best, second = order[0], order[1]
    values = {"side": best["name"], "n": grouped(view["fights"]), **shares_said(best["wins"], lang)}
    wins = fill(ui("{side}: {share} ± {half} of {n} fights won."), values)
    rounds = view["rounds"]
    lengths = {"mean": decimal(rounds["mean"], lang, 1), "median": rounds["median"], "ninety": rounds["ninety"]}
    most = max(view["fighters"], key=lambda one: one["dead"]["share"])
    safest = max(view["fighters"], key=lambda one: one["up"]["share"])
    fates = {"name": most["name"], "share": percent(most["dead"]["share"], lang, 1)}
    fates |= {"other": safest["name"], "up": percent(safest["up"]["share"], lang, 1)}
    thirst = max(view["fighters"], key=lambda one: one["fired"]["mean"])
    blood = max(view["sides"], key=lambda one: one["other_first"]["share"] - one["hurt_first"]["share"])
    first = {"side": blood["name"], "other": percent(blood["other_first"]["share"], lang, 1)}
    first |= {"own": percent(blood["hurt_first"]["share"], lang, 1)}
    loss = max(view["sides"], key=lambda one: one["lost"]["mean"] / max(1, one["of"]))
    losses = {"side": loss["name"], "mean": decimal(loss["lost"]["mean"], lang, 2), "all": loss["of"]}
    shots = {
        "name": thirst["name"],
        "mean": decimal(thirst["fired"]["mean"], lang, 1),
        "ninety": thirst["fired"]["ninety"],
    }
    close = best["wins"]["low"] <= second["wins"]["high"]
    return {
        "wins": wins,
        "close": ui("The sides are too close to tell apart.") if close else "",
        "rounds": fill(
            ui("A fight takes {mean} rounds on average; half end by round {median}, nine of ten by round {ninety}."),
            lengths,
        ),
        "losses": fill(ui("Heaviest losses: {side}, {mean} of {all} on average."), losses),
        "fates": fill(
            ui("{name} dies most often, in {share} of the fights; {other} is most often still up at the end, in {up}."),
            fates,
        ),
        "blood": fill(
            ui("First blood counts most for {side}: {other} won when another is hurt first, {own} when its own are."),
            first,
        ),
        "fired": fill(
            ui("{name} fires most: {mean} rounds on average, in nine of ten fights at most {ninety}."), shots
        ),
    }


def shares_said(found: Mapping[str, float], lang: str) -> dict[str, str]:
    """A share and half of its interval, in words."""
    half = found["half"] if "half" in found else (found["high"] - found["low"]) / 2
    return {"share": percent(found["share"], lang, 1), "half": percent(half, lang, 2 if half < 0.01 else 1)}


# ------------------------------------------------------------------------------------------------------------- sweeps


def sweep_view(result: Mapping[str, Any], ui: Callable[[str], str], lang: str) -> dict[str, Any]:
    """A sweep: ``result`` is what ``fracas sweep --json`` says of it, perhaps of a part of its variants yet."""
    axes, words = result["axes"], side_words(ui)
    rows = [sweep_row(row, axes, result["sides"]) for row in result["rows"]]
    sides = [words.get(one, one) for one in result["sides"]]
    varied = [axis for axis in axes if len(axis["values"]) > 1] or axes[:1]
    view: dict[str, Any] = {
        "sides": sides,
        "axes": [{"name": axis["name"], "values": [label(one) for one in axis["values"]]} for axis in axes],
        "variants": result["variants"],
        "seed": result["seed"],
        "rows": rows,
        "curve": curve(varied[0], rows, sides, axes) if len(varied) == 1 and rows else None,
        "maps": heat_maps(varied, rows, sides, axes) if len(varied) == 2 and rows else [],
        "undecided": any(row["undecided"] > 0 for row in rows),
        "nobody": any(row["nobody"] > 0 for row in rows),
    }
    return {**view, "sentence": swept_sentence(rows, sides, ui, lang)}


def label(value: Any) -> str:
    """A value of an axis, as a table shows it."""
    return spoken(value) if type(value) is int else str(value)


def sweep_row(row: Mapping[str, Any], axes: Sequence[Mapping[str, Any]], sides: Sequence[str]) -> dict[str, Any]:
    """A variant as a row of the table."""
    wins = [
        {"share": one["value"], "low": one["low"], "high": one["high"], "half": (one["high"] - one["low"]) / 2}
        for one in (row["wins"][side] for side in sides)
    ]
    return {
        "number": row["variant"],
        "labels": [label(row["settings"][axis["name"]]) for axis in axes],
        "wins": wins,
        "nobody": row["nobody"]["value"],
        "undecided": row["undecided"]["value"],
        "rounds": row["rounds"]["mean"],
        "lost": [row["lost"].get(side, 0.0) for side in sides],
        "fights": row["fights"],
    }


def swept_sentence(rows: Sequence[Mapping[str, Any]], sides: Sequence[str], ui: Callable[[str], str], lang: str) -> str:
    """The range of the first side's win rates, and the variant nearest to an even fight."""
    if not rows:
        return ""
    low, high = (pick(rows, key=lambda row: row["wins"][0]["share"]) for pick in (min, max))
    even = min(rows, key=lambda row: max(one["share"] for one in row["wins"]))
    values = {
        "side": sides[0],
        "low": percent(low["wins"][0]["share"], lang, 1),
        "worst": " · ".join(low["labels"]),
        "high": percent(high["wins"][0]["share"], lang, 1),
        "best": " · ".join(high["labels"]),
        "even": " · ".join(even["labels"]),
        "share": percent(even["wins"][0]["share"], lang, 1),
    }
    said = ui(
        "{side}: {low} of the fights won (at {worst}) to {high} (at {best}). Nearest to an even fight: {even}, with {share}."
    )
    return fill(said, values)


def curve(
    axis: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], sides: Sequence[str], axes: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """Win rates over one varied path: a line and a band for each side where it is numbers, else points with whiskers."""
    values, at = axis["values"], [one["name"] for one in axes].index(axis["name"])
    numbers = all(type(one) in (int, float) for one in values)
    labels = [label(one) for one in values]
    if numbers and len(values) > 1:
        low, high = min(values), max(values)
        places = {label(one): LEFT + (CURVE_WIDE - LEFT - RIGHT) * (one - low) / (high - low) for one in values}
    else:
        step = (CURVE_WIDE - LEFT - RIGHT) / len(values)
        places = {text: LEFT + step * (place + 0.5) for place, text in enumerate(labels)}

    def y(share: float) -> float:
        return round(TOP + (CURVE_HIGH - TOP - BOTTOM) * (1 - share), 1)

    lines = []
    for number, side in enumerate(sides):
        points = [
            {
                "x": round(places[row["labels"][at]], 1),
                **{
                    name: y(row["wins"][number][part])
                    for name, part in (("y", "share"), ("low", "low"), ("high", "high"))
                },
                "label": row["labels"][at],
                "share": row["wins"][number]["share"],
            }
            for row in rows
        ]
        points.sort(key=lambda one: float(str(one["x"])))
        band = [(one["x"], one["high"]) for one in points] + [(one["x"], one["low"]) for one in reversed(points)]
        lines.append(
            {"side": side, "points": points, "band": joined(band), "line": joined((p["x"], p["y"]) for p in points)}
        )
    every = -(-len(labels) // MOST_TICKS)
    ticks = [
        {"x": round(places[text], 1), "text": text[:12]} for place, text in enumerate(labels) if place % every == 0
    ]
    grid = [{"y": y(share), "share": share} for share in (0, 0.25, 0.5, 0.75, 1)]
    frame = {"left": LEFT, "right": CURVE_WIDE - RIGHT, "wide": CURVE_WIDE, "high": CURVE_HIGH, "foot": CURVE_HIGH - 8}
    return {"name": axis["name"], "numbers": numbers, "lines": lines, "ticks": ticks, "grid": grid, **frame}


def joined(points: Any) -> str:
    """Points as SVG writes them."""
    return " ".join(f"{x},{y}" for x, y in points)


def heat_maps(
    varied: Sequence[Mapping[str, Any]],
    rows: Sequence[Mapping[str, Any]],
    sides: Sequence[str],
    axes: Sequence[Mapping[str, Any]],
) -> list[dict[str, Any]]:
    """A map for each side: how often it wins, for each pair of values; ``shade`` 0 (never) to 10 (always)."""
    names = [one["name"] for one in axes]
    down, across = (names.index(axis["name"]) for axis in varied)
    by = {(row["labels"][down], row["labels"][across]): row for row in rows}
    columns = [label(one) for one in varied[1]["values"]]
    maps = []
    for number, side in enumerate(sides):
        lines = []
        for one in varied[0]["values"]:
            cells = []
            for column in columns:
                row = by.get((label(one), column))
                share = None if row is None else row["wins"][number]["share"]
                cells.append({"share": share, "shade": None if share is None else round(SHADES * share)})
            lines.append({"label": label(one), "cells": cells})
        maps.append(
            {"side": side, "down": varied[0]["name"], "across": varied[1]["name"], "columns": columns, "lines": lines}
        )
    return maps
