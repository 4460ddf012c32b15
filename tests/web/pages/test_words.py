"""What the pages say: headlines, what an entry changed, reasons with their rules, the names of the samples."""

from __future__ import annotations

from house import House, Seat

from browser import Browser


def shot(gms: Browser, gm: Seat, damage: str) -> int:
    """Juno shoots with dice of her own and hits; the entry's number."""
    gms.press("/do", **{"roll.dice": "own"})
    for faces in ("9", damage):
        gms.send(f"/fights/{gm.fight}/answers", [("seen", gm.get()["seq"]), ("die", faces)])
    return int(gm.get()["log"][-1]["seq"])


def test_what_an_entry_changed_is_told_in_words(gms: Browser, gm: Seat) -> None:
    seq = shot(gms, gm, "555")
    rows = gms.json(f"/fights/{gm.fight}/entries/{seq}.json")["changes"]
    told = {(one["who"], one["label"]): (one["before"], one["after"]) for one in rows}
    assert told["Juno", "Rounds loaded (heavy pistol)"] == ("8", "7")
    assert told["Ganger", "HP"] == ("40", "29") and told["Ganger", "SP (body)"] == ("4", "3")
    assert told["Ganger", "Wound state"] == ("none", "light")


def test_a_hit_that_costs_nothing_says_so(gms: Browser, gm: Seat) -> None:
    shot(gms, gm, "112")
    assert gm.get()["log"][-1]["headline"] == "Juno hits Ganger: HP unchanged, 40."


def test_a_blow_that_puts_somebody_out_says_so(house: House) -> None:
    gm = house.begin("cops_duel", settings={"reactions": False})
    gm.do("decisions", {"do": "begin"})
    for _ in range(200):
        if gm.get()["state"]["over"]:
            break
        gm.do("policy", {})
    found = gm.get()
    assert found["state"]["over"]
    lost = next(one for one in found["state"]["fighters"] if one["health"]["word"] in ("out", "dead"))
    last = [one["headline"] for one in found["log"] if one.get("headline") and one["target"] == lost["id"]][-1]
    assert last.endswith(f"{lost['name']}: {lost['health']['text']}.")


def test_a_reason_links_its_rule_and_lines_begin_with_a_capital(gms: Browser, gm: Seat) -> None:
    composer = gms.json(f"/fights/{gm.fight}.json")["composer"]
    why = next(one["why"] for one in composer["mains"][0]["options"] if one["why"])
    said, _, rule = why.removesuffix("]").partition(" [")
    html = gms.open(f"/fights/{gm.fight}").replace("&#39;", "'")
    assert f"{said} <a" in html and f'href="/rules/cpred/{rule}"' in html and why not in html
    assert '<span class="head">Begin the fight</span>' in html


def test_who_acts_next_is_not_named_twice(house: House) -> None:
    gm = house.begin("wng_duel")
    gm.do("decisions", {"do": "begin"})
    gm.do("decisions", {"do": "act", "by": "vera"})
    assert gm.get()["log"][-1]["text"] == "Vera acts next"


def test_the_samples_have_names_in_each_language(gms: Browser, gm: Seat) -> None:
    assert "Duel dans une ruelle" in gms.open(f"/fights/{gm.fight}?lang=fr")
    assert "A duel in an alley" in gms.open(f"/fights/{gm.fight}?lang=en")
