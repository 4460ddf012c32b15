"""Case files: rules tested by examples (format 1, docs/case-files.md)."""

from .files import CaseFile, case_file_schema, read_case_file
from .run import CaseResult, run_case, run_file

__all__ = ["CaseFile", "CaseResult", "case_file_schema", "read_case_file", "run_case", "run_file"]
