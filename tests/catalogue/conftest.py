"""The bundled catalogue, and the tables that it is compared with."""

import json
from pathlib import Path
from typing import Any

import pytest

from builder.catalogue.parsing import read_catalogue
from builder.points.rules.catalogue import Catalogue

ROOT = Path(__file__).parents[2]
BUNDLED = ROOT / "builder" / "catalogue" / "data" / "unbridled-fury" / "0.9.0.toml"
GOLDEN = ROOT / "tests" / "golden" / "unbridled-fury" / "tables.json"


@pytest.fixture(scope="session")
def fury() -> Catalogue:
    """Unbridled Fury 0.9.0, as it is bundled."""
    return read_catalogue(BUNDLED)


@pytest.fixture(scope="session")
def golden() -> dict[str, Any]:
    """Every number of the book, transcribed independently of the bundled file."""
    tables: dict[str, Any] = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return tables
