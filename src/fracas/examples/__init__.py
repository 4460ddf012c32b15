"""The documents' worked examples as case files: played by ``fracas demo``, kept as golden logs by the tests."""

from pathlib import Path

EXAMPLES = tuple(sorted(Path(__file__).resolve().parent.glob("*.yaml")))
