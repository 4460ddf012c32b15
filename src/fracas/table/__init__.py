"""The table: one fight, several people. Decisions and dice from all of them, undo, secrets, fair dice, the roster.

:mod:`fracas.table.service` is what a server works with.
"""
