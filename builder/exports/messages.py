"""Long texts, split into numbered parts that each fit into one chat message.

Discord's limit is 2,000 characters. Discord counts a character beyond U+FFFF as two, as browsers do.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from builder.exports.markup import FENCE

MOST_IN_MESSAGE = 2_000
_NUMBERS = "99/99"  # no part has longer numbers
_BREAK_SIGNS = ("; ", ", ", ". ", " ")
_MAX_TITLE = 200


def message_length(text: str) -> int:
    """Return the length of a text in UTF-16 code units, as Discord counts it."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@dataclass(frozen=True, slots=True)
class Part:
    """A message: a part of a text, or the full text.

    ``numbers`` are the number of this part and the number of parts, such as "1/3". They are empty for the
    full text. ``end`` is the last line of the message. ``link`` is its first line. If ``is_block`` is true,
    the message is a block of code.
    """

    body: str
    title: str = ""
    numbers: str = ""
    end: str = ""
    link: str = ""
    is_block: bool = False

    @property
    def text(self) -> str:
        """The complete message. In a block of code, only the link is outside the block."""
        head = f"{self.title}, part {self.numbers}\n" if self.numbers else ""
        # The body of a list's last part may already contain the end line.
        end = f"\n{self.end}" if self.end and self.end not in self.body else ""
        content = f"{head}{self.body}{end}"
        if self.is_block:
            content = f"{FENCE}\n{content}\n{FENCE}"
        return f"{self.link}\n{content}" if self.link else content


def split_text(body: str, *, title: str, end: str = "", link: str = "", is_block: bool = False) -> list[str]:
    """Return a text as messages of at most 2,000 characters, with the title and a number in each.

    If possible, the text is split at empty lines, or else at the ends of lines. ``end`` is the last line of
    each message. ``link`` is in the first message.
    """
    title = title if message_length(title) <= _MAX_TITLE else f"{title[: _MAX_TITLE // 2]}…"
    frame = message_length(Part("", title, _NUMBERS, end, link, is_block).text)
    bodies = list(_bodies(body, MOST_IN_MESSAGE - frame))
    numbers = (f"{number}/{len(bodies)}" for number in range(1, len(bodies) + 1))
    return [
        Part(part_body, title, number, end, link if index == 0 else "", is_block).text
        for index, (part_body, number) in enumerate(zip(bodies, numbers, strict=True))
    ]


def _bodies(body: str, room: int) -> Iterator[str]:
    """Yield parts of the text. Each is at most ``room`` characters long."""
    pending = ""
    for piece in _pieces(body, room):
        if pending and message_length(pending + piece) > room:
            yield pending.strip("\n")
            pending = ""
        pending += piece
    if pending.strip("\n"):
        yield pending.strip("\n")


def _pieces(body: str, room: int) -> Iterator[str]:
    """Yield the blocks of a text. An empty line separates two blocks.

    A block that is longer than ``room`` is split into lines, and a line that is longer than ``room`` is cut.
    The pieces include their line breaks. So the joined pieces are the text again, except where a line was
    cut.
    """
    blocks = body.split("\n\n")
    for index, block in enumerate(blocks):
        full_block = f"{block}\n\n" if index < len(blocks) - 1 else block
        if message_length(full_block) <= room:
            yield full_block
            continue
        for line in full_block.splitlines(keepends=True):
            yield from _split_line(line, room)


def _split_line(line: str, room: int) -> Iterator[str]:
    """Yield parts of a line that are at most ``room`` characters long.

    Cut the line after a semicolon or comma if there is one in the second half of the part. If not, cut it
    after a full stop or space too. If there is none of these in the last three quarters, cut it anywhere.
    """
    while message_length(line) > room:
        longest = room // 2 if message_length(line[:room]) > room else room
        break_at = max((line.rfind(sign, 0, longest - 1) + len(sign) for sign in _BREAK_SIGNS[:2]), default=0)
        if break_at <= longest // 2:
            break_at = max(line.rfind(sign, 0, longest - 1) + len(sign) for sign in _BREAK_SIGNS)
        cut = break_at if break_at > longest // 4 else longest
        yield f"{line[:cut].rstrip()}\n"
        line = line[cut:]
    yield line
