"""Make ``docs/five-rosters.png``: five printed rosters side by side, one of each game.

Run it from the root of the project: ``python -m scripts.five_rosters``.

The picture shows the first page of the first roster of each game's first sample. Chromium puts the pages in a
row and reduces them to 16 greys, so that the picture is small and legible.
"""

import base64
import json
import shutil
import struct
import sys
import zlib
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

from builder.catalogue.files import bundled_catalogues, sample_files
from builder.catalogue.play import list_sheet
from builder.exports.pdf.options import PaperOptions
from builder.exports.pdf.papers import paper_order
from builder.points.document.document import Document, parse_document
from builder.typesetting.typesetter import typeset

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "five-rosters.png"
TODAY = date(2026, 1, 1)
MAX_BYTES = 400_000
CHROMIUMS = ("chromium", "chromium-browser", "chromium-headless-shell")

IN_A_ROW = """async (pictures) => {
  const papers = await Promise.all(pictures.map(async (picture) => {
    const paper = new Image();
    paper.src = `data:image/png;base64,${picture}`;
    await paper.decode();
    return paper;
  }));
  const gap = 8;
  const canvas = document.createElement("canvas");
  canvas.width = papers.reduce((width, paper) => width + paper.width + gap, gap);
  canvas.width += canvas.width % 2;
  canvas.height = Math.max(...papers.map((paper) => paper.height)) + 2 * gap;
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#999";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  let left = gap;
  for (const paper of papers) {
    pen.drawImage(paper, left, gap);
    left += paper.width + gap;
  }
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
  const greys = [];
  for (let at = 0; at < data.length; at += 4) {
    const grey = Math.round((0.3 * data[at] + 0.59 * data[at + 1] + 0.11 * data[at + 2]) / 17);
    greys.push(grey.toString(16));
  }
  return { width: canvas.width, height: canvas.height, greys: greys.join("") };
}"""


def main() -> None:
    """Typeset the papers, put them in a row, and write the picture."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        write_row(browser, first_pages(), PICTURE)
        browser.close()


def launch(playwright: Playwright) -> Browser:
    """Start this machine's Chromium."""
    chromium = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if chromium is None:
        sys.exit("No chromium on the path (Debian: apt install chromium).")
    return playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])


def write_row(browser: Browser, pictures: Sequence[bytes], to: Path) -> None:
    """Put pictures in a row, and write them to a file as one picture with 16 greys."""
    row = browser.new_page().evaluate(IN_A_ROW, [base64.b64encode(picture).decode() for picture in pictures])
    picture = png(row["width"], row["height"], bytes.fromhex(row["greys"]))
    if len(picture) > MAX_BYTES:
        sys.exit(f"The picture has {len(picture):,} bytes, more than {MAX_BYTES:,}.")
    to.write_bytes(picture)
    print(f"Made {to.relative_to(ROOT)}, {len(picture):,} bytes")


def first_pages() -> list[bytes]:
    """Return the first page of each game's printed roster."""
    catalogues = bundled_catalogues()
    documents: dict[tuple[str, str], Document] = {}
    for sample in sample_files():
        document = parse_document(json.loads(sample.path.read_text(encoding="utf-8")), catalogues)
        documents.setdefault((document.system, document.edition), document)
    options = PaperOptions(paper="roster", roster=0)
    return [
        typeset(paper_order(list_sheet(document, catalogues[edition]), options, output="png", today=TODAY))
        for edition, document in sorted(documents.items())
    ]


def png(width: int, height: int, greys: bytes) -> bytes:
    """Return a PNG with 16 greys. Each byte of ``greys`` contains two pixels."""
    line = width // 2
    lines = (b"\0" + greys[at * line : (at + 1) * line] for at in range(height))
    head = struct.pack(">IIBBBBB", width, height, 4, 0, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(b"".join(lines), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )


if __name__ == "__main__":
    main()
