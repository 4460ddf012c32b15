"""What each game adds to the table: a module of its name with ``table_view(seen, position, guest, lang)`` (see
:mod:`fracas.web.pages.views`). Only what is in ``seen`` about a fighter may get into the page; figures that follow from it
come from functions of the rules.
"""
