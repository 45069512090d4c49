"""People: a guest's lists move to an account, a person is deleted, and inactive guests are cleared."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from builder.documents import load_list
from builder.models import (
    Club,
    CompanyList,
    Event,
    HandIn,
    Membership,
    Profile,
    Report,
    Revision,
    Scope,
    Share,
    User,
)
from builder.points.document.document import Document
from builder.services.clubs.clubs import ClubDetails, create_club
from builder.services.clubs.invites import create_invite, join_by_invite
from builder.services.errors import NotFound, NotPossible
from builder.services.exchange import create_list_from_document
from builder.services.gallery import publish_list
from builder.services.lists import clear_deleted_lists, copy_list, create_list, delete_list, save_details
from builder.services.people.accounts import (
    clear_guests,
    convert_guest,
    create_guest,
    delete_person,
    find_inactive_guests,
    move_guest_lists,
)
from builder.services.people.tokens import create_token
from builder.services.sharing import create_link
from tests.lanes import is_wide
from tests.support.concurrency import run_concurrently
from tests.support.database_rows import database_rows
from tests.support.events import submit_roster

TODAY = timezone.localdate
ROUNDS = 6 if is_wide() else 3  # how often a race is repeated


@pytest.fixture
def guest(db: None) -> User:
    """Return a guest."""
    return create_guest()


@pytest.fixture
def guests_list(guest: User, catalogues: object, reavers: Document) -> CompanyList:
    """Return the guest's list."""
    return create_list_from_document(guest, reavers)


def set_last_visit(user: User, days: int) -> None:
    """Set the last visit to this number of days ago."""
    User.objects.filter(pk=user.pk).update(seen=TODAY() - timedelta(days=days))


# ------------------------------------------------------------------ refused to guests


def test_guests_cannot_use_clubs_publish_or_create_tokens(
    guest: User, guests_list: CompanyList, event: Event, alice: User
) -> None:
    invite = create_invite(event.club, alice, 7, 1)
    acts: tuple[Callable[[], object], ...] = (
        lambda: create_club(guest, ClubDetails("Mine")),
        lambda: join_by_invite(guest, invite.secret),
        lambda: submit_roster(event, guest, guests_list),
        lambda: publish_list(guests_list),
        lambda: create_token(guest, "bot", Scope.READ, 1),
    )
    before = database_rows()
    for act in acts:
        with pytest.raises(NotPossible, match="You need an account to"):
            act()
    assert database_rows() == before


# ------------------------------------------------------------------ bringing in


def test_moved_lists_keep_versions_links_and_histories(
    guest: User, guests_list: CompanyList, alice: User
) -> None:
    link = create_link(guests_list)
    before = CompanyList.objects.values("pk", "version", "updated", "public_id").get()
    document = load_list(CompanyList.objects.select_related("edition__system").get()).document
    revisions = list(Revision.objects.values_list("pk", "number"))
    assert move_guest_lists(guest, alice) == 1
    row = CompanyList.objects.select_related("edition__system").get()
    assert row.owner == alice
    assert CompanyList.objects.values(*before).get() == before
    assert row.link == link
    assert load_list(row).document == document
    assert list(Revision.objects.values_list("pk", "number")) == revisions
    assert set(Revision.objects.values_list("by", flat=True)) == {alice.pk}
    assert not User.objects.filter(pk=guest.pk).exists()


def test_deleted_lists_are_moved_and_not_counted(guest: User, guests_list: CompanyList, alice: User) -> None:
    delete_list(guests_list)
    assert move_guest_lists(guest, alice) == 0
    assert CompanyList.objects.get().owner == alice


def test_lists_are_moved_only_from_a_guest_to_an_account(
    guest: User, alice: User, bob: User, alices_list: CompanyList
) -> None:
    for of, into in ((alice, bob), (alice, alice), (guest, guest), (guest, create_guest())):
        with pytest.raises(NotFound):
            move_guest_lists(of, into)
    alices_list.refresh_from_db()
    assert alices_list.owner == alice


@pytest.mark.django_db(transaction=True)
def test_a_guest_whose_lists_were_moved_cannot_start_lists(
    alice: User, alices_list: CompanyList, catalogues: object, reavers: Document
) -> None:
    guest = create_guest()
    move_guest_lists(guest, alice)
    for begin in (
        partial(create_list, guest, "unbridled-fury", "0.9.0"),
        partial(create_list_from_document, guest, reavers),
        partial(copy_list, guest, alices_list),
    ):
        with pytest.raises(NotPossible, match="is deleted"):
            begin()
    assert CompanyList.objects.get() == alices_list


