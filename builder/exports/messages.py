"""Texts in parts that fit into one message each, with their numbers.

Discord takes 2,000 characters, and counts a sign outside the first plane of Unicode as two, as browsers do.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from builder.exports.markup import FENCE

MOST_IN_MESSAGE = 2_000
_NUMBERS = "99/99"
_ENDS = ("; ", ", ", ". ", " ")
_FEWEST = 200


def message_length(text: str) -> int:
    """How many characters a text has where messages are counted."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@dataclass(frozen=True, slots=True, kw_only=False)
class Part:
    """A part of a text, or all of it. ``numbers`` are its own and how many there are: "1/3"."""

    body: str
    title: str = ""
    numbers: str = ""
    end: str = ""
    link: str = ""
    is_block: bool = False

    @property
    def text(self) -> str:
        """All of it: the link, the number, and what it holds; a block of code has but the link outside."""
        head = f"{self.title}, part {self.numbers}\n" if self.numbers else ""
        # What ends with the edition already needs no other.
        end = f"\n{self.end}" if self.end and self.end not in self.body else ""
        inside = f"{head}{self.body}{end}"
        if self.is_block:
            inside = f"{FENCE}\n{inside}\n{FENCE}"
        return f"{self.link}\n{inside}" if self.link else inside


def split_text(body: str, *, title: str, end: str = "", link: str = "", is_block: bool = False) -> list[str]:
    """The parts of a text, of at most 2,000 characters each; blocks and lines stay whole where they can."""
    title = title if message_length(title) <= _FEWEST else f"{title[: _FEWEST // 2]}…"
    frame = message_length(Part("", title, _NUMBERS, end, link, is_block).text)
    bodies = list(_bodies(body, MOST_IN_MESSAGE - frame))
    numbers = (f"{at}/{len(bodies)}" for at in range(1, len(bodies) + 1))
    return [
        Part(one, title, number, end, link if at == 0 else "", is_block).text
        for at, (one, number) in enumerate(zip(bodies, numbers, strict=True))
    ]


def _bodies(body: str, room: int) -> Iterator[str]:
    """Runs of blocks that fit together; a block is what empty lines part."""
    held = ""
    for piece in _pieces(body, room):
        if held and message_length(held + piece) > room:
            yield held.strip("\n")
            held = ""
        held += piece
    if held.strip("\n"):
        yield held.strip("\n")


def _pieces(body: str, room: int) -> Iterator[str]:
    """Blocks with the empty line behind them; of those that are too long the lines, and pieces of these."""
    blocks = body.split("\n\n")
    for at, block in enumerate(blocks):
        whole = f"{block}\n\n" if at < len(blocks) - 1 else block
        if message_length(whole) <= room:
            yield whole
            continue
        lines = whole.splitlines(keepends=True)
        for line in lines:
            yield from _of_line(line, room)


def _of_line(line: str, room: int) -> Iterator[str]:
    while message_length(line) > room:
        cut = room // 2 if message_length(line[:room]) > room else room
        found = max((line.rfind(sign, 0, cut - 1) + len(sign) for sign in _ENDS[:2]), default=0)
        if found <= cut // 2:
            found = max(line.rfind(sign, 0, cut - 1) + len(sign) for sign in _ENDS)
        at = found if found > cut // 4 else cut
        yield f"{line[:at].rstrip()}\n"
        line = line[at:]
    yield line
