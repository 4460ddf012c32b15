"""What the main screens look like. With ``FRACAS_SNAPSHOTS=write`` the pictures are made anew; look at them before you commit.

Compared is what a reader would notice: both pictures in a quarter of their size, in grey; fonts may be drawn a little otherwise.
"""

from __future__ import annotations

import io
import os
from pathlib import Path

import numpy as np
import pytest
from browsers import DESKTOP, PHONE, People, Served
from PIL import Image
from playwright.sync_api import Page

FOLDER = Path(__file__).parent / "snapshots"
MOST_MEAN, MOST_BLOCK = 2.5, 60.0
"""Of 255: how much all of the picture may differ on average, and a block of 8 by 8 of the small one."""


def small(picture: bytes) -> np.ndarray:
    """A quarter of the size, in grey."""
    found = Image.open(io.BytesIO(picture)).convert("L")
    return np.asarray(found.resize((found.width // 4, found.height // 4), Image.Resampling.BOX), dtype=float)


def difference(one: bytes, other: bytes) -> tuple[float, float]:
    """The mean difference, and the largest of a block; infinite where the sizes differ by more than a line of text."""
    a, b = small(one), small(other)
    if a.shape[1] != b.shape[1] or abs(a.shape[0] - b.shape[0]) > 8:
        return float("inf"), float("inf")
    height = min(a.shape[0], b.shape[0]) // 8 * 8
    apart = np.abs(a[:height, : a.shape[1] // 8 * 8] - b[:height, : b.shape[1] // 8 * 8])
    blocks = apart.reshape(height // 8, 8, -1, 8).mean(axis=(1, 3))
    return float(apart.mean()), float(blocks.max())


def same(page: Page, name: str) -> None:
    """The page looks as it did."""
    page.evaluate("document.activeElement.blur()")
    page.wait_for_timeout(250)
    taken, file = page.screenshot(animations="disabled", caret="hide"), FOLDER / f"{name}.png"
    if os.environ.get("FRACAS_SNAPSHOTS") == "write":
        FOLDER.mkdir(exist_ok=True)
        file.write_bytes(taken)
    mean, block = difference(taken, file.read_bytes())
    if mean > MOST_MEAN or block > MOST_BLOCK:
        (FOLDER / f"{name}.new.png").write_bytes(taken)
    assert mean <= MOST_MEAN and block <= MOST_BLOCK, (
        f"{name} differs by {mean:.1f}, a block by {block:.1f}; see {name}.new.png"
    )


@pytest.fixture(scope="module")
def typed(served: Served) -> str:
    """A duel whose dice are all typed: always the same."""
    fight = served.api("/fights", {"sample": "cpred_duel", "settings": {"reactions": False}})["fight"]
    for dice in ("own", "app"):
        for fighter in ("juno", "ganger"):
            served.api(f"/fights/{fight}/seats/{fighter}", {"dice": dice}, method="PATCH")
        if dice == "own":
            served.api(f"/fights/{fight}/decisions", {"do": "begin"})
            while waiting := served.api(f"/fights/{fight}")["state"]["waiting"]:
                served.api(f"/fights/{fight}/answers", {"answers": [[9 if waiting["whose"] == "juno" else 2]]})
    return str(fight)


@pytest.mark.parametrize("lang", ["en", "fr", "zh"])
def test_the_first_screens(people: People, lang: str) -> None:
    page = people.host(DESKTOP, lang)
    same(page, f"start-{lang}")
    page.goto(people.served.base + "/new")
    same(page, f"new-{lang}")


def test_the_table_and_what_others_have(people: People, served: Served, typed: str) -> None:
    page = people.host(DESKTOP)
    page.goto(f"{served.base}/fights/{typed}")
    same(page, "table-composing")
    page.select_option("select[name=theme]", "dark")
    same(page, "table-composing-dark")
    shot = {"do": "attack", "by": "juno", "target": "ganger", "with": {"weapon": "heavy pistol"}, "dice": "own"}
    served.api(f"/fights/{typed}/decisions", {**shot, "answers": [[7]]})
    page.locator(".ask").wait_for()
    same(page, "table-own-dice")
    served.api(f"/fights/{typed}/answers", {"answers": [[6, 4, 2]]})
    page.locator("#compose").wait_for()
    same(page, "table-result")
    others_have(people, served, typed)


def others_have(people: People, served: Served, typed: str) -> None:
    player = people.page(PHONE)
    player.goto(served.link_for(typed, "player", "juno"))
    if player.locator("input[name=name]").count():
        player.fill("input[name=name]", "Ann")
        player.locator("main form button").first.click()
        player.wait_for_url("**/fights/**")
    same(player, "player-phone")
    watcher = people.page(DESKTOP)
    watcher.goto(served.link_for(typed, "watcher"))
    if watcher.locator("main form button").count():
        watcher.locator("main form button").first.click()
        watcher.wait_for_url("**/fights/**")
    same(watcher, "watch")
