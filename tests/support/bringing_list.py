"""A list whose roster brings profiles that it doesn't buy: other forms, and summoned creatures."""

from typing import Any

_PLAIN_ATTRIBUTES = {"mov": 6, "fgt": 5, "shg": 0, "tds": 6, "cow": 6}


def bringing_list() -> dict[str, Any]:
    """Return a list with one roster. The witch and the wolf summon the imp, and the imp summons the toad."""
    return {
        "format": "company-list",
        "version": 1,
        "system": "unbridled-fury",
        "edition": "0.9.0",
        "name": "The Glass Coven",
        "profiles": [
            _profile("witch", spells=[_summons("imp"), {"code": "heal"}], mgc=6),
            _profile("rider", properties=[{"code": "mounted"}, {"code": "dismount", "profile": "foot"}]),
            _profile("foot"),
            _profile("imp", spells=[{"code": "transmutation", "profile": "toad"}], mgc=3),
            _profile("toad"),
            _profile("cat", properties=[{"code": "familiar", "profile": "witch"}]),
            _profile(
                "hound", properties=[{"code": "were-creature", "kind": "controlled", "forms": ["wolf"]}]
            ),
            _profile("wolf", spells=[_summons("imp"), _summons("witch")], mgc=2),
            _profile("guard", properties=[{"code": "companion", "profile": "toad"}]),
            _profile("idle", spells=[_summons("guard")], mgc=2),
        ],
        "rosters": [
            {
                "name": "Low water",
                "limit": 1000,
                "entries": [
                    {"profile": key, "count": count}
                    for key, count in (
                        ("witch", 1), ("rider", 2), ("cat", 1), ("hound", 1), ("guard", 1), ("idle", 0),
                    )
                ],
            }
        ],
    }  # fmt: skip


def _profile(key: str, *, mgc: int | None = None, **picks: list[dict[str, Any]]) -> dict[str, Any]:
    magic = {} if mgc is None else {"magic": "high"}
    return {
        "key": key,
        "name": key.capitalize(),
        "design": {"size": 2, "attributes": {**_PLAIN_ATTRIBUTES, "mgc": mgc}, **magic, **picks},
    }


def _summons(key: str) -> dict[str, Any]:
    return {"code": "summon", "profile": key}
