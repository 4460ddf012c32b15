"""Every screen: nothing that axe finds, in the light and in the dark theme; no sideways scrolling on a narrow phone or at 200 %;
targets large enough to hit."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsers import DESKTOP, PHONE, People, Served
from playwright.sync_api import Page

OPEN = (
    "/",
    "/new",
    "/odds",
    "/packs",
    "/rules",
    "/rules/cpred",
    "/rules/cpred/cpred.armour.soak",
    "/settings",
    "/help",
)
HOST = (
    "/new/cpred",
    "/new/wng",
    "/odds/cops",
    "/packs/wng",
    "/balance",
)
AT_TABLE = ("", "/share", "/settings", "/replay", "/replay?at=3", "/after", "/entries/3", "/odds?do=attack")


@pytest.fixture(scope="module")
def fights(served: Served) -> dict[str, str]:
    """A fight of each game: begun, in its middle, over, and one that waits for dice."""
    return {
        "cpred": served.fight("cpred_duel", 400),
        "cops": served.fight("cops_duel", 1),
        "cp2020": served.fight("cp2020_duel", 6),
        "wng": served.fight("wng_duel", 3),
        "waits": served.fight("cpred_duel", 0, own_dice=True),
        "mob": served.fight("wng_mob", 2),
    }


def screens(fights: dict[str, str]) -> list[str]:
    """All addresses."""
    whole = [f"/fights/{fights['cpred']}{path}" for path in AT_TABLE]
    return [*OPEN, *HOST, *whole, *(f"/fights/{fights[name]}" for name in fights)]


def settled(path: str) -> Literal["load", "networkidle"]:
    """When a page is there: what the odds pages fetch one by one belongs to them; a table listens for ever."""
    return "networkidle" if path.startswith("/odds/") else "load"


def test_axe_finds_nothing(people: People, fights: dict[str, str]) -> None:
    page = people.host()
    axe, found = Axe(), []
    for theme in ("light", "dark"):
        page.select_option("select[name=theme]", theme)
        page.wait_for_timeout(150)
        for path in screens(fights):
            page.goto(people.served.base + path, wait_until=settled(path), timeout=60_000)
            found += complaints(axe, page, f"{path} ({theme})")
    assert not found, "\n".join(found)


def complaints(axe: Axe, page: Page, where: str) -> list[str]:
    """What axe finds on a page, one line each."""
    said: Any = axe.run(page, options={"resultTypes": ["violations"]}).response
    return [
        f"{where}: {one['id']}: {node['html'][:160]} {node['failureSummary'][:200]!r}"
        for one in said["violations"]
        for node in one["nodes"][:3]
    ]


@pytest.mark.parametrize("role", ["player", "watcher"])
def test_axe_finds_nothing_on_what_others_see(
    people: People, served: Served, fights: dict[str, str], role: str
) -> None:
    axe, found = Axe(), []
    for size in (PHONE, DESKTOP):
        page = people.page(size)
        for name in ("cpred", "cops", "wng"):
            fighter = next(
                one["id"] for one in served.api(f"/fights/{fights[name]}")["state"]["fighters"] if one["party"]
            )
            link = served.link_for(fights[name], role, fighter if role == "player" else None)
            page.goto(link)
            found += complaints(axe, page, f"{link} before joining")
            if page.locator("input[name=name]").count():
                page.fill("input[name=name]", "Ann")
                page.locator("main form button").first.click()
            page.wait_for_url("**/fights/**")
            found += complaints(axe, page, f"{name} as {role}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("lang", ["fr", *(pytest.param(lang, marks=pytest.mark.soak) for lang in ("en", "zh"))])
def test_nothing_scrolls_sideways(people: People, fights: dict[str, str], lang: str) -> None:
    """At 320 px (which is 1280 px at 400 %), and on a phone."""
    page = people.host({"width": 320, "height": 700}, lang)
    wide = []
    for path in screens(fights):
        page.goto(people.served.base + path, wait_until=settled(path), timeout=60_000)
        if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
            wide.append(path)
    assert not wide


def test_targets_are_large_enough(people: People, fights: dict[str, str]) -> None:
    """Buttons, fields and choices of the table are 44 px high where one can hit them."""
    page = people.host(PHONE)
    small = []
    for name in fights:
        page.goto(f"{people.served.base}/fights/{fights[name]}")
        small += page.evaluate(
            """() => [...document.querySelectorAll("button, select, input:not([type=hidden]), summary, .button")]
            .filter(e => e.checkVisibility() && !e.closest(".hidden, .whys, .entry, noscript"))
            .map(e => [e, (e.matches("[type=radio], [type=checkbox]") ? e.closest("label") : e).getBoundingClientRect()])
            .filter(([e, box]) => box.height < 43.5).map(([e, box]) => `${e.outerHTML.slice(0, 90)} ${box.height}`)"""
        )
    assert not small, small
