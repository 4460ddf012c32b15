"""The engine: verbs, dice, tables, the rule registry and records. It knows no game."""
