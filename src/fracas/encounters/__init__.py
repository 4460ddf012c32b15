"""Sample encounters, by name: a duel and four against four for each game that has a whole fight."""

from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ENCOUNTERS = {path.stem: path for path in sorted(FOLDER.glob("*.yaml"))}
