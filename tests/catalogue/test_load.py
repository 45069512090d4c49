"""Loading writes an edition once and never changes it. Its rulings can change."""

import json
import re
from dataclasses import replace
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from builder.catalogue.differences import only_adds
from builder.catalogue.files import Catalogues
from builder.catalogue.load import PublishedEditionError, load_edition
from builder.catalogue.rulings import DATA_FOLDER, rulings_path
from builder.catalogue.store import all_catalogues, catalogue_of
from builder.documents import load_list
from builder.models import (
    Attribute,
    CompanyList,
    CostTable,
    Edition,
    GameSystem,
    Profile,
    Property,
    User,
)
from builder.points.document.document import Document
from builder.points.systems import SYSTEMS
from builder.services.exchange import create_list_from_document
from builder.services.lists import delete_list, save_sample
from builder.services.profiles import remove_profile
from tests.support.concurrency import run_concurrently

BUNDLED = DATA_FOLDER / "unbridled-fury" / "0.9.0.toml"


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("load_catalogues", *arguments, stdout=out)
    return out.getvalue()


def refused(*arguments: str) -> str:
    with pytest.raises(CommandError) as refusal:
        run(*arguments)
    return str(refusal.value)


def other_edition(folder: Path, *changes: tuple[str, str]) -> None:
    """Return a copy of the bundled edition as version 0.9.1, with changes in it or in its rulings."""
    edition, rulings = (path.read_text(encoding="utf-8") for path in (BUNDLED, rulings_path(BUNDLED)))
    edition = re.sub(r"identity = .*\n", "", edition)
    for old, new in (('edition = "0.9.0"', 'edition = "0.9.1"'), *changes):
        assert edition.count(old) + rulings.count(old) == 1, old
        edition, rulings = edition.replace(old, new), rulings.replace(old, new)
    path = folder / "unbridled-fury" / "0.9.1.toml"
    rulings_path(path).parent.mkdir(parents=True, exist_ok=True)
    path.write_text(edition, encoding="utf-8")
    rulings_path(path).write_text(rulings, encoding="utf-8")


def rows() -> list[object]:
    tables = (GameSystem, Edition, Attribute, CostTable, Property)
    return [list(table._default_manager.order_by("pk").values()) for table in tables]


def test_loading_again_changes_nothing(catalogues: Catalogues) -> None:
    before = rows()
    assert run() == "".join(f"{system} {edition}: unchanged\n" for system, edition in sorted(catalogues))
    assert rows() == before


def test_a_new_edition_in_another_folder_is_loaded_too(catalogues: Catalogues, tmp_path: Path) -> None:
    other_edition(tmp_path)
    systems = GameSystem.objects.count()
    outcomes = run("--data", str(tmp_path)).splitlines()
    assert [line for line in outcomes if "unchanged" not in line] == ["unbridled-fury 0.9.1: loaded"]
    assert GameSystem.objects.count() == systems
    assert Property.objects.filter(edition__version="0.9.1").count() == len(
        catalogues["unbridled-fury", "0.9.0"].properties
    )


CHANGES = [
    ("points_per_model = 25", "points_per_model = 26",
     "numbers: points_per_model 25 is stored, 26 is in the file"),
    ('system_name = "Unbridled Fury"', 'system_name = "Bridled Fury"',
     'system_name: "Unbridled Fury" is stored, "Bridled Fury" is in the file'),
    ("{ 0 = 0, 1 = 1, 2 = 2, 3 = 3, 4 = 4, 5 = 6, 6 = 8, 7 = 11, 8 = 16, 9 = 24, 10 = 36, 11 = 53, 12 = 76 }",
     "{ 0 = 0, 1 = 1, 2 = 2, 3 = 3, 4 = 4, 5 = 6, 6 = 8, 7 = 11, 8 = 16, 9 = 24, 10 = 36, 11 = 53, 12 = 77 }",
     "cost_tables mov: costs.12 76 is stored, 77 is in the file"),
]  # fmt: skip


