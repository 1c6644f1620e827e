"""Names and texts out of foreign tables, made safe to look at.

Markup is the renderers' business. This is about what no markup escapes: characters that reorder,
hide or break the text around them, and that some formats cannot even hold.
"""

from __future__ import annotations

from featureshift.spelled_out import cut_to_size, spelled_out

LONGEST = 120
"""Characters of a name that are shown; beyond, its middle is left out."""


def visible(text: str, longest: int = LONGEST) -> str:
    r"""The text with control, invisible and reordering characters spelled out, and cut to size.

    What it returns can be encoded as UTF-8 and is allowed in XML. Names that differ only at the
    end stay different, since it is the middle that is cut.

    >>> visible("a\u202eb\n")
    'a\\u202eb\\n'
    >>> visible("x" * 90 + "1", longest=9)
    'xxxx…xxx1'
    """
    if not text or text.isspace():
        return "(blank)" if text else "(no name)"
    return cut_to_size(spelled_out(text), longest)
