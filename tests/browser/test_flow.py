"""A fight from the first tap to the last page: a game master, a player and a watcher, each in a browser of their own, see one
another's moves. Each game, each language and both widths once; ``soak`` has every combination."""

from __future__ import annotations

import itertools
import re

import pytest
from browsers import DESKTOP, PHONE, People, Served
from playwright.sync_api import Page, expect

GAMES, LANGUAGES, WIDTHS = ("cpred", "cops", "cp2020", "wng"), ("en", "fr", "zh"), ("desktop", "phone")
FEW = (("cpred", "en", "desktop"), ("cops", "fr", "phone"), ("cp2020", "zh", "desktop"), ("wng", "en", "phone"))
ALL = [one for one in itertools.product(GAMES, LANGUAGES, WIDTHS) if one not in FEW]
PARTY = {"cpred": "juno", "cops": "officer", "cp2020": "rook", "wng": "vera"}


@pytest.mark.parametrize(("game", "lang", "width"), FEW)
def test_a_fight_from_the_first_tap_to_the_last_page(
    people: People, served: Served, game: str, lang: str, width: str
) -> None:
    fight_through(people, served, game, lang, PHONE if width == "phone" else DESKTOP)


@pytest.mark.soak
@pytest.mark.parametrize(("game", "lang", "width"), ALL)
def test_every_game_in_every_language_at_both_widths(
    people: People, served: Served, game: str, lang: str, width: str
) -> None:
    fight_through(people, served, game, lang, PHONE if width == "phone" else DESKTOP)


def fight_through(people: People, served: Served, game: str, lang: str, size: dict[str, int]) -> None:
    """The flow of a whole evening."""
    gm = people.host(size, lang)
    begin(gm, game)
    fight = gm.url.split("/fights/")[1].split("?")[0]
    player, watcher = join(people, served, gm, fight, PARTY[game], lang)
    for page in (gm, player, watcher):
        everybody_has(page, head(served, fight))

    attack(served, gm, player, fight, PARTY[game])
    for page in (gm, player, watcher):
        everybody_has(page, head(served, fight))
    undo_and_redo(gm, served, fight)
    for page in (player, watcher):
        everybody_has(page, head(served, fight))

    gm.goto(f"{served.base}/fights/{fight}?do=attack")
    while not served.carried_on(fight):
        pass
    last = head(served, fight)
    for page in (gm, player, watcher):
        everybody_has(page, last)
    gm.locator("a[href$='/after']").first.click()
    expect(gm.locator("main h1")).to_be_visible()
    assert gm.locator("table").count() >= 2
    gm.locator(f"a[href='/fights/{fight}/replay']").click()
    gm.locator("a[rel=prev]").click()
    expect(gm).to_have_url(re.compile(rf"at={last - 1}$"))


def begin(gm: Page, game: str) -> None:
    """New fight, the game's card, the sample duel: three taps."""
    gm.locator("main a[href='/new']").first.click()
    gm.locator(f"form[action='/new/{game}/house'] button.primary").click()
    gm.locator(f"form[action='/new/{game}/start'] button.primary").first.click()
    gm.wait_for_url("**/fights/*")


def join(people: People, served: Served, gm: Page, fight: str, fighter: str, lang: str) -> tuple[Page, Page]:
    """The GM opens the share page; a player and a watcher come by its links."""
    gm.locator(f"a[href='/fights/{fight}/share']").first.click()
    gm.wait_for_load_state()
    gm.goto(f"{served.base}/fights/{fight}")
    player, watcher = people.page(PHONE, lang), people.page(DESKTOP, lang)
    player.goto(served.link_for(fight, "player", fighter))
    watcher.goto(served.link_for(fight, "watcher"))
    for page, name in ((player, "Ann"), (watcher, "")):
        if "/join/" in page.url:
            if page.locator("input[name=name]").count() and name:
                page.fill("input[name=name]", name)
            page.locator("main form button").first.click()
        page.wait_for_url("**/fights/**")
    return player, watcher


