"""Pages that hear of what others do: focus and what is typed stay; a network that goes away loses nothing; keys; no scripts."""

from __future__ import annotations

from browsers import PHONE, People, Served
from playwright.sync_api import Page, expect


def opened(people: People, fight: str, **more: object) -> Page:
    page = people.host(**more)  # type: ignore[arg-type]
    page.goto(f"{people.served.base}/fights/{fight}")
    return page


def numbers(page: Page) -> list[int]:
    """The numbers of the entries on the page."""
    return sorted(int(one.removeprefix("#")) for one in page.locator(".log .seq").all_inner_texts())


def test_a_network_that_goes_away_loses_nothing(people: People, served: Served) -> None:
    fight = served.fight("cpred_duel")
    page = opened(people, fight)
    served.carried_on(fight)
    head = served.api(f"/fights/{fight}")["seq"]
    expect(page.locator(f"#e{head}")).to_be_attached()
    people.expected += ["htmx:sendError"]
    page.context.set_offline(True)
    expect(page.locator("#net")).to_contain_text("No connection")
    for _ in range(6):
        served.carried_on(fight)
    head = served.api(f"/fights/{fight}")["seq"]
    assert page.locator(f"#e{head}").count() == 0
    page.context.set_offline(False)
    expect(page.locator(f"#e{head}")).to_be_attached(timeout=15_000)
    expect(page.locator("#net")).to_be_hidden()
    assert numbers(page) == list(range(1, head + 1))


def test_what_somebody_composes_and_types_stays_when_others_act(people: People, served: Served) -> None:
    fight = served.fight("cpred_duel")
    page = opened(people, fight)
    page.locator("details.more > summary").click()
    reason = page.locator("[name=label]")
    reason.fill("from the roof")
    page.locator("[name=modifier]").fill("2")
    page.locator("[name=modifier]").press("Tab")
    reason.focus()
    reason.press("End")
    reason.press_sequentially("!")
    seq = served.api(f"/fights/{fight}")["seq"]
    served.api(f"/fights/{fight}/links", {"role": "watcher"})  # no event
    turn = served.api(f"/fights/{fight}")["state"]["turn"]
    other = "ganger" if turn == "juno" else "juno"
    request = f"/fights/{fight}/override"
    served.api(request, {"of": 3, "set": {f"{other}.hp": 20}})
    expect(page.locator(f"#e{seq + 1}")).to_be_attached()
    assert page.evaluate("document.activeElement.name") == "label"
    assert reason.input_value() == "from the roof!"
    expect(page.locator("[name=modifier]")).to_have_value("2")
    expect(page.locator("details.more")).to_have_attribute("open", "")


def test_typed_dice_stay_when_others_act(people: People, served: Served) -> None:
    fight = served.fight("cpred_duel", own_dice=True)
    page = opened(people, fight)
    page.locator("[name=die]").first.fill("7")
    seq = served.api(f"/fights/{fight}")["seq"]
    other = people.host()
    other.goto(f"{served.base}/fights/{fight}")
    served.api(f"/fights/{fight}/links", {"role": "watcher"})
    assert served.api(f"/fights/{fight}")["seq"] == seq
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.wait_for_timeout(400)
    assert page.locator("[name=die]").first.input_value() == "7"


def test_dice_boxes_share_out_what_is_typed_and_refuse_what_is_not_on_a_die(people: People, served: Served) -> None:
    fight = served.fight("cpred_duel", own_dice=True)
    page = opened(people, fight)
    page.locator("[name=die]").fill("0")
    page.keyboard.press("Enter")
    boxes = page.locator("[name=die]")
    while boxes.count() == 1:  # a ten asks for one more, or it was a miss
        if not page.locator("[data-sides='10']").count():
            break
        boxes.first.fill("5")
        page.keyboard.press("Enter")
        page.wait_for_timeout(300)
    if page.locator("[data-sides='6']").count() == 3:
        page.keyboard.type("917")
        assert "is not on a d6" in page.locator("[data-wrong]").inner_text()
        for place, face in enumerate("３21"):
            boxes.nth(place).fill(face)
        assert page.locator("[data-wrong]").inner_text() == ""
        page.keyboard.press("Enter")
        expect(page.locator(".ask")).to_have_count(0)


def test_keys_do_what_they_say(people: People, served: Served) -> None:
    fight = served.fight("cpred_duel")
    page = opened(people, fight)
    expect(page.locator("#compose")).to_be_visible()
    page.keyboard.press("m")
    expect(page.locator("details.more")).to_have_attribute("open", "")
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    seq = served.api(f"/fights/{fight}")["seq"]
    page.keyboard.press("r")
    expect(page.locator(f"#e{seq + 1}")).to_be_attached()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Control+z")
    undone = page.locator(f"#e{seq + 1}.undone, #e{seq}.undone")
    expect(undone.first).to_be_attached()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("j")
    page.keyboard.press("j")
    assert page.evaluate("[...document.querySelectorAll('.order summary')].indexOf(document.activeElement)") == 1
    page.keyboard.press("[")
    page.keyboard.press("[")
    page.keyboard.press("]")
    assert page.evaluate("[...document.querySelectorAll('.log .seq')].indexOf(document.activeElement)") == 0


def test_the_way_through_a_fight_needs_no_scripts(people: People, served: Served) -> None:
    page = people.host(PHONE, scripts=False)
    fight = served.fight("cpred_duel")
    page.goto(f"{served.base}/fights/{fight}")
    before = served.api(f"/fights/{fight}")["seq"]
    page.locator("#composer button.primary").click()
    assert served.api(f"/fights/{fight}")["seq"] > before
    page.locator("form.undo button").click()
    assert served.api(f"/fights/{fight}")["log"][-1]["kind"] == "undone"
    while not served.api(f"/fights/{fight}")["state"]["over"]:
        if page.locator(".ask").count():
            page.get_by_role("button", name="Let the app roll").click()
        else:
            page.get_by_role("button", name="… the whole turn").click()
    page.goto(f"{served.base}/fights/{fight}/after")
    expect(page.locator("h1")).to_contain_text("How it went")
