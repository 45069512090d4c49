"""Long texts, split into numbered chat messages.

Discord's limit is 2,000 characters. Discord counts a character beyond U+FFFF as two, as browsers do.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from builder.exports.markup import FENCE

MAX_MESSAGE_LENGTH = 2_000
_LONGEST_NUMBERS = "99/99"
_BREAK_SIGNS = ("; ", ", ", ". ", " ")
_MAX_TITLE_LENGTH = 200


def message_length(text: str) -> int:
    """Return the length of a text in UTF-16 code units, as Discord counts it."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@dataclass(frozen=True, slots=True)
class Message:
    """A message: a part of a text with its ``numbers``, such as "1/3", or the full text without numbers.

    ``link`` is the first line of the message, and ``end`` is the last. If ``is_block`` is true, the message
    is a block of code.
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


def split_into_messages(
    body: str, *, title: str, end: str = "", link: str = "", is_block: bool = False
) -> list[str]:
    """Return a text as messages of at most 2,000 characters, with the title and a number in each.

    If possible, the text is split at empty lines, or else at the ends of lines. ``end`` is the last line of
    each message. ``link`` is in the first message.
    """
    title = title if message_length(title) <= _MAX_TITLE_LENGTH else f"{title[: _MAX_TITLE_LENGTH // 2]}…"
    frame_length = message_length(Message("", title, _LONGEST_NUMBERS, end, link, is_block).text)
    bodies = list(_bodies(body, MAX_MESSAGE_LENGTH - frame_length))
    return [
        Message(part, title, f"{number}/{len(bodies)}", end, link if number == 1 else "", is_block).text
        for number, part in enumerate(bodies, 1)
    ]


def _bodies(body: str, max_length: int) -> Iterator[str]:
    pending = ""
    for piece in _pieces(body, max_length):
        if pending and message_length(pending + piece) > max_length:
            yield pending.strip("\n")
            pending = ""
        pending += piece
    if pending.strip("\n"):
        yield pending.strip("\n")


def _pieces(body: str, max_length: int) -> Iterator[str]:
    """Yield the blocks of a text, which empty lines separate, with their line breaks.

    A block that is too long is split into lines, and a line that is too long is cut.
    """
    blocks = body.split("\n\n")
    for index, block in enumerate(blocks):
        full_block = f"{block}\n\n" if index < len(blocks) - 1 else block
        if message_length(full_block) <= max_length:
            yield full_block
            continue
        for line in full_block.splitlines(keepends=True):
            yield from _split_line(line, max_length)


def _split_line(line: str, max_length: int) -> Iterator[str]:
    """Yield parts of a line.

    Cut the line after a semicolon or comma if there is one in the second half of the part. If not, cut it
    after a full stop or space too. If there is none of these in the last three quarters, cut it anywhere.
    """
    while message_length(line) > max_length:
        # If the part has characters that count as two, half as many characters fit in any case.
        longest = max_length // 2 if message_length(line[:max_length]) > max_length else max_length
        break_at = max(line.rfind(sign, 0, longest - 1) + len(sign) for sign in _BREAK_SIGNS[:2])
        if break_at <= longest // 2:
            break_at = max(line.rfind(sign, 0, longest - 1) + len(sign) for sign in _BREAK_SIGNS)
        cut = break_at if break_at > longest // 4 else longest
        yield f"{line[:cut].rstrip()}\n"
        line = line[cut:]
    yield line
