"""What every request passes: limits, strict headers, one log line, figures."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from pathlib import Path

import pytest
from house import OPEN, House

from fracas.web.guard import HEADERS


def test_strict_headers_on_every_answer(house: House) -> None:
    gm = house.begin()
    for found in (house.client.get("/health"), house.client.get("/api/nowhere"), gm.ask("GET", ""), house.client.get("/api/fights"),
                  gm.ask("POST", "decisions", {"do": 3}), house.client.put("/health")):  # fmt: skip
        for name, value in HEADERS.items():
            assert found.headers[name] == value
        assert found.status_code < 400 or found.headers["content-type"] == "application/problem+json"
        assert "server" not in found.headers
    page = house.client.get("/nowhere")
    policy = page.headers.pop("content-security-policy")
    assert "script-src 'self'; style-src 'self'" in policy and "unsafe" not in policy and "http" not in policy
    assert all(page.headers[name] == value for name, value in HEADERS.items() if name != "content-security-policy")


def test_bodies_that_are_too_large_or_nested_too_deep(house: House) -> None:
    gm = house.begin()
    large = {"do": "begin", "with": {"x": "y" * 300_000}}
    assert gm.refused(413, "POST", "decisions", large, seq="*")["where"] == "body"
    gm.refused(413, "POST", "/api/import", {"x": "y" * 300_000})
    house.host.refused(422, "POST", "/api/import", {"x": "y" * 300_000})

    def send(body: bytes, **headers: str) -> tuple[int, str]:
        named = {"Authorization": f"Bearer {gm.token}", "If-Match": "*", "Content-Type": "application/json", **headers}
        found = house.client.post(f"/api/fights/{gm.fight}/decisions", content=body, headers=named)
        return found.status_code, found.json()["detail"]

    for body, status in (
        (b'{"do":"set","with":{"value":' + b"[" * 60 + b"]" * 60 + b"}}", 400),
        (b'{"do":"set","with":' + b'{"a":' * 100_000 + b"1" + b"}" * 100_000 + b"}", 413),
        (b"[" * 30_000, 400), (b'{"do": NaN}', 400), (b'{"do": "begin"', 400), (b"\xff\xfe", 400), (b"", 422),
        (b'{"do": "\\ud800"}', 400), (b'{"do": "x", "by": ' + b"9" * 5000 + b"}", 400), (b'{"do": Infinity}', 400),
        (b'{"do":"begin","do":"x"}', 422), (b'{"do":"a\\u0000b"}', 422),
    ):  # fmt: skip
        assert send(body)[0] == status, (body[:40], send(body))
    assert send(b'{"do":"begin"}', **{"Content-Length": "99999999"})[0] == 413
    deep = b'{"do":"begin","with":{"a":' + b"[" * 60 + b"]" * 60 + b"}}"
    assert send(deep, **{"Content-Type": "Application/JSON; charset=utf-8"})[0] == 400, "however it is written"
    for kind in ("text/plain", "", "application/x-www-form-urlencoded", "application/jsonx"):
        status, line = send(b'{"do":"begin"}', **{"Content-Type": kind})
        assert status == 415 and line.endswith("should be application/json") and line.startswith("Content-Type: "), line
    assert gm.get()["seq"] == 2


@pytest.mark.parametrize(
    ("method", "path", "body", "line"),
    [
        ("POST", "decisions", {"do": "x" * 65}, "should be a text of at most 64 characters"),
        ("POST", "decisions", {"do": ""}, "do: nothing - should be a text of at least 1 characters"),
        ("POST", "decisions", {"do": "begin", "dice": "his"}, "dice: his - should be one of: own, app"),
        ("POST", "answers", {"answers": []}, "answers: [] - should be at least 1 entries"),
        (
            "POST",
            "answers",
            {"answers": ["app", {"a": 1}]},
            "answers.1: {'a': 1} - should be faces, a word, true or false",
        ),
        ("POST", "answers", {"answers": [[2.5]]}, "answers.0: [2.5] - should be faces, a word, true or false"),
        ("POST", "undo-requests", {"seq": -1}, "seq: -1 - should be at least 0"),
        ("GET", "log?limit=0", None, "limit: 0 - should be at least 1"),
        ("GET", "log?after=9999999999", None, "after: 9999999999 - should be at most 2147483647"),
        ("GET", "/api/fights/a%20b", None, "fight: a b - should be a text of this form: ^[A-Za-z0-9_-]{1,64}$"),
        ("GET", "/api/nowhere", None, "address: /api/nowhere - should be one of those in /openapi.json"),
        ("PUT", "/health", {}, "method: PUT - should be one of those in /openapi.json"),
    ],
)
def test_what_is_wrong_with_a_form_is_one_clear_line(
    house: House, method: str, path: str, body: object, line: str
) -> None:
    found = house.begin().ask(method, path, body, seq="*")
    assert 400 <= found.status_code < 500 and line in found.json()["detail"], found.text
    assert found.json()["message"]["key"] == "{where}: {what} - should be {right}"


def test_rates(tmp_path: Path) -> None:
    house = House(tmp_path, replace(OPEN, reads="5/minute", writes="3/minute"))
    with house.client:
        found = [house.client.get("/health") for _ in range(7)]
        assert [one.status_code for one in found] == [200] * 5 + [429] * 2
        assert 1 <= int(found[-1].headers["retry-after"]) <= 61 and "at most 5" in found[-1].json()["detail"]
        assert [house.client.post("/api/join", json={}).status_code for _ in range(4)] == [422] * 3 + [429]


def test_one_line_for_each_request_and_event_without_secrets(house: House, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "fracas.web"):
        gm = house.begin()
        gm.do("decisions", {"do": "begin"})
        house.client.get(f"/join/{gm.token}", follow_redirects=False)
        house.client.get("/no%0Awhere%1B[31m")
        house.client.get("/health?token=" + gm.token)
    lines = [record.getMessage() for record in caplog.records if record.name == "fracas.web"]
    assert any(line.startswith("POST /api/fights 201") and line.endswith("host") for line in lines)
    assert any(line == f"event {gm.fight} 3" for line in lines) and any("GET /join/- 303" in line for line in lines)
    assert not any(gm.token in line or house.host.token in line or "\n" in line or "\x1b" in line for line in lines)


def test_a_fault_is_a_problem_and_in_the_log(house: House, caplog: pytest.LogCaptureFixture) -> None:
    gm = house.begin()

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("of the test")

    house.services.tables.look = broken  # type: ignore[method-assign, assignment]
    problem = gm.refused(500, "GET", "")
    assert problem["type"] == "urn:fracas:problem:fault" and "ZeroDivision" not in json.dumps(problem)
    assert "ZeroDivisionError" in caplog.text


def test_figures_for_prometheus(house: House) -> None:
    gm = house.begin()
    gm.do("decisions", {"do": "begin"})
    house.client.get("/nowhere/at/all")
    text = house.client.get("/metrics").text
    assert 'fracas_requests_total{method="POST",route="/api/fights/{fight}/decisions",status="200"} 1' in text
    assert 'route="other",status="404"} 1' in text and "fracas_events_heard_total 2" in text
    assert gm.fight not in text and 'fracas_request_seconds_bucket{le="+Inf"}' in text


def test_the_document_is_openapi_3_1_and_names_every_problem(house: House) -> None:
    found = house.client.get("/openapi.json").json()
    assert found["openapi"].startswith("3.1")
    for path, operations in found["paths"].items():
        for method, operation in operations.items():
            assert "default" in operation["responses"] or path in ("/openapi.json",), (method, path)
            assert operation.get("summary") and operation.get("description"), (method, path)
    assert (
        "HTTPValidationError" not in json.dumps(found)
        and found["components"]["securitySchemes"]["link"]["scheme"] == "bearer"
    )
    for path in ("/docs", "/redoc"):
        assert house.client.get(path).status_code == 404, "nothing is loaded from elsewhere"
