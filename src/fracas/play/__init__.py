"""A fight at the table: explained in the reader's language. (Records and sessions are in fracas.core.record.)"""

from .explain import Explainer, Line, explain

__all__ = ["Explainer", "Line", "explain"]
