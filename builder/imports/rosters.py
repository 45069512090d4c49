"""Functions that read roster files of the programs BattleScribe and New Recruit: XML, web pages or texts.

XML is converted to JSON of the form that the two programs can export too.
"""

import re
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from builder.imports.limits import FileRefused
from builder.points.other_builders.html_rosters import read_html_roster
from builder.points.other_builders.structure import MAX_LEVELS, OtherRoster
from builder.points.other_builders.text_rosters import is_roster_text, read_text_roster

_XML = re.compile(r"\s{0,99}<(?:\?xml\b|roster\b|!doctype (?!html\b))", re.IGNORECASE)
_HTML = re.compile(r"\s{0,99}<(?:!doctype html|html|head|body|div)\b", re.IGNORECASE)
_DECLARATION = re.compile(r"\s*<\?xml[^>]{0,200}\?>")
_LIST_ELEMENTS = ("costs", "costLimits", "forces", "selections", "categories")
UNREADABLE = "can't be read as a roster: export it again"


def is_xml(text: str) -> bool:
    """Return whether a text begins like a roster in XML."""
    return bool(_XML.match(text))


def is_roster(text: str) -> bool:
    """Return whether a text begins like a web page, or is a roster that was exported as text."""
    return bool(_HTML.match(text)) or is_roster_text(text)


def read_roster(text: str) -> OtherRoster:
    """Return the roster in the text of a web page or a text export.

    Raises DocumentError if the text contains no roster.
    """
    return read_html_roster(text) if _HTML.match(text) else read_text_roster(text)


def xml_as_json(text: str) -> dict[str, Any]:
    """Return the roster in an XML text as a JSON value.

    Raises FileRefused if the XML is not a roster, or has a document type definition, which can define
    entities.
    """
    try:
        root = fromstring(_DECLARATION.sub("", text, count=1), forbid_dtd=True)
    except DefusedXmlException as error:
        raise FileRefused("defines words of its own in its XML, as no roster does") from error
    except (ParseError, ValueError) as error:
        raise FileRefused(UNREADABLE) from error
    if _tag(root) != "roster":
        raise FileRefused("is XML, but not a roster of BattleScribe or New Recruit")
    return {"roster": _as_json(root, 0)}


def _as_json(element: Element, level: int) -> dict[str, Any]:
    value: dict[str, Any] = dict(element.attrib)
    if level > 2 * MAX_LEVELS:
        raise FileRefused(UNREADABLE)
    for part in element:
        if _tag(part) in _LIST_ELEMENTS:
            value.setdefault(_tag(part), []).extend(_as_json(inner, level + 1) for inner in part)
        elif _tag(part) == "customNotes":
            value["customNotes"] = part.text or ""
    return value


def _tag(element: Element) -> str:
    """Return the name of an element without its namespace."""
    return element.tag.rpartition("}")[2]
