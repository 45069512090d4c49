"""The limits of players' texts on a paper: the background of a list, and the notes of its profiles.

Long texts take long to typeset. So all texts of a paper share a budget of letters and a budget of blocks,
which are paragraphs, lines of code, list items and table cells. Each text gets an equal share. If some texts
are shorter than that, the others share the rest. A text longer than its share is cut and ends with a remark.
"""

from collections.abc import Iterable, Sequence

from builder.exports.pdf.markdown import Block, Run, blocks

MAX_LETTERS = 60_000
MAX_BLOCKS = 1_500
"""The maximum number of blocks: paragraphs, lines of code, list items and table cells."""
PAPERS_AT_FULL_BUDGET = 2
"""If a PDF has at most this number of papers, each has the full budget. If it has more, they share."""
SHORTENED = "… shortened; see the list for the full text."

_MIN_SHARE_USED = 0.7  # a cut at the end of a paragraph, line or word must leave 70 % of the share


def fit_texts(
    texts: Sequence[str], max_word: int, copies: Sequence[int] | None = None, *, papers: int = 1
) -> list[list[Block]]:
    """Return the blocks of each text of a paper, cut to the text's share.

    Args:
        texts: The texts in Markdown.
        max_word: Words wider than this number of letters may be broken.
        copies: How often each text is printed. By default, each is printed once.
        papers: The number of papers in the PDF that share the budget.
    """
    copies = copies or [1] * len(texts)
    letters = fair_share(repeated(map(len, texts), copies), budget_per_paper(MAX_LETTERS, papers))
    block_lists = [blocks(cut_text(text, letters), max_word) for text in texts]
    share = fair_share(
        repeated((sum(map(block_count, text_blocks)) for text_blocks in block_lists), copies),
        budget_per_paper(MAX_BLOCKS, papers),
    )
    fitted = []
    for text, text_blocks in zip(texts, block_lists, strict=True):
        fitting = _Trimmer(share).blocks(text_blocks)
        is_cut = len(text) > letters or sum(map(block_count, text_blocks)) > share
        fitted.append([*fitting, {"k": "p", "t": [SHORTENED]}] if is_cut else fitting)
    return fitted


def repeated(sizes: Iterable[int], copies: Sequence[int]) -> list[int]:
    """Return a list with each size as many times as its number in ``copies``."""
    return [size for size, count in zip(sizes, copies, strict=True) for _ in range(count)]


def budget_per_paper(budget: int, papers: int) -> int:
    """Return the budget of each paper in a PDF.

    At most ``PAPERS_AT_FULL_BUDGET`` papers get the full budget.
    """
    return min(budget, budget * PAPERS_AT_FULL_BUDGET // papers)


def fair_share(sizes: Sequence[int], budget: int) -> int:
    """Return the largest share with which all sizes fit into the budget.

    A size larger than the share is cut to the share.
    """
    remaining = budget
    for index, size in enumerate(sorted(sizes)):
        sizes_left = len(sizes) - index
        if size * sizes_left > remaining:
            return remaining // sizes_left
        remaining -= size
    return budget


def cut_text(text: str, max_letters: int) -> str:
    """Return the first ``max_letters`` letters of a text.

    If a paragraph, line or word ends shortly before, cut the text there.
    """
    if len(text) <= max_letters:
        return text
    head = text[:max_letters]
    for end in ("\n\n", "\n", " "):
        at = head.rfind(end)
        if at >= max_letters * _MIN_SHARE_USED:
            return head[:at]
    return head


def block_count(block: Block) -> int:
    """Return the size of a block: the number of paragraphs, list items, table cells and lines in it."""
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
    """A trimmer of nested blocks. ``left`` is the sum of sizes (``block_count``) that still fit."""

    def __init__(self, left: int) -> None:
        self.left = left

    def blocks(self, sources: Sequence[Block]) -> list[Block]:
        """Return as many of these blocks as fit. The last one may be cut."""
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
        """Return the part of a block that fits, or None if nothing fits."""
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
