"""A document replaces the contents of a list: one change, which loses nothing and exceeds no limit."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries, Settings

from builder.catalogue.files import Catalogues, bundled_catalogues
from builder.exports.json import to_json_text
from builder.models import Club, CompanyList, Listing, Profile, Revision, Roster, RosterEntry, Share, User
from builder.points.document.document import Document, parse_document
from builder.points.document.document import Profile as Model
from builder.points.document.document import Roster as Muster
from builder.points.document.document import RosterEntry as CoreEntry
from builder.services import lists, rosters
from builder.services.errors import LimitReached, NotFound, NotPossible, StaleVersion
from builder.services.exchange import create_list_from_document, replace_document
from builder.services.gallery import publish_list
from builder.services.history import restore_revision
from builder.services.profiles import remove_profile, restore_profile
from tests.support.concurrency import run_concurrently
from tests.support.saving import document_at, load_fresh, reload, save_design, words_of_revisions
from tests.support.strategies import documents

FURY = ("unbridled-fury", "0.9.0")


def replace_with(row: CompanyList, document: Document) -> CompanyList:
    return replace_document(row, reload(row).version, document)


def without(document: Document, *keys: str) -> Document:
    return replace(
        document, profiles=tuple(profile for profile in document.profiles if profile.key not in keys)
    )


def empty(document: Document) -> Document:
    return replace(document, profiles=(), rosters=())


# ------------------------------------------------------------------ any document after any other


@st.composite
def crew_documents(draw: st.DrawFn) -> Document:
    """Return any document, with up to three rosters of a few names."""
    value = draw(documents(bundled_catalogues()[FURY]))
    keys = [profile["key"] for profile in value["profiles"]] + ["nobody"]
    entry = st.fixed_dictionaries({"profile": st.sampled_from(keys), "count": st.integers(0, 3)})
    roster = st.fixed_dictionaries(
        {
            "name": st.sampled_from(["", "Friday", "Vault"]),
            "limit": st.sampled_from([0, 750]),
            "entries": st.lists(entry, max_size=2),
        }
    )
    value["rosters"] = draw(st.lists(roster, max_size=3))
    value["name"] = draw(st.sampled_from(["", "Ash", "Rain"]))
    return parse_document(value, bundled_catalogues())


@given(first=crew_documents(), others=st.lists(crew_documents(), min_size=1, max_size=3))
def test_a_replaced_list_equals_the_document_and_its_history_has_every_version(
    catalogues: Catalogues, alice: User, first: Document, others: list[Document]
) -> None:
    row = create_list_from_document(alice, first)
    catalogue = catalogues[FURY]
    for document in others:
        before = load_fresh(row)
        now = replace_with(row, document)
        after = load_fresh(row)
        version = before.row.version + (before.document != document)
        assert to_json_text(after.document, catalogue) == to_json_text(document, catalogue)
        assert now.version == after.row.version == version
        for key, model in {profile.key: profile for profile in document.profiles}.items():
            same = {profile.key: profile for profile in before.document.profiles}.get(key)
            if same is not None:
                assert after.profile_versions[key] == before.profile_versions[key] + (same != model)
        for place, roster in enumerate(document.rosters):
            if before.document.rosters.count(roster) == document.rosters.count(roster) == 1:
                old = before.document.rosters.index(roster)
                assert after.roster_ids[place] == before.roster_ids[old]
                assert after.roster_versions[place] == before.roster_versions[old]
    result = Revision.objects.filter(company_list=row).order_by("number")
    current = [document_at(row, outcome.number) for outcome in result]
    stored = [to_json_text(parse_document(value, catalogues), catalogue) for value in current]
    written = [to_json_text(document, catalogue) for document in (first, *others)]
    changed = [text for place, text in enumerate(written) if not place or text != written[place - 1]]
    assert stored == changed
    for revision in result[: len(changed) - 1]:
        if to_json_text(load_fresh(row).document, catalogue) != stored[list(result).index(revision)]:
            restore_revision(reload(row), revision.number)
            assert to_json_text(load_fresh(row).document, catalogue) == stored[list(result).index(revision)]


# ------------------------------------------------------------------ versions and races


def test_a_deleted_list_cannot_be_replaced(alices_list: CompanyList, reavers: Document) -> None:
    lists.delete_list(reload(alices_list))
    with pytest.raises(NotFound):
        replace_with(alices_list, reavers)


@pytest.mark.django_db(transaction=True)
def test_of_replacements_at_once_all_but_one_are_rejected(
    alices_list: CompanyList, catalogues: Catalogues, reavers: Document
) -> None:
    wanted = [replace(reavers, name=name) for name in ("Ash", "Rain", "Salt")]
    outcomes = run_concurrently(
        *(lambda first=item: replace_document(reload(alices_list), 1, first) for item in wanted)
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == [
        "CompanyList",
        "StaleVersion",
        "StaleVersion",
    ]
    winner = next(outcome for outcome in outcomes if isinstance(outcome, CompanyList))
    assert load_fresh(alices_list).document.name == winner.name
    assert [result.number for result in Revision.objects.filter(company_list=alices_list)] == [2, 1]


@pytest.mark.django_db(transaction=True)
def test_a_profile_saved_during_a_replacement_is_not_lost(
    alices_list: CompanyList, catalogues: Catalogues, reavers: Document
) -> None:
    captain = reavers.profiles[0]

    def save() -> object:
        return save_design(
            reload(alices_list), "captain", 1,
            name="Old Nick", notes=captain.notes, max=captain.max, design=captain.design,
        )  # fmt: skip

    saved, put_in = run_concurrently(
        save, lambda: replace_document(reload(alices_list), 1, replace(reavers, name="Ash"))
    )
    document = load_fresh(alices_list).document
    assert saved == 2
    if isinstance(put_in, StaleVersion):
        assert (document.name, document.profiles[0].name) == (reavers.name, "Old Nick")
    else:  # it was first, and didn't change the captain
        assert (document.name, document.profiles[0].name) == ("Ash", "Old Nick")


def test_the_details_are_stale_only_if_they_were_replaced(
    alices_list: CompanyList, reavers: Document
) -> None:
    setting, background = reavers.setting, reavers.background
    replace_with(alices_list, without(reavers, "captain"))
    saved = lists.save_details(reload(alices_list), 1, name="Mine", setting=setting, background=background)
    assert saved.version == 3
    replace_with(alices_list, reavers)
    with pytest.raises(StaleVersion):
        lists.save_details(reload(alices_list), 3, name="Again", setting=setting, background=background)


def test_rows_that_stay_removed_are_not_written_again(
    alices_list: CompanyList, reavers: Document, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    less = replace(reavers, profiles=reavers.profiles[:-1], rosters=reavers.rosters[:-1])
    replace_with(alices_list, less)
    row = reload(alices_list)
    with django_assert_num_queries(8) as queries:  # neither writes
        replace_document(row, row.version, less)
    assert not [sql for sql in (query["sql"] for query in queries) if sql.startswith(("UPD", "INS", "DEL"))]


# ------------------------------------------------------------------ removed, and back


def test_profiles_and_rosters_missing_from_the_document_can_be_restored(
    alices_list: CompanyList, reavers: Document
) -> None:
    before = load_fresh(alices_list)
    replace_with(alices_list, empty(reavers))
    assert load_fresh(alices_list).document == empty(reavers)
    for profile in reavers.profiles:
        restore_profile(reload(alices_list), profile.key)
    for roster in before.roster_ids:
        rosters.restore_roster(reload(alices_list), roster)
    assert load_fresh(alices_list).document == reavers
    assert load_fresh(alices_list).roster_ids == before.roster_ids


def test_removed_profiles_and_rosters_return_with_their_ids_and_versions(
    alices_list: CompanyList, reavers: Document
) -> None:
    before = load_fresh(alices_list)
    replace_with(alices_list, empty(reavers))
    replace_with(alices_list, reavers)
    after = load_fresh(alices_list)
    assert (after.document, after.profile_versions, after.roster_ids) == (
        before.document, before.profile_versions, before.roster_ids,
    )  # fmt: skip
    assert not Profile.objects.filter(company_list=alices_list, removed_at__isnull=False).exists()


def test_of_two_removed_rosters_with_one_name_the_equal_one_returns(
    alices_list: CompanyList, reavers: Document
) -> None:
    muster = Muster(name="Friday", limit=500, entries=(CoreEntry(profile="captain", count=1),))
    other = replace(muster, limit=1000)
    replace_with(alices_list, replace(reavers, rosters=(muster, other)))
    ids = load_fresh(alices_list).roster_ids
    replace_with(alices_list, replace(reavers, rosters=()))
    replace_with(alices_list, replace(reavers, rosters=(muster,)))
    assert load_fresh(alices_list).roster_ids == (ids[0],)


def test_an_unnamed_roster_does_not_inherit_the_shares_of_a_removed_one(
    alices_list: CompanyList, reavers: Document, club: Club
) -> None:
    replace_with(alices_list, replace(reavers, rosters=(Muster(name="", limit=500, entries=()),)))
    shared = Roster.objects.get(company_list=alices_list, removed_at=None)
    Share.objects.create(company_list=alices_list, roster=shared, club=club)
    replace_with(alices_list, replace(reavers, rosters=()))
    replace_with(alices_list, replace(reavers, rosters=(Muster(name="", limit=750, entries=()),)))
    fresh = Roster.objects.get(company_list=alices_list, removed_at=None)
    assert fresh.public_id != shared.public_id
    assert not Share.objects.filter(roster=fresh).exists()


def test_a_returning_key_of_a_cleared_profile_gets_a_new_version(
    alices_list: CompanyList, reavers: Document
) -> None:
    replace_with(alices_list, without(reavers, "captain"))
    Profile.objects.filter(company_list=alices_list, key="captain").delete()
    replace_with(alices_list, reavers)
    assert load_fresh(alices_list).profile_versions["captain"] == 3


# ------------------------------------------------------------------ limits


def test_the_number_of_removed_rows_is_limited(
    alices_list: CompanyList, reavers: Document, settings: Settings
) -> None:
    settings.MUSTERBOOK_KEPT_REMOVED = 3
    for number in range(6):
        models = [replace(profile, key=f"{profile.key}-{number}") for profile in reavers.profiles]
        musters = [
            replace(roster, name=f"{roster.name} {number}", limit=number) for roster in reavers.rosters
        ]
        replace_with(alices_list, empty(reavers))
        replace_with(alices_list, replace(reavers, profiles=tuple(models), rosters=tuple(musters)))
    away = {"company_list": alices_list, "removed_at__isnull": False}
    assert Profile.objects.filter(**away).count() <= 3 + len(reavers.profiles)
    assert Roster.objects.filter(**away).count() <= 3 + len(reavers.rosters)
    assert set(RosterEntry.objects.values_list("roster__company_list", flat=True)) == {alices_list.pk}
    newest = Profile.objects.filter(**away).order_by("-removed_at")
    assert {item.key for item in newest[:3]} <= {f"{item.key}-4" for item in reavers.profiles}


def test_everything_one_document_removes_can_be_restored(
    alices_list: CompanyList, reavers: Document, settings: Settings
) -> None:
    settings.MUSTERBOOK_KEPT_REMOVED = 2
    replace_with(alices_list, empty(reavers))
    assert Profile.objects.filter(company_list=alices_list).count() == len(reavers.profiles)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda item: replace(item, name="x" * 201),
        lambda first: replace(first, background="x" * 20_001),
        lambda element: replace(element, profiles=element.profiles * 100),
        lambda single: replace(single, rosters=single.rosters * 60),
        lambda document: replace(document, rosters=(replace(document.rosters[0], name="x" * 201),)),
    ],
)
def test_documents_above_the_limits_are_rejected(
    alices_list: CompanyList, reavers: Document, spoil: Callable[[Document], Document]
) -> None:
    before = load_fresh(alices_list)
    with pytest.raises(LimitReached):
        replace_with(alices_list, spoil(reavers))
    assert load_fresh(alices_list) == before


def test_a_document_of_another_edition_is_rejected(alices_list: CompanyList, reavers: Document) -> None:
    before = load_fresh(alices_list)
    with pytest.raises(NotPossible, match="Import the document as a new list"):
        replace_with(alices_list, replace(reavers, edition="9.9.9"))
    assert load_fresh(alices_list) == before


# ------------------------------------------------------------------ what follows


def test_the_history_shows_what_was_replaced(alices_list: CompanyList, reavers: Document) -> None:
    replace_with(alices_list, without(replace(reavers, name="Ash"), "breacher"))
    words = "\n".join(words_of_revisions(alices_list)[-1])
    assert "Removed Breacher" in words
    assert "Ash" in words


def test_the_gallery_is_updated(alices_list: CompanyList, reavers: Document) -> None:
    publish_list(reload(alices_list))
    replace_with(alices_list, replace(reavers, name="Ashen crew"))
    assert "ashen crew" in Listing.objects.get(company_list=alices_list).text.casefold()


def test_other_lists_do_not_change(
    alices_list: CompanyList, bobs_list: CompanyList, reavers: Document
) -> None:
    before = load_fresh(bobs_list)
    replace_with(alices_list, empty(reavers))
    assert load_fresh(bobs_list) == before


# ------------------------------------------------------------------ versions that may be told


def model(row: CompanyList) -> Model:
    return load_fresh(row).document.profiles[0]


def test_profiles_removed_at_different_times_return_in_order(
    alices_list: CompanyList, reavers: Document
) -> None:
    for key in ("second", "bodyguard"):
        remove_profile(reload(alices_list), key)
    replace_with(alices_list, replace(reavers, profiles=reavers.profiles[:1], rosters=()))
    for profile in reversed(reavers.profiles[1:]):
        restore_profile(reload(alices_list), profile.key)
    assert [profile.key for profile in load_fresh(alices_list).document.profiles] == [
        profile.key for profile in reavers.profiles
    ]
