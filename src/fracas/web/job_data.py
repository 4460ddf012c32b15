"""What a job of the balance page is about, and what is taken out of one that has run: a fight, a table, a chart."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import BadInput, phrase
from .job_files import SPEC, read_json

if TYPE_CHECKING:
    from ..play.encounter import Encounter
    from ..simulate.sweep import Results, Sweep
    from ..simulate.tally import Tally

FIGHTS, TALLY = "fights.parquet", "tally.json"


def encounter_in(spec: Mapping[str, Any], lang: str) -> Encounter:
    """The encounter of a job: from its data, or from a record (where fighters bring something along)."""
    from ..play.encounter import encounter_of, saved_encounter

    data = spec["encounter"]
    if "record" not in data:
        return encounter_of(data, lang)
    found = saved_encounter(data)
    found.sides = tuple(data.get("sides", ()))
    return found


def side_names(encounter: Encounter, lang: str) -> dict[int, str]:
    """The sides by number, by the names that the encounter gives them."""
    from ..play.wording import fill, translator

    ui = translator("fracas", lang)
    sides = sorted({who.stand.side for who in encounter.session.start.fighters})
    given = encounter.sides
    return {side: given[side] if side < len(given) else fill(ui("side {n}"), {"n": side + 1}) for side in sides}


def sweep_in(spec: Mapping[str, Any]) -> Sweep:
    """The sweep of a job."""
    from ..simulate.sweep import sweep_of

    if "record" in spec["encounter"]:
        right = phrase("a fight whose fighters bring nothing along from earlier ones")
        raise BadInput("vary", phrase("not of this fight"), right)
    vary = {str(path): values for path, values in spec["vary"]}
    return sweep_of(spec["encounter"], vary, fights=spec["fights"], until=spec["until"], seed=spec["seed"])


def tally_data(tally: Tally) -> dict[str, Any]:
    """What the charts need of a tally, as plain data."""
    from ..simulate.sweep.rows import plain

    return {
        "fights": tally.fights,
        "wins": {str(side): count for side, count in tally.wins.items()},
        "rounds": plain(tally.rounds),
        "left": [plain(one.left) for one in tally.fighters],
    }


def tally_from(data: Mapping[str, Any], sides: tuple[int, ...]) -> Tally:
    """What :func:`tally_data` wrote."""
    from ..simulate.sweep.rows import counts_of
    from ..simulate.tally import FighterTally, Tally

    fighters = [FighterTally(left=counts_of(one)) for one in data["left"]]
    tally = Tally(sides, data["fights"], rounds=counts_of(data["rounds"]), fighters=fighters)
    tally.wins.update({int(side): count for side, count in data["wins"].items()})
    return tally


def results_in(sweep: Sweep, folder: Path, interrupted: bool) -> Results:
    """What the shards in a job's folder say."""
    from ..simulate.sweep import Results
    from ..simulate.sweep.store import Store

    return Results(sweep, Store(folder / "sweep", sweep), interrupted, True)


def one_fight(folder: Path, number: str) -> dict[str, Any]:
    """A fight of a simulation again, as a record with who decided how."""
    from ..simulate.simulation import Simulation

    spec = read_json(folder / SPEC)
    simulation = Simulation(encounter_in(spec, spec["lang"]), spec["seed"])
    session = simulation.fight(int(number))
    return {"record": session.record.to_dict(), "players": dict(simulation.policies), "rounds": simulation.rounds}


def export(folder: Path, name: str, lang: str) -> dict[str, Any]:
    """A file of what a job came to, by the same code as the command line's."""
    spec = read_json(folder / SPEC)
    place = folder / "files" / lang
    place.mkdir(parents=True, exist_ok=True)
    file = place / name
    if name.startswith("chart."):
        chart(spec, folder, file, lang)
    elif spec["kind"] == "sweep":
        from ..simulate.sweep.export import write_table

        write_table(results_in(sweep_in(spec), folder, False), str(file))
    elif name == FIGHTS:
        file = folder / FIGHTS
    else:
        import polars

        polars.read_parquet(folder / FIGHTS).write_csv(file)
    return {"file": str(file)}


def chart(spec: Mapping[str, Any], folder: Path, file: Path, lang: str) -> None:
    """The chart of a run as SVG, or that as PNG."""
    from ..play.wording import translator
    from ..simulate.export import plot
    from ..simulate.simulation import Simulation
    from ..simulate.sweep import charts

    svg = file.with_suffix(".svg")
    words = translator("fracas", lang)
    if spec["kind"] == "sweep":
        from ..simulate.sweep.export import check_name

        check_name(str(svg), "chart", ".svg")
        charts.plot(results_in(sweep_in(spec), folder, False), str(svg), words)
    else:
        encounter = encounter_in(spec, lang)
        simulation = Simulation(encounter, spec["seed"])
        tally = tally_from(read_json(folder / TALLY), simulation.sides)
        plot(simulation, tally, side_names(encounter, lang), str(svg), words)
    if file.suffix == ".png":
        import vl_convert

        file.write_bytes(vl_convert.svg_to_png(svg.read_text("utf-8"), scale=2))
