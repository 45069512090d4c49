"""A part of one list, club or event isn't found below the address of another."""

import pytest

from builder.models import CompanyList, User
from builder.points.document.document import Document
from tests.support.access_scenes import (
    MISSING_PARAMETERS,
    World,
    create_everything,
    foreign_beginning,
    foreign_parts,
    other_world,
    url_of,
    url_parameter_names,
)
from tests.support.accounts import browser

FORM = {"role": "member"}  # read before the object is looked for


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_parts_of_a_list_are_not_found_in_another_list(
    catalogues: object, alice: User, bob: User, charlie: User, dora: User, reavers: Document, method: str
) -> None:
    """Neither while both lists are shared in every way, nor while they are private."""
    own = {**MISSING_PARAMETERS, **create_everything(World.create(alice, bob, charlie, dora, reavers))}
    other = other_world(reavers)
    theirs = {**MISSING_PARAMETERS, **create_everything(other)}
    wrong, tried = [], 0
    for mix in (foreign_parts, foreign_beginning):
        for client, mine, others in ((browser(alice), own, theirs), (browser(other.alice), theirs, own)):
            for name, needed in url_parameter_names().items():
                if name.startswith(("api_", "account_", "moderation")):
                    continue
                for parts in mix(needed, mine, others):
                    at = url_of(name, parts)
                    answer = client.get(at) if method == "GET" else client.post(at, FORM)
                    tried += 1
                    if answer.status_code not in (404, 405):
                        wrong.append(f"{name} {mix.__name__}: {answer.status_code}")
        CompanyList.objects.update(published_at=None, link=None)
    assert tried > 100
    assert not wrong