def test_a_changed_edition_is_rejected_with_its_differences(catalogues: Catalogues, tmp_path: Path) -> None:
    """A number, the name and a price."""
    other_edition(tmp_path)
    run("--data", str(tmp_path))
    before = rows()
    other_edition(tmp_path, *((old, new) for old, new, _ in CHANGES))
    message = refused("--data", str(tmp_path))
    assert "Unbridled Fury 0.9.1 is published" in message
    assert sorted(message.splitlines()[1:]) == sorted(f"  {reported}" for _, _, reported in CHANGES)
    assert rows() == before


def test_a_published_edition_can_gain_attributes_and_lose_none(catalogues: Catalogues) -> None:
    """Its identity is a constant, so fingerprints on paper still match."""
    dusk = catalogues["crimson-dusk", "seed"]
    parts = {kind.code: tuple(part for part in kind.parts if part != "crew_av") for kind in dusk.kinds}
    earlier = replace(
        dusk,
        attributes=tuple(part for part in dusk.attributes if part.code != "crew_av"),
        kinds=tuple(replace(kind, parts=parts[kind.code]) for kind in dusk.kinds),
    )
    load_edition(earlier, replace=True)
    assert load_edition(dusk) == "replaced"
    with pytest.raises(PublishedEditionError) as refusal:
        load_edition(earlier)
    assert "attributes /crew_av: is stored, and not in the file" in refusal.value.differences


EARLIER: dict[str, Any] = {
    "attributes": [{"code": "mov", "counts": ["crew"]}],
    "pick_slots": [{"code": "gear"}],
    "properties": [{"code": "AP4", "cost": {"points": 3}}],
    "kinds": [{"code": "car", "parts": ["mov", "gear"]}],
}


@pytest.mark.parametrize(
    "more",
    [
        {"attributes": [{"code": "crew_av", "added": True}, *EARLIER["attributes"]]},
        {"kinds": [{"code": "car", "parts": ["mov", "crew_av", "gear"]}]},
        {"properties": [{**EARLIER["properties"][0], "parameters": [{"code": "of"}]}, {"code": "AP8"}]},
        {"unit_values": [{"code": "depth"}]},
    ],
)
def test_additions_that_change_no_design_are_loaded(more: dict[str, Any]) -> None:
    assert only_adds(EARLIER, {**EARLIER, **more})


@pytest.mark.parametrize(
    "more",
    [
        {"attributes": [*EARLIER["attributes"], {"code": "crew_av"}]},
        {"attributes": [{"code": "mov", "counts": ["driver", "crew"]}]},
        {"pick_slots": [*EARLIER["pick_slots"], {"code": "spells"}]},
        {"weapon_slots": [{"code": "gun"}]},
        {"properties": [{**EARLIER["properties"][0], "includes": ["AP1"]}]},
        {"properties": [{"code": "AP4", "cost": {"points": 3, "parameters": ["of"]}}]},
    ],
)
def test_additions_that_change_designs_or_prices_are_rejected(more: dict[str, Any]) -> None:
    """A new slot or attribute would add a key to each design. The other additions change prices."""
    assert not only_adds(EARLIER, {**EARLIER, **more})


def test_corrected_rulings_replace_the_stored_ones(
    alice: User, catalogues: Catalogues, reavers: Document, tmp_path: Path
) -> None:
    """A name, a message and the revision change. The edition's identity in fingerprints doesn't."""
    other_edition(tmp_path)
    run("--data", str(tmp_path))
    create_list_from_document(alice, replace(reavers, edition="0.9.1"))
    identity = Edition.objects.get(version="0.9.1").digest
    other_edition(
        tmp_path,
        ("revision = 2\nauthor", "revision = 3\nauthor"),
        ("There is no Size {value}: choose 1 to 5.", "Choose a Size from 1 to 5."),
        ('code = "mov"\npage = 10', 'code = "mov"\nname = "Speed"\npage = 10'),
    )
    assert "unbridled-fury 0.9.1: new rulings" in run("--data", str(tmp_path))
    edition = Edition.objects.get(version="0.9.1")
    assert (edition.revision, edition.digest) == (3, identity)
    size = next(attribute for attribute in catalogue_of(edition).attributes if attribute.code == "size")
    assert size.rule_message == "Choose a Size from 1 to 5."
    move = next(attribute for attribute in catalogue_of(edition).attributes if attribute.code == "mov")
    assert (move.name, move.published) == ("Speed", {"name": "Move"})
    assert "unbridled-fury 0.9.1: unchanged" in run("--data", str(tmp_path))


