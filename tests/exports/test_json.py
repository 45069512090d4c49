"""A document has exactly one text form, so two exports of the same list can be compared."""

import json

from builder.catalogue.files import Catalogues
from builder.documents import load_list
from builder.exports.json import document_text
from builder.models import CompanyList, User
from builder.points.document.document import parse_document
from builder.queries.access import list_for_owner
from builder.services.exchange import create_list_from_document

DOCUMENT = {
    "format": "company-list",
    "version": 1,
    "system": "unbridled-fury",
    "edition": "0.9.0",
    "name": "Æther “crew”",
    "rosters": [{"name": "Friday", "limit": 500, "entries": [{"profile": "gone", "count": 2}]}],
}
TEXT = """{
  "format": "company-list",
  "version": 1,
  "system": "unbridled-fury",
  "edition": "0.9.0",
  "name": "Æther “crew”",
  "setting": "",
  "background": "",
  "profiles": [],
  "rosters": [
    {
      "name": "Friday",
      "limit": 500,
      "entries": [
        {
          "profile": "gone",
          "count": 2
        }
      ]
    }
  ]
}
"""


def test_the_json_is_indented_unescaped_and_ends_with_a_newline(alice: User, catalogues: Catalogues) -> None:
    company_list = create_list_from_document(alice, parse_document(DOCUMENT, catalogues))
    loaded = load_list(list_for_owner(alice, company_list.public_id))
    assert document_text(loaded) == TEXT


def test_an_export_reads_back_as_the_same_document(
    alice: User, alices_list: CompanyList, catalogues: Catalogues
) -> None:
    loaded = load_list(list_for_owner(alice, alices_list.public_id))
    assert parse_document(json.loads(document_text(loaded)), catalogues) == loaded.document
