"""How much of the players' own texts one paper holds, shared out fairly, with a remark where one is cut.

Typesetting costs by the letter and by the paragraph. So background and notes of one paper have a budget
of both together. Short texts are never cut: only texts longer than an equal share are cut to it, and
the shares grow by what short texts leave.
"""

from collections.abc import Iterable, Sequence

from builder.exports.pdf.markdown import Block, Run, blocks

MOST_LETTERS = 60_000
MOST_BLOCKS = 1_500
"""Paragraphs, lines of code, items of lists and cells of tables."""
PAPERS_AT_FULL_BUDGET = 2
"""So many papers in one PDF each hold as much as one alone; more of them share that out."""
SHORTENED = "… shortened here: the list itself has all of it."

_LEAST_KEPT = 0.7  # a cut moves back to the end of a paragraph as long as so much of the share is used


def fit_texts(
    texts: Sequence[str], word: int, copies: Sequence[int] | None = None, *, papers: int = 1
) -> list[list[Block]]:
    """The blocks of the texts of one paper, cut to their shares; words wider than ``word`` may be broken.

    ``copies`` is how often each of them is printed, once by default. Where these are the texts of one of so
    many ``papers`` in one PDF, they have their share of what all of them hold.
    """
    often = copies or [1] * len(texts)
    letters = fair_share(_repeated(map(len, texts), often), budget_per_paper(MOST_LETTERS, papers))
    found = [blocks(cut_text(text, letters), word) for text in texts]
    most = fair_share(
        _repeated((sum(map(block_count, one)) for one in found), often), budget_per_paper(MOST_BLOCKS, papers)
    )
    made = []
    for text, one in zip(texts, found, strict=True):
        stored = _Trimmer(most).blocks(one)
        is_cut = len(text) > letters or sum(map(block_count, one)) > most
        made.append([*stored, {"k": "p", "t": [SHORTENED]}] if is_cut else stored)
    return made


def _repeated(sizes: Iterable[int], times: Sequence[int]) -> list[int]:
    return [size for size, often in zip(sizes, times, strict=True) for _ in range(often)]


def budget_per_paper(budget: int, papers: int) -> int:
    """How much of a budget each of so many papers in one PDF has: all of it while they are few."""
    return min(budget, budget * PAPERS_AT_FULL_BUDGET // papers)


def fair_share(sizes: Sequence[int], budget: int) -> int:
    """The largest share with which all of these sizes, cut to it, come to no more than the budget."""
    remaining = budget
    for index, size in enumerate(sorted(sizes)):
        left = len(sizes) - index
        if size * left > remaining:
            return remaining // left
        remaining -= size
    return budget


def cut_text(text: str, most: int) -> str:
    """A text of at most so many letters, cut at the end of a paragraph, a line or a word if one is near."""
    if len(text) <= most:
        return text
    head = text[:most]
    for end in ("\n\n", "\n", " "):
        at = head.rfind(end)
        if at >= most * _LEAST_KEPT:
            return head[:at]
    return head


def block_count(block: Block) -> int:
    """How many paragraphs, items, cells or lines of code a block counts for."""
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
    """Takes blocks until their number is used up; ``left`` may still be taken."""

    def __init__(self, left: int) -> None:
        self.left = left

    def blocks(self, found: Sequence[Block]) -> list[Block]:
        """The first of these blocks, the last of them perhaps in part."""
        stored = []
        for block in found:
            if self.left <= 0:
                break
            if block_count(block) <= self.left:
                self.left -= block_count(block)
                stored.append(block)
            elif part := self._part(block):
                stored.append(part)
            else:
                break
        return stored

    def _part(self, block: Block) -> Block | None:
        """As much of a block as there is room for; None where that is nothing."""
        kind = block["k"]
        if kind in ("ul", "ol"):
            return {**block, "b": self._items(block["b"])}
        if kind == "quote":
            return {**block, "b": self.blocks(block["b"])}
        if kind == "table":
            rows, self.left = self.left // block["n"], 0
            return {**block, "b": block["b"][:rows]} if rows > 1 else None
        lines, self.left = self.left, 0
        ends = [place for place, run in enumerate(block["t"]) if run == "\n"]
        return {**block, "t": block["t"][: ends[lines - 1]]}

    def _items(self, items: Sequence[list[Block]]) -> list[list[Block]]:
        stored = []
        for item in items:
            if self.left <= 0:
                break
            if not item:
                self.left -= 1
            stored.append(self.blocks(item))
        return stored