def test_editions_loaded_by_an_earlier_version_get_their_rulings(catalogues: Catalogues) -> None:
    """They had no identity, no revision and no digest of their contents, and fewer rulings."""
    before = {row.pk: row.digest for row in Edition.objects.all()}
    for row in Edition.objects.all():
        new = (
            "identity",
            "revision",
            "changes",
            *(["roster"] if row.system.code == "unbridled-fury" else []),
        )
        layout = {key: value for key, value in json.loads(row.layout).items() if key not in new}
        Edition.objects.filter(pk=row.pk).update(layout=json.dumps(layout), content="")
    assert len({id(catalogue) for catalogue in all_catalogues().values()}) == len(before)
    assert run().count(": new rulings\n") == len(before)
    assert {row.pk: row.digest for row in Edition.objects.all()} == before


CHANGE = '\n[[changes]]\nrevision = 2\ndate = "{}"\ntext = "Corrected."\nrules = ["{}"]\n'


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (('code = "mov"\npage = 53', 'code = "fly"\npage = 53'), 'cost_tables "fly" completes nothing'),
        (('code = "mov"\npage = 53', 'code = "mov"\nname = "Speed"'), '"mov": name belongs in the file'),
        (("\nauthor = ", "\nfloor = 1\nauthor = "), "floor belongs in the file of the edition"),
        (("\n[roster]", CHANGE.format("1 March", "P-15") + "\n[roster]"), "is no date"),
        (("\n[roster]", CHANGE.format("2026-03-01", "P-999") + "\n[roster]"), "P-999"),
    ],
)  # fmt: skip
def test_rulings_apply_only_to_their_edition(
    catalogues: Catalogues, tmp_path: Path, change: tuple[str, str], fault: str
) -> None:
    other_edition(tmp_path, change)
    assert fault in refused("--data", str(tmp_path))


def test_rows_changed_by_hand_are_reported(catalogues: Catalogues) -> None:
    Property.objects.filter(group="armour", code="H").update(points=26)
    Attribute.objects.filter(code="ssv").delete()
    message = refused()
    assert "properties armour/H: cost.points 26 is stored, 25 is in the file" in message
    assert "attributes ssv: is in the file, and not stored" in message


def test_a_changed_order_is_reported(catalogues: Catalogues) -> None:
    Property.objects.filter(group="armour", code="H").update(position=9_999)
    assert "  properties: the order differs" in refused().splitlines()


def test_a_draft_is_always_loaded_from_its_file(
    alice: User, catalogues: Catalogues, reavers: Document, tmp_path: Path
) -> None:
    """Without a prompt, even an edition that wasn't a draft when it was loaded; lists that use it stay."""
    company_list = in_use(alice, catalogues, reavers)
    draft = ('edition = "0.9.1"', 'edition = "0.9.1"\ndraft = true')
    other_edition(tmp_path, draft, ("points_per_model = 25", "points_per_model = 26"))
    assert "unbridled-fury 0.9.1: replaced" in run("--data", str(tmp_path))
    assert load_list(company_list).document.profiles == reavers.profiles
    other_edition(tmp_path, draft, ('at = "size"', 'at = "height"'))
    assert "could not be read any more" in refused("--data", str(tmp_path))


def test_a_published_draft_is_replaced_once_more(catalogues: Catalogues, tmp_path: Path) -> None:
    other_edition(tmp_path, ('edition = "0.9.1"', 'edition = "0.9.1"\ndraft = true'))
    run("--data", str(tmp_path))
    other_edition(tmp_path, ("points_per_model = 25", "points_per_model = 26"))
    assert "unbridled-fury 0.9.1: replaced" in run("--data", str(tmp_path))
    other_edition(tmp_path, ("points_per_model = 25", "points_per_model = 27"))
    assert "Unbridled Fury 0.9.1" in refused("--data", str(tmp_path))


