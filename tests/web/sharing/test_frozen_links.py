"""A frozen roster never changes, on pages and in the API, whatever its owner does."""

import random
import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from builder.catalogue.files import Catalogues
from builder.documents import pack_json
from builder.exports.list_files import list_paper
from builder.exports.pdf.options import PaperOptions
from builder.models import CompanyList, FrozenLink, Report, Roster, User
from builder.points.document.document import Document, RosterEntry
from builder.queries.access import access_by_roster_link
from builder.services import gallery, lists, profiles, rosters, sharing
from tests.support.accounts import browser
from tests.support.events import roster_of
from tests.support.rulings import create_list_by_first_revision, load_revision
from tests.support.saving import reload

TODAY = re.compile(
    r'<p class="finding" data-level="note"><b class="level">Note</b> The rulings have.*?</p>', re.S
)


@pytest.fixture
def row(alice: User, catalogues: Catalogues, reavers: Document) -> CompanyList:
    """Alice's list by revision 1 of the rulings. Its captain can shoot and has no weapon."""
    return create_list_by_first_revision(alice, catalogues, reavers)


def seen(secret: str) -> dict[str, object]:
    """Return all that a link shows, except what differs each time and what today's rulings say."""
    client = Client()
    result: dict[str, object] = {}
    for path in ("", "?prices=1", "text/?style=full", "profiles.csv", "document.json"):
        answer = client.get(f"/r/{secret}/{path}")
        assert answer.status_code == 200, path
        text = answer.content.decode()
        result[path] = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", TODAY.sub("", text))
    for path in ("", "/appraisal", "/summary"):
        result[f"api{path}"] = client.get(f"/api/v1/roster-links/{secret}{path}").content
    access = access_by_roster_link(client.request().wsgi_request.user, secret)
    for paper in ("battle", "roster", "cards"):
        options = PaperOptions(paper=paper, roster=0)
        source = list_paper(access, "pdf", (), lambda _, chosen=options: chosen, lambda path: path)  # type: ignore[misc] # mypy can't infer the default of a lambda
        result[paper] = source.prepare().order.key
    return result


def edit_at_random(row: CompanyList, dice: random.Random) -> None:
    """Change the list in one of the ways that its owner has."""
    keys = list(row.profiles.filter(removed_at=None).values_list("key", flat=True))
    of = dice.choice(list(Roster.objects.filter(company_list=row, removed_at=None)))
    key = dice.choice(keys)

    def save_roster() -> None:
        entries = tuple(RosterEntry(profile=item, count=dice.randint(1, 9)) for item in dice.sample(keys, 2))
        name, limit = dice.choice(("Night drop", "Other", "")), dice.choice((500, 750))
        rosters.save_roster(row, of.public_id, of.version, name=name, limit=limit, entries=entries)

    def remove_profile() -> None:
        if len(keys) > 3:
            profiles.remove_profile(row, key)

    def rename() -> None:
        now = reload(row)
        lists.save_details(row, now.version, name=f"List {dice.random()}", setting="Elsewhere", background="")

    def redesign() -> None:
        profile = row.profiles.get(key=key)
        design = {**profile.design, "size": dice.randint(1, 5)}
        value = {"key": key, "name": f"Model {dice.random()}", "notes": "New", "max": None, "design": design}
        profiles.save_profile(row, key, None, value)

    ways: list[Callable[[], object]] = [
        save_roster, remove_profile, rename, redesign, redesign,
        lambda: profiles.add_profile(row, "Another"),
        lambda: profiles.duplicate_profile(row, key),
    ]  # fmt: skip
    dice.choice(ways)()


def test_changes_of_the_list_do_not_change_a_frozen_roster(row: CompanyList, catalogues: Catalogues) -> None:
    """Neither 100 random changes, nor removing its profiles and the roster, nor other rulings."""
    link = sharing.create_frozen_link(row, roster_of(row).public_id)
    before = seen(link.secret)
    assert 'data-status="legal"' in str(before[""])
    dice = random.Random(45)  # noqa: S311 - a draw that can be repeated
    for _ in range(100):
        edit_at_random(row, dice)
    assert seen(link.secret) == before
    for key in list(row.profiles.filter(removed_at=None).values_list("key", flat=True)):
        profiles.remove_profile(row, key)
    rosters.remove_roster(row, roster_of(row).public_id)
    assert seen(link.secret) == before
    Roster.objects.filter(company_list=row).delete()
    assert seen(link.secret) == before
    load_revision(catalogues, 2, "error")
    assert seen(link.secret) == before
    page = Client().get(f"/r/{link.secret}/").content.decode()
    assert "checked with revision 1 of Musterbook" in page
    assert re.search(r"The rulings have changed since\. Today this roster is not legal:", page)


def test_freezing_again_shows_the_current_roster_and_verdict(
    row: CompanyList, catalogues: Catalogues, alice: User
) -> None:
    link = sharing.create_frozen_link(row, roster_of(row).public_id)
    before = seen(link.secret)
    load_revision(catalogues, 2, "error")
    sharing.refreeze_link(link)
    page = Client().get(f"/r/{link.secret}/").content.decode()
    assert 'data-status="illegal"' in page
    assert "checked with revision 2 of Musterbook" in page
    assert "The rulings have changed since" not in page
    after = seen(link.secret)
    assert not [path for path in ("", "battle", "api/appraisal") if after[path] == before[path]]


