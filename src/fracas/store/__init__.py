"""The store: an append-only log of every fight, the roster, and links, in SQLite or PostgreSQL.

Needs the extra ``[web]`` (and ``[pg]`` for PostgreSQL). It knows no game and no rule: events are plain data.
"""