@pytest.mark.django_db(transaction=True)
def test_a_list_started_during_the_move_is_moved_or_rejected(catalogues: object, reavers: Document) -> None:
    for number in range(ROUNDS):
        guest, account = create_guest(), User.objects.create(username=f"erin-{number}")
        create_list_from_document(guest, reavers)
        begun, summoned = run_concurrently(
            partial(create_list, guest, "unbridled-fury", "0.9.0"), partial(move_guest_lists, guest, account)
        )
        assert isinstance(begun, CompanyList | NotPossible), begun
        assert summoned == 1 + isinstance(begun, CompanyList)
        assert CompanyList.objects.filter(owner=account).count() == summoned
        assert not User.objects.filter(pk=guest.pk).exists()


def test_a_guests_reports_are_merged_with_those_of_the_account(
    guest: User, alice: User, bob: User, alices_list: CompanyList, catalogues: object, reavers: Document
) -> None:
    another = create_list_from_document(bob, reavers)
    now = timezone.now()
    for by, of in ((guest, another), (bob, alices_list), (guest, alices_list)):
        target = f"list:{of.pk}"
        Report.objects.create(by=by, target=target, company_list=of, reason="Rude", made=now)
    move_guest_lists(guest, bob)
    assert Report.objects.get(company_list=another).by == bob
    assert Report.objects.filter(company_list=alices_list, by=bob).count() == 1


def test_a_guest_becomes_an_account_once(guest: User) -> None:
    row = convert_guest(guest)
    assert row is not None
    assert (row.pk, row.is_guest) == (guest.pk, False)
    row.save()
    assert convert_guest(guest) is None


@pytest.mark.django_db(transaction=True)
def test_moving_several_times_at_once_moves_once(catalogues: object, reavers: Document) -> None:
    guest, account = create_guest(), User.objects.create(username="erin")
    create_list_from_document(guest, reavers)
    outcomes = run_concurrently(*[lambda: move_guest_lists(guest, account)] * 3)
    assert sorted(str(type(outcome).__name__) for outcome in outcomes) == ["NotFound", "NotFound", "int"]
    assert CompanyList.objects.get().owner == account


@pytest.mark.django_db(transaction=True)
def test_moving_lists_to_an_account_during_its_deletion_loses_no_list(
    catalogues: object, reavers: Document
) -> None:
    guest, account = create_guest(), User.objects.create(username="erin")
    create_list_from_document(guest, reavers)
    run_concurrently(lambda: move_guest_lists(guest, account), lambda: delete_person(account))
    # Either the lists were moved first, or the account was deleted first and the guest still has them.
    left = list(CompanyList.objects.values_list("owner", flat=True))
    assert left == list(User.objects.values_list("pk", flat=True))
    assert left in ([], [guest.pk])


# ------------------------------------------------------------------ deleting


def test_deleting_a_person_deletes_everything_of_theirs_only(
    alice: User, bob: User, alices_list: CompanyList, club: Club, reavers: Document
) -> None:
    bobs = create_list_from_document(bob, reavers)
    for row in (alices_list, bobs):
        Share.objects.create(club=club, company_list=row)
    event = Event.objects.create(
        club=club, name="Friday", date=TODAY(), edition=bobs.edition, limit=500, deadline=timezone.now()
    )
    for user in (alice, bob):
        HandIn.objects.create(
            edition=event.edition,
            event=event,
            user=user,
            document=b"",
            appraisal=b"",
            summary={},
            force="x",
            words="y",
        )
    Report.objects.create(by=bob, company_list=alices_list, reason="Rude", made=timezone.now())
    delete_person(bob)
    assert not User.objects.filter(pk=bob.pk).exists()
    assert list(CompanyList.objects.all()) == [alices_list]
    assert {row.company_list_id for row in Profile.objects.all()} == {alices_list.pk}
    assert {row.company_list_id for row in Revision.objects.all()} <= {alices_list.pk}
    assert [share.company_list for share in Share.objects.all()] == [alices_list]
    assert [hand_in.user for hand_in in HandIn.objects.all()] == [alice]
    assert not Report.objects.exists()
    assert Membership.objects.filter(club=club).count() == 2


# ------------------------------------------------------------------ visits and clearing