def test_a_live_link_shows_the_current_roster(row: CompanyList) -> None:
    of = roster_of(row)
    secret = sharing.create_live_link(row, of.public_id)
    text = Client().get(f"/r/{secret}/").content.decode()
    assert re.search(r"Live: changed <time [^>]+>\d+ \w+ \d{4}, \d\d:\d\d UTC</time>", text)
    rosters.save_roster(row, of.public_id, of.version, name="Dawn", limit=500, entries=())
    assert "<h1>Dawn</h1>" in Client().get(f"/r/{secret}/").content.decode()
    rosters.remove_roster(row, of.public_id)
    assert Client().get(f"/r/{secret}/").status_code == 404
    rosters.restore_roster(row, of.public_id)
    assert Client().get(f"/r/{secret}/").status_code == 200


def test_a_frozen_roster_that_cannot_be_read_is_a_fault_of_the_site(row: CompanyList) -> None:
    link = sharing.create_frozen_link(row, roster_of(row).public_id)
    FrozenLink.objects.update(document=pack_json({"format": "company-list"}))
    answer = Client().get(f"/r/{link.secret}/")
    assert answer.status_code == 409
    assert "We can't read this version" in unescape(answer.content.decode())


@pytest.mark.parametrize("is_frozen", [True, False])
@pytest.mark.parametrize("ends", ["deleted", "hidden", "suspended", "stopped"])
def test_deleting_hiding_and_suspending_end_a_link(
    row: CompanyList, alice: User, ends: str, is_frozen: bool
) -> None:
    """The page says nothing about the list. After the action is reverted, the link works again."""
    of = roster_of(row)
    link = sharing.create_frozen_link(row, of.public_id) if is_frozen else None
    secret = link.secret if link else sharing.create_live_link(row, of.public_id)
    if ends == "deleted":
        lists.delete_list(row)
    elif ends == "hidden":
        gallery.hide_list(row, "Rude.")
    elif ends == "suspended":
        User.objects.filter(pk=alice.pk).update(is_active=False, suspended_at=timezone.now())
    elif link:
        sharing.delete_frozen_link(link)
    else:
        sharing.remove_live_link(of)
    for path in ("", "print/", "document.json", "text/", "profiles/captain/take/"):
        answer = Client().get(f"/r/{secret}/{path}")
        assert answer.status_code == 404
        assert "Reavers" not in answer.content.decode()
    assert Client().get(f"/api/v1/roster-links/{secret}").status_code == 404
    if ends == "deleted":
        lists.restore_list(row)
    elif ends == "hidden":
        gallery.unhide_list(row)
    elif ends == "suspended":
        User.objects.filter(pk=alice.pk).update(is_active=True)
    assert Client().get(f"/r/{secret}/").status_code == (404 if ends == "stopped" else 200)


def test_readers_can_copy_the_roster_as_frozen(row: CompanyList, bob: User) -> None:
    """The page contains neither the list's address nor an embed address."""
    link = sharing.create_frozen_link(row, roster_of(row).public_id)
    lists.save_details(row, 1, name="Secret plans", setting="Secret", background="Secret")
    page = browser(None).get(f"/r/{link.secret}/").content.decode()
    assert "oembed" not in page
    assert row.public_id not in page
    browser(bob).post(f"/r/{link.secret}/copy/")
    copy = CompanyList.objects.get(owner=bob)
    assert (copy.name, copy.copied_name, copy.background) == (
        "Molybdenian Drop Reavers", "Molybdenian Drop Reavers", "",
    )  # fmt: skip
    assert [item.name for item in copy.rosters.all()] == ["Night drop"]


def test_the_code_on_paper_is_compared_with_the_roster(row: CompanyList) -> None:
    link = sharing.create_frozen_link(row, roster_of(row).public_id)
    at = f"/r/{link.secret}/"
    assert "The models match." in Client().get(at, {"paper": link.force}).content.decode()
    assert "The names and notes match." in Client().get(at, {"paper": link.words}).content.decode()
    other = sharing.create_frozen_link(row, roster_of(row, 1).public_id)
    assert "No match" in Client().get(at, {"paper": other.force}).content.decode()


def test_reports_of_a_frozen_roster_show_moderators_the_frozen_state(
    row: CompanyList, client: Client
) -> None:
    link = sharing.create_frozen_link(row, roster_of(row).public_id)
    for key in ("captain", "second"):
        profiles.remove_profile(row, key)
    lists.save_details(row, reload(row).version, name="Secret plans", setting="", background="")
    assert "Secret plans" not in client.get(f"/r/{link.secret}/report/").content.decode()
    client.post(f"/r/{link.secret}/report/", {"reason": "Rude."})
    report = Report.objects.get()
    assert (report.company_list, report.roster, report.kind) == (row, link.public_id, "roster")
    moderator = User.objects.create(username="mo", is_superuser=True, is_staff=True)
    client.force_login(moderator)
    page = client.get(f"/moderation/reports/{report.pk}/content/").content.decode()
    assert "Captain&#x27;s Second" in page
    gallery.hide_list(row, "Rude.")
    assert Client().get(f"/r/{link.secret}/").status_code == 404
    assert FrozenLink.objects.exists()
