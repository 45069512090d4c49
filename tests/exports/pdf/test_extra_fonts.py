"""Papers with fonts that an operator installs: each script is printed, and papers are typeset again."""

import os
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from django.conf import LazySettings, settings

from builder.exports.paper_requests import PaperSource, PreparedPaper, request_paper
from builder.exports.pdf.coverage import missing_letters
from builder.exports.pdf.typesetter import order_of, paper_key
from scripts.fonts import PACKAGES, SYSTEM_FOLDERS, advice, copy_found, missing_packages
from tests.support.pdf_pages import Pdf, document, fighter_profile, make_paper
from tests.support.project_files import ROOT

SCRIPTS = {
    "Chinese": ("中国骑士", "NotoSansCJK"),
    "Japanese": ("さむらいの侍", "NotoSansCJK"),
    "Korean": ("화랑기사", "NotoSansCJK"),
    "Hindi": ("योद्धा नायक", "NotoSansDevanagari"),
    "Thai": ("นักรบ", "NotoSansThai"),
    "Arabic": ("فارس شجاع", "DejaVuSans"),
    "Hebrew": ("אביר אמיץ", "DejaVuSans"),
}
_FOLDERS = (Path(os.environ.get("FONTS_FOLDER") or ROOT / ".fonts"), *SYSTEM_FOLDERS)


def test_other_fonts_give_another_paper(tmp_path: Path, settings: LazySettings) -> None:
    """With the earlier fonts, the earlier paper is found again: the digest is of contents, not of times."""
    settings.FONTS_FOLDER = str(tmp_path)
    order = order_of("list", "pdf", {}, date(2026, 1, 2))
    prepared: list[int] = []

    def prepare() -> PreparedPaper:
        prepared.append(1)
        return PreparedPaper(order, ("name",))

    def etag() -> str:
        return request_paper(PaperSource(prepare, ("a list", "version 1")), "u1").etag

    bare = etag()
    key = paper_key(order)
    assert etag() == bare
    assert len(prepared) == 1
    font = tmp_path / "extra.ttf"
    font.write_bytes(b"one")
    extended = etag()
    assert extended != bare
    assert paper_key(order) != key
    font.write_bytes(b"two!")
    assert etag() not in (bare, extended)
    font.write_bytes(b"one")
    assert etag() == extended
    font.unlink()
    assert etag() == bare
    assert len(prepared) == 3


def test_missing_fonts_are_copied_and_named(tmp_path: Path) -> None:
    """Installed fonts stay; a missing one is reported with its package."""
    source, folder = tmp_path / "source" / "deep", tmp_path / "fonts"
    source.mkdir(parents=True)
    folder.mkdir()
    (cjk,), others = PACKAGES["fonts-noto-cjk"], PACKAGES["fonts-noto-core"]
    for name in others:
        (source / name).write_text("new")
    (folder / others[0]).write_text("own")
    copy_found([tmp_path / "source"], folder)
    assert {path.name for path in folder.iterdir()} == set(others)
    assert [(folder / name).read_text() for name in others[:2]] == ["own", "new"]
    assert missing_packages(folder) == ["fonts-noto-cjk"]
    advice_text = advice(["fonts-noto-cjk"], folder)
    assert advice_text.startswith(f"Still missing: {cjk}.")
    assert str(folder) in advice_text


@pytest.fixture(scope="module")
def with_fonts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Use the fonts that `make fonts` installs, of this checkout or of this computer."""
    folder = tmp_path_factory.mktemp("fonts")
    copy_found([place for place in _FOLDERS if place.is_dir()], folder)
    if missing_packages(folder):
        pytest.skip(f"neither `make fonts` was run here nor are {' and '.join(PACKAGES)} installed")
    before, settings.FONTS_FOLDER = settings.FONTS_FOLDER, str(folder)
    yield
    settings.FONTS_FOLDER = before


@pytest.fixture(scope="module")
def paper(with_fonts: None) -> Pdf:
    """Return a list with a profile in each script, with its name and its notes."""
    profiles = [
        fighter_profile(name=words, notes=f"{words}\n\n{name}") for name, (words, _font) in SCRIPTS.items()
    ]
    return make_paper(document(profiles))


@pytest.mark.wide
@pytest.mark.parametrize("name", SCRIPTS)
def test_every_script_can_be_printed(paper: Pdf, name: str) -> None:
    """A letter without a glyph would be read as a zero."""
    words, font = SCRIPTS[name]
    assert missing_letters(document([fighter_profile(name=words)])).letters == ()
    assert any(used.startswith(font) for used in paper.fonts)
    assert set("".join(words.split())) <= set(paper.raw_text)
    assert "\0" not in paper.raw_text


@pytest.mark.wide
def test_papers_with_extra_fonts_keep_the_pdf_standard(paper: Pdf) -> None:
    """PDF/UA-1 is impossible if a single letter has no glyph."""
    assert paper.accessible


@pytest.mark.wide
def test_right_to_left_lines_are_in_order(paper: Pdf) -> None:
    """The last letter of a Hebrew name is to the left of its first."""
    first = next(letter for letter in paper.letters() if letter.sign == "א")
    last = next(letter for letter in paper.letters() if letter.sign == "ץ")
    assert abs(first.bottom - last.bottom) < 5
    assert last.left < first.left