def test_find_inactive_guests_counts_what_would_be_deleted(
    guest: User, guests_list: CompanyList, reavers: Document
) -> None:
    create_link(create_list_from_document(guest, reavers))
    delete_list(create_list_from_document(guest, reavers))
    set_last_visit(guest, 91)
    assert find_inactive_guests(90)[1:] == (1, 2, 1, 0)
    assert find_inactive_guests(91)[1:] == (0, 0, 0, 0)


def test_only_inactive_guests_are_cleared(
    guest: User, guests_list: CompanyList, alice: User, alices_list: CompanyList, reavers: Document
) -> None:
    back, taken = create_guest(), create_guest()
    create_list_from_document(back, reavers)
    create_list_from_document(taken, reavers)
    for user in (guest, alice, taken):
        set_last_visit(user, 400)
    set_last_visit(back, 90)
    move_guest_lists(taken, alice)
    assert clear_guests(find_inactive_guests(90).before) == 1
    assert set(User.objects.all()) == {alice, back}
    assert set(CompanyList.objects.values_list("owner", flat=True)) == {alice.pk, back.pk}
    assert CompanyList.objects.filter(owner=alice).count() == 2


def test_guests_are_cleared_in_batches(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.services.people.accounts._BATCH", 2)
    for _ in range(5):
        set_last_visit(create_guest(), 100)
    assert clear_guests(find_inactive_guests(90).before) == 5
    assert not User.objects.exists()


def test_a_copy_of_a_cleared_list_stays(guest: User, guests_list: CompanyList, alice: User) -> None:
    copy = CompanyList.objects.create(
        owner=alice, edition=guests_list.edition, name="Mine", copied_from=guests_list
    )
    set_last_visit(guest, 100)
    clear_guests(find_inactive_guests(90).before)
    copy.refresh_from_db()
    assert copy.copied_from is None


@pytest.mark.django_db(transaction=True)
def test_deleting_a_person_while_copies_change_does_not_deadlock(
    catalogues: object, reavers: Document
) -> None:
    """Originals and copies refer to each other, and neither change waits for the other."""
    for number in range(ROUNDS):
        erin, frank = (User.objects.create(username=f"{name}-{number}") for name in ("erin", "frank"))
        row, other = create_list_from_document(erin, reavers), create_list_from_document(frank, reavers)
        first, second, _ = copy_list(frank, row), copy_list(frank, row), copy_list(erin, other)
        outcomes = run_concurrently(
            partial(delete_person, erin),
            partial(delete_list, first),
            partial(save_details, second, 1, name="Mine", setting="", background=""),
        )
        assert outcomes == [None, None, second]
        assert set(CompanyList.objects.filter(owner=frank).values_list("copied_from", flat=True)) == {None}
        assert (
            run_concurrently(partial(delete_person, frank), partial(clear_deleted_lists, timezone.now()))[0]
            is None
        )
    assert not CompanyList.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_deleting_two_people_with_copies_of_each_other_does_not_deadlock(
    catalogues: object, reavers: Document
) -> None:
    for number in range(ROUNDS):
        erin, frank = (User.objects.create(username=f"{name}-{number}") for name in ("erin", "frank"))
        row, other = create_list_from_document(erin, reavers), create_list_from_document(frank, reavers)
        for _ in range(2):
            copy_list(frank, copy_list(erin, copy_list(frank, row)))
            copy_list(erin, other)
        assert run_concurrently(partial(delete_person, erin), partial(delete_person, frank)) == [None, None]
    assert not CompanyList.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_lists_that_change_during_a_move_or_clearing_do_not_deadlock(
    catalogues: object, reavers: Document
) -> None:
    for number in range(ROUNDS):
        guest, account = create_guest(), User.objects.create(username=f"erin-{number}")
        row = create_list_from_document(guest, reavers)
        summoned, deleted = run_concurrently(
            partial(move_guest_lists, guest, account), partial(delete_list, row)
        )
        assert (summoned in (0, 1), deleted) == (True, None)
        assert CompanyList.objects.get(pk=row.pk).owner == account
        guest = create_guest()
        row = create_list_from_document(guest, reavers)
        set_last_visit(guest, 100)
        cleared, deleted = run_concurrently(partial(clear_guests, TODAY()), partial(delete_list, row))
        assert cleared == 1
        assert deleted is None or isinstance(deleted, NotFound)
        assert not CompanyList.objects.filter(pk=row.pk).exists()
