"""The limits of players' texts on a paper, with fair shares and a remark on each cut text.

The cost of typesetting depends on letters and paragraphs, so the background and notes of a paper have a
budget of both. Texts longer than an equal share are cut to this share. Longer texts may use what shorter
texts leave of theirs.
"""

from collections.abc import Iterable, Sequence

from builder.exports.pdf.markdown import Block, Run, blocks

MOST_LETTERS = 60_000
MOST_BLOCKS = 1_500
"""The maximum number of paragraphs, lines of code, list items and table cells."""
PAPERS_AT_FULL_BUDGET = 2
"""The number of papers in one PDF that each have the full budget; more papers share it."""
SHORTENED = "… shortened; see the list for the full text."

_LEAST_SHARE_USED = 0.7  # a cut at the end of a paragraph, line or word must leave this part of the share


def fit_texts(
    texts: Sequence[str], max_word: int, copies: Sequence[int] | None = None, *, papers: int = 1
) -> list[list[Block]]:
    """Return the blocks of the texts of one paper, cut to their shares.

    Words wider than ``max_word`` may be broken. ``copies`` is the number of times that each text is printed,
    by default once. If a PDF contains several ``papers``, they share the budget.
    """
    copies = copies or [1] * len(texts)
    letters = fair_share(repeated(map(len, texts), copies), budget_per_paper(MOST_LETTERS, papers))
    block_lists = [blocks(cut_text(text, letters), max_word) for text in texts]
    share = fair_share(
        repeated((sum(map(block_count, text_blocks)) for text_blocks in block_lists), copies),
        budget_per_paper(MOST_BLOCKS, papers),
    )
    fitted = []
    for text, text_blocks in zip(texts, block_lists, strict=True):
        fitting = _Trimmer(share).blocks(text_blocks)
        is_cut = len(text) > letters or sum(map(block_count, text_blocks)) > share
        fitted.append([*fitting, {"k": "p", "t": [SHORTENED]}] if is_cut else fitting)
    return fitted


def repeated(sizes: Iterable[int], copies: Sequence[int]) -> list[int]:
    """Return each size as often as ``copies`` says."""
    return [size for size, count in zip(sizes, copies, strict=True) for _ in range(count)]


def budget_per_paper(budget: int, papers: int) -> int:
    """Return the budget of each paper in one PDF. A few papers each get the full ``budget``."""
    return min(budget, budget * PAPERS_AT_FULL_BUDGET // papers)


def fair_share(sizes: Sequence[int], budget: int) -> int:
    """Return the largest share for which all sizes fit into the budget if each is cut to the share."""
    remaining = budget
    for index, size in enumerate(sorted(sizes)):
        sizes_left = len(sizes) - index
        if size * sizes_left > remaining:
            return remaining // sizes_left
        remaining -= size
    return budget


def cut_text(text: str, max_letters: int) -> str:
    """Return the first ``max_letters`` of a text, or fewer to end with a paragraph, line or word nearby."""
    if len(text) <= max_letters:
        return text
    head = text[:max_letters]
    for end in ("\n\n", "\n", " "):
        at = head.rfind(end)
        if at >= max_letters * _LEAST_SHARE_USED:
            return head[:at]
    return head


def block_count(block: Block) -> int:
    """Return the number of paragraphs, items, cells or lines of code in a block."""
    kind = block["k"]
    if kind in ("ul", "ol"):
        return sum(max(1, sum(map(block_count, item))) for item in block["b"])
    if kind == "quote":
        return sum(map(block_count, block["b"]))
    if kind == "table":
        columns: int = block["n"]
        return columns * len(block["b"])
    runs: list[Run] = block.get("t", [])
    return 1 + runs.count("\n")


class _Trimmer:
    """A trimmer of nested blocks; ``left`` is the number of blocks (``block_count``) that still fit."""

    def __init__(self, left: int) -> None:
        self.left = left

    def blocks(self, sources: Sequence[Block]) -> list[Block]:
        """Return the first of these blocks; the last one may be cut."""
        fitting = []
        for block in sources:
            if self.left <= 0:
                break
            if block_count(block) <= self.left:
                self.left -= block_count(block)
                fitting.append(block)
            elif part := self._part(block):
                fitting.append(part)
            else:
                break
        return fitting

    def _part(self, block: Block) -> Block | None:
        """Return the part of a block that fits; None if nothing does."""
        kind = block["k"]
        if kind in ("ul", "ol"):
            return {**block, "b": self._items(block["b"])}
        if kind == "quote":
            return {**block, "b": self.blocks(block["b"])}
        if kind == "table":
            rows, self.left = self.left // block["n"], 0
            return {**block, "b": block["b"][:rows]} if rows > 1 else None
        lines, self.left = self.left, 0
        ends = [index for index, run in enumerate(block["t"]) if run == "\n"]
        return {**block, "t": block["t"][: ends[lines - 1]]}

    def _items(self, items: Sequence[list[Block]]) -> list[list[Block]]:
        fitting = []
        for item in items:
            if self.left <= 0:
                break
            if not item:
                self.left -= 1
            fitting.append(self.blocks(item))
        return fitting
