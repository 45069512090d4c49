"""The AV of a vehicle's crew: on sheets and in texts, and absent from designs that have none."""

from builder.exports.text import TextOptions, list_text
from builder.points.document.fingerprint import FingerprintMaker
from builder.points.shorthand import read_shorthand
from tests.support.crimson_dusk import DUSK, dusk_document, roster, row, vehicle
from tests.support.designs import read_document

BIKE = vehicle(max_speed=60, acdc=15, tr=3, armour=9, dam=10, crew=1, passengers=1, larger="no")


def test_the_text_contains_crew_armour_and_is_read_back() -> None:
    document = read_document(dusk_document({"bike": {**BIKE, "crew_av": 10}}))
    text = list_text(document, DUSK, TextOptions(style="full"))
    assert "Crew AV 10" in text
    (read,) = read_shorthand(text, DUSK).profiles
    values = read.profile.design.values
    assert (values["crew"], values["crew_av"], values["armour"], values.get("av")) == (1, 10, 9, None)


def test_designs_without_crew_armour_keep_their_fingerprints() -> None:
    """As they were before there was such an attribute."""
    document = read_document(dusk_document({"bike": BIKE}, rosters=[roster(row("bike", unit="vehicle"))]))
    maker = FingerprintMaker(DUSK, DUSK.identity)
    assert str(maker.of_list(document)) == (
        "Force 47db-35ef-zwed-0zkb-e74w \N{MIDDLE DOT} Words 1z2s-g6kh-ck48-8z9r-kn82"
    )
    assert maker.older_of_list(document) == "gtve-dwnf-pnbd-v54b-cckj"
