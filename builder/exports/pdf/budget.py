"""The limits of players' texts on a paper: the background of a list, and the notes of its profiles.

Long texts take long to typeset. So all texts of a paper share a budget of letters and a budget of blocks.
Each text gets an equal share. If some texts are shorter than that, the others share the rest. A text longer
than its share is cut and ends with a remark.
"""

from collections.abc import Iterable, Sequence

from builder.exports.pdf.markdown import parse_blocks
from builder.exports.pdf.payload import Block

MAX_LETTERS = 60_000
MAX_BLOCKS = 1_500
"""The maximum number of blocks: paragraphs, lines of code, list items and table cells."""
PAPERS_AT_FULL_BUDGET = 2
"""The maximum number of papers in a PDF that each have the full budget. More papers share it."""
SHORTENED = "… shortened; see the list for the full text."

_MIN_USED_SHARE = 0.7  # a cut at the end of a paragraph, line or word must leave 70 % of the share


def fit_texts(
    texts: Sequence[str], max_word: int, copies: Sequence[int] | None = None, *, papers: int = 1
) -> list[list[Block]]:
    """Return the blocks of each Markdown text of a paper, cut to the text's share.

    ``copies`` are the numbers of times that each text is printed, by default once. ``papers`` is the number
    of papers in the PDF. Words wider than ``max_word`` letters may be broken.
    """
    copies = copies or [1] * len(texts)
    max_letters = fair_share(repeated(map(len, texts), copies), budget_per_paper(MAX_LETTERS, papers))
    block_lists = [parse_blocks(cut_text(text, max_letters), max_word) for text in texts]
    block_counts = [sum(map(block_count, blocks)) for blocks in block_lists]
    max_blocks = fair_share(repeated(block_counts, copies), budget_per_paper(MAX_BLOCKS, papers))
    shortened: Block = {"kind": "paragraph", "runs": [SHORTENED]}
    fitted = []
    for text, blocks, count in zip(texts, block_lists, block_counts, strict=True):
        fitting = _Trimmer(max_blocks).trim(blocks)
        is_cut = len(text) > max_letters or count > max_blocks
        fitted.append([*fitting, shortened] if is_cut else fitting)
    return fitted


def repeated(sizes: Iterable[int], copies: Sequence[int]) -> list[int]:
    """Return a list with each size as many times as its number in ``copies``."""
    return [size for size, count in zip(sizes, copies, strict=True) for _ in range(count)]


def budget_per_paper(budget: int, papers: int) -> int:
    """Return the budget of each of the ``papers`` in a PDF."""
    return min(budget, budget * PAPERS_AT_FULL_BUDGET // papers)


def fair_share(sizes: Sequence[int], budget: int) -> int:
    """Return the largest share with which all sizes fit into the budget if larger sizes are cut to it."""
    remaining = budget
    for index, size in enumerate(sorted(sizes)):
        sizes_left = len(sizes) - index
        if size * sizes_left > remaining:
            return remaining // sizes_left
        remaining -= size
    return budget


def cut_text(text: str, max_letters: int) -> str:
    """Return at most ``max_letters`` letters of a text, up to the end of a paragraph, line or word."""
    if len(text) <= max_letters:
        return text
    head = text[:max_letters]
    for end in ("\n\n", "\n", " "):
        index = head.rfind(end)
        if index >= max_letters * _MIN_USED_SHARE:
            return head[:index]
    return head


def block_count(block: Block) -> int:
    """Return the number of paragraphs, list items, table cells and lines in a block."""
    if block["kind"] in ("paragraph", "heading", "code"):
        return 1 + block["runs"].count("\n")
    if block["kind"] in ("bullet_list", "ordered_list"):
        return sum(max(1, sum(map(block_count, item))) for item in block["items"])
    if block["kind"] == "quote":
        return sum(map(block_count, block["blocks"]))
    if block["kind"] == "table":
        return block["column_count"] * len(block["rows"])
    return 1


class _Trimmer:
    """A trimmer of nested blocks, with the sum of block counts (``block_count``) that still fit."""

    def __init__(self, max_count: int) -> None:
        self.remaining = max_count

    def trim(self, blocks: Sequence[Block]) -> list[Block]:
        """Return as many of these blocks as fit. The last one may be cut."""
        fitting = []
        for block in blocks:
            if self.remaining <= 0:
                break
            if block_count(block) <= self.remaining:
                self.remaining -= block_count(block)
                fitting.append(block)
            elif part := self._cut_block(block):
                fitting.append(part)
            else:
                break
        return fitting

    def _cut_block(self, block: Block) -> Block | None:
        """Return the part of a block that fits, or None if nothing fits."""
        if block["kind"] in ("paragraph", "heading", "code"):
            lines, self.remaining = self.remaining, 0
            ends = [index for index, run in enumerate(block["runs"]) if run == "\n"]
            return {**block, "runs": block["runs"][: ends[lines - 1]]}
        if block["kind"] in ("bullet_list", "ordered_list"):
            return {**block, "items": self._trim_items(block["items"])}
        if block["kind"] == "quote":
            return {**block, "blocks": self.trim(block["blocks"])}
        if block["kind"] == "table":
            rows, self.remaining = self.remaining // block["column_count"], 0
            return {**block, "rows": block["rows"][:rows]} if rows > 1 else None
        return None

    def _trim_items(self, items: Sequence[list[Block]]) -> list[list[Block]]:
        fitting = []
        for item in items:
            if self.remaining <= 0:
                break
            if not item:
                self.remaining -= 1
            fitting.append(self.trim(item))
        return fitting
