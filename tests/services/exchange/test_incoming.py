"""An import is stored completely, with a name and keys of its own, or not at all."""

from dataclasses import replace
from functools import partial

import pytest

from builder.catalogue.files import Catalogues
from builder.documents import load_list
from builder.models import CompanyList, User
from builder.points.document import document as core
from builder.points.document.design import Design, Pick
from builder.points.document.document import Document, DocumentError
from builder.services import exchange, lists
from builder.services.errors import LimitReached, NotFound
from builder.services.profiles import add_profiles, remove_profile
from tests.support.concurrency import run_concurrently


def summoner(key: str, *others: str) -> core.Profile:
    """Return a profile that summons others, and turns into them."""
    spells = tuple(Pick(code="summon", parameters={"profile": other}) for other in others)
    forms = Pick(code="were-creature", parameters={"kind": "controlled", "forms": others})
    return core.Profile(
        key=key, name=key.title(), design=Design(picks={"spells": spells, "properties": (forms,)})
    )


def stored(company_list: CompanyList) -> Document:
    row = CompanyList.objects.select_related("edition__system").get(pk=company_list.pk)
    return load_list(row).document


# ------------------------------------------------------------------ documents


def test_other_users_and_deleted_lists_do_not_use_up_names(
    alice: User, bob: User, alices_list: CompanyList, reavers: Document
) -> None:
    exchange.import_list(bob, reavers, name=alices_list.name)
    lists.delete_list(alices_list)
    exchange.import_list(alice, reavers, name=alices_list.name)
    assert exchange.unused_list_name(alice, alices_list.name) == f"{alices_list.name} 2"
    assert exchange.unused_list_name(None, alices_list.name) == alices_list.name


def test_an_invalid_document_replaces_nothing(
    alice: User, alices_list: CompanyList, reavers: Document
) -> None:
    """The list is unchanged."""
    bad = replace(reavers, profiles=(replace(reavers.profiles[0], notes="a\x00b"),))
    with pytest.raises(DocumentError):
        exchange.import_list(alice, bad, name=alices_list.name, replaced_id=alices_list.public_id)
    assert CompanyList.objects.get().deleted_at is None


@pytest.mark.django_db(transaction=True)
def test_of_two_imports_of_one_name_at_once_one_is_rejected(
    alice: User, catalogues: Catalogues, reavers: Document
) -> None:
    bring = partial(exchange.import_list, alice, reavers, name="Reavers")
    outcomes = run_concurrently(bring, bring)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["CompanyList", "ImportChoiceOutdated"]
    assert CompanyList.objects.count() == 1


# ------------------------------------------------------------------ profiles


def test_imported_profiles_get_new_keys_and_references_are_updated(alices_list: CompanyList) -> None:
    """References to each other, to themselves and to the list. "captain" is in use, as are removed keys."""
    remove_profile(alices_list, "sergeant")
    coming = [
        replace(summoner("x", "y", "x", "second", "nobody"), name="Captain"),
        replace(summoner("y"), name="Sergeant"),
    ]
    first, other = add_profiles(alices_list, coming)
    assert (first.key, other.key) == ("captain-2", "sergeant-2")
    design = next(p.design for p in stored(alices_list).profiles if p.key == "captain-2")
    named = [pick.parameters["profile"] for pick in design.picks["spells"]]
    assert named == ["sergeant-2", "captain-2", "second", "nobody"]
    assert design.picks["properties"][0].parameters["forms"] == tuple(named)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"name": "x" * 201}, LimitReached),
        ({"notes": "x" * 20_001}, LimitReached),
        ({"max": 10_000}, LimitReached),
        ({"name": "a\x00"}, DocumentError),
        ({"design": Design(values={"mov": 10_000})}, DocumentError),
        ({"design": Design(picks={"spells": (Pick(code="heal"),) * 101})}, DocumentError),
    ],
)
def test_one_invalid_profile_rejects_all(
    alices_list: CompanyList, change: dict[str, object], error: type[Exception]
) -> None:
    before = stored(alices_list)
    bad = replace(summoner("b"), **change)  # type: ignore[arg-type]  # names of its fields
    with pytest.raises(error):
        add_profiles(alices_list, [summoner("a"), bad])
    assert stored(alices_list) == before


def test_profiles_cannot_be_added_to_a_deleted_list(alices_list: CompanyList) -> None:
    lists.delete_list(alices_list)
    with pytest.raises(NotFound):
        add_profiles(alices_list, [summoner("a")])