def in_use(owner: User, catalogues: Catalogues, reavers: Document) -> CompanyList:
    """Return a list of the edition 0.9.1, which is loaded for it."""
    load_edition(replace(catalogues["unbridled-fury", "0.9.0"], edition="0.9.1", identity=""))
    return create_list_from_document(owner, replace(reavers, edition="0.9.1"))


def test_an_edition_that_cannot_read_existing_lists_is_rejected(
    alice: User, catalogues: Catalogues, reavers: Document, tmp_path: Path
) -> None:
    first, two, three = (in_use(alice, catalogues, reavers) for _ in range(3))
    for company_list in (first, two):
        remove_profile(company_list, "captain")
    delete_list(first)
    Profile.objects.filter(company_list=three).exclude(key="second").delete()
    before = rows()
    other_edition(tmp_path, ('at = "size"', 'at = "height"'))
    message = refused("--data", str(tmp_path), "--replace")
    # Deleted lists and removed profiles count, because Undo restores them.
    assert message.startswith(
        "Unbridled Fury 0.9.1 is in use: 15 profiles in 3 lists could not be read any more: nothing was"
    )
    assert rows() == before
    assert load_list(two).document.profiles


def test_an_edition_that_can_read_existing_lists_replaces_the_old_one(
    alice: User, catalogues: Catalogues, reavers: Document, tmp_path: Path
) -> None:
    company_list = in_use(alice, catalogues, reavers)
    other_edition(tmp_path, ("points_per_model = 25", "points_per_model = 26"))
    assert "unbridled-fury 0.9.1: replaced" in run("--data", str(tmp_path), "--replace")
    assert load_list(company_list).document.profiles == reavers.profiles


def test_samples_do_not_prevent_a_replacement(
    catalogues: Catalogues, tmp_path: Path, reavers: Document
) -> None:
    load_edition(replace(catalogues["unbridled-fury", "0.9.0"], edition="0.9.1", identity=""))
    save_sample("reavers", replace(reavers, edition="0.9.1"))
    other_edition(tmp_path, ('at = "size"', 'at = "height"'))
    assert "unbridled-fury 0.9.1: replaced" in run("--data", str(tmp_path), "--replace")


def test_a_system_without_a_module_is_rejected(catalogues: Catalogues, tmp_path: Path) -> None:
    other_edition(tmp_path, ('system = "unbridled-fury"', 'system = "chess"'))
    message = refused("--data", str(tmp_path))
    refusal = 'Unbridled Fury 0.9.1: Musterbook has no module for the game "chess": it was not loaded.'
    assert message.startswith(refusal)
    assert not GameSystem.objects.filter(code="chess").exists()


@pytest.mark.django_db(transaction=True)
def test_loading_twice_at_once_loads_once(catalogues: Catalogues, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SYSTEMS, "other-fury", SYSTEMS["unbridled-fury"])
    before = Edition.objects.count()
    newer = replace(catalogues["unbridled-fury", "0.9.0"], edition="0.9.1")
    other = replace(newer, system="other-fury")
    for catalogue in (newer, other):
        assert sorted(map(str, run_concurrently(*[partial(load_edition, catalogue)] * 3))) == [
            "loaded",
            "unchanged",
            "unchanged",
        ]
    assert Edition.objects.count() == before + 2


def test_unreadable_files_are_named(catalogues: Catalogues, tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text('system = "broken', encoding="utf-8")
    before = rows()
    message = refused("--data", str(tmp_path))
    assert "broken.toml" in message
    assert rows() == before


def test_duplicate_editions_are_rejected(catalogues: Catalogues, tmp_path: Path) -> None:
    twin = tmp_path / "twin.toml"
    rulings_path(twin).parent.mkdir()
    twin.write_text(BUNDLED.read_text(encoding="utf-8"), encoding="utf-8")
    rulings_path(twin).write_text(rulings_path(BUNDLED).read_text(encoding="utf-8"), encoding="utf-8")
    assert "twin.toml: unbridled-fury 0.9.0 is also in another file" in refused("--data", str(tmp_path))


def test_a_missing_folder_is_reported(db: None, tmp_path: Path) -> None:
    assert refused("--data", str(tmp_path / "nowhere")).endswith("nowhere is not a folder")
