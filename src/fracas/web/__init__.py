"""The table over HTTP: an API (OpenAPI 3.1) with live updates, on top of :mod:`fracas.table`. It knows no rule and decides
nothing: what a viewer may see comes from the table's one function, what somebody may do is decided there, too.
"""