def head(served: Served, fight: str) -> int:
    """The number of the last entry."""
    return int(served.api(f"/fights/{fight}")["seq"])


def everybody_has(page: Page, seq: int) -> None:
    """The page shows how it stands after this entry."""
    expect(page.locator("#live")).to_have_attribute("data-seq", str(seq), timeout=15_000)


def attack(served: Served, gm: Page, player: Page, fight: str, fighter: str) -> None:
    """Foes and others let their turns go by until the player may act; it attacks from its phone, with dice of its own."""
    for _ in range(30):
        state = served.api(f"/fights/{fight}")["state"]
        assert not state["over"]
        choices = served.api(f"/fights/{fight}/choices")["choices"]
        if any(one["do"] == "attack" and one.get("by") == fighter for one in choices) and not state["waiting"]:
            break
        ends = [one["by"] for one in choices if one["do"] == "done" and one.get("by") not in (None, fighter)]
        if ends and not state["waiting"]:
            served.api(f"/fights/{fight}/decisions", {"do": "done", "by": ends[0]})
        else:
            served.carried_on(fight)
    everybody_has(player, head(served, fight))
    before = head(served, fight)
    attacks = player.locator("#do-attack")
    if attacks.count():
        attacks.check()
        expect(player.locator("#composer [name=do]:checked")).to_have_value("attack")
    player.locator("#dice-own").check()
    expect(player.locator("#dice-own")).to_be_checked()
    player.locator("#composer button.primary").click()
    everybody_has(player, before + 1)
    for _ in range(12):
        waiting = served.api(f"/fights/{fight}")["state"]["waiting"]
        if not waiting:
            break
        now = head(served, fight)
        page = player if waiting["whose"] == fighter else gm
        everybody_has(page, now)
        boxes = page.locator("[data-dice] [name=die]")
        if boxes.count():
            for place in range(boxes.count()):
                boxes.nth(place).fill("4")
            page.locator("[data-dice] button.primary").first.click()
        else:
            page.locator(".ask button.primary").first.click()
        everybody_has(page, now + 1)
    assert served.api(f"/fights/{fight}")["log"][-1]["kind"] in ("decided", "opened", "committed")


def undo_and_redo(gm: Page, served: Served, fight: str) -> None:
    """The GM takes the last decision back and lets it stand after all."""
    everybody_has(gm, head(served, fight))
    for action in ("undo", "redo"):
        seq = head(served, fight)
        gm.locator(f"form[action='/fights/{fight}/{action}'] button").first.click()
        everybody_has(gm, seq + 1)


def test_six_taps_to_the_first_result_four_to_the_next_attack(people: People, served: Served) -> None:
    """From the start page: new fight, the card, the sample duel, and the button until there is an explained result."""
    gm = people.host(PHONE)
    taps = 0

    def tap(where: str) -> None:
        nonlocal taps
        gm.locator(where).first.click()
        taps += 1

    tap("main a[href='/new']")
    tap("form[action='/new/cpred/house'] button.primary")
    tap("form[action='/new/cpred/start'] button.primary")
    gm.wait_for_url("**/fights/*")
    fight = gm.url.split("/fights/")[1]

    def strikes() -> int:
        log = served.api(f"/fights/{fight}")["log"]
        return sum(one.get("do") == "attack" and bool(one.get("headline")) for one in log)

    def next_strike() -> None:
        had = strikes()
        while strikes() == had:
            seq = head(served, fight)
            ask = gm.locator(".ask button[value=app], .ask button.primary")
            tap(".ask button[value=app], .ask button.primary" if ask.count() else "#composer button.primary")
            expect(gm.locator("#live")).not_to_have_attribute("data-seq", str(seq))

    next_strike()
    assert taps <= 6
    expect(gm.locator(".log .steps").first).to_be_visible()
    taps = 0
    next_strike()
    assert taps <= 4
