"""Readers of numbers of models, "2x", "(×2)", "two", and of prices, "(20)", "@ 7 pts each"."""

from builder.points.shorthand.line import TokenLine
from builder.points.shorthand.tokens import DASHES
from builder.points.shorthand.vocabulary import COUNT_SIGNS, EACH

IN_BRACKETS = "in brackets"
"""The code of a number in brackets after a name: a price, or a number of models."""
EACH_CODE = "each"
"""The code of the price of a single model, if there are several."""
_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COUNTS = {word: number for number, word in enumerate(_NUMBERS, 2)}
_OPEN = "([{"
_BRACKETS = {"(": ")", "[": "]"}


def count_at(line: TokenLine, at: int) -> int:
    """Read a number of models, in digits or as a word; 0 if there is none."""
    word = line.norm_at(at)
    return int(word[:5]) if line.kind_at(at) == "d" else _COUNTS.get(word, 0)


def times_end(line: TokenLine, at: int) -> tuple[int, int] | None:
    """Return a multiplier after a word and the next token: "x2", "(× 2)", "2x"."""
    begin = line.skip(at, _OPEN)
    if line.norm_at(begin) in COUNT_SIGNS:
        number = line.integer_at(line.skip(begin + 1))
    else:
        number = line.integer_at(begin)
        sign = line.skip(number[1]) if number else 0
        is_count = number and line.norm_at(sign) in COUNT_SIGNS and line.kind_at(line.skip(sign + 1)) != "d"
        number = (number[0], sign + 1) if number and is_count else None
    return None if number is None or line.touches(number[1]) else number


def price_end(line: TokenLine, at: int) -> int:
    """Return the end of a bracket that contains only a number and perhaps a unit, or 0."""
    number = line.signed_integer_at(at + 1)
    if line.text_at(at) not in _BRACKETS or not (number or line.text_at(at + 1) in DASHES):
        return 0
    end = line.skip(number[1] if number else at + 2)
    end = line.skip(line.unit_end(end) or end)
    end += line.norm_at(end) in EACH
    return end + 1 if line.text_at(end) == _BRACKETS[line.text_at(at)] else 0


def price_of_each(line: TokenLine, at: int, *, named: bool = False) -> tuple[int, int] | None:
    """Return the price of a model and the next token: "@ 7 pts each".

    ``named`` is for text after a name and a number, where "x 7" is a price too.
    """
    signs = ("@", *COUNT_SIGNS) if named else ("@",)
    number = line.integer_at(line.skip(at + 1)) if line.norm_at(at) in signs else None
    end = (line.unit_end(number[1]) or number[1]) if number else 0
    if number is None or line.touches(end):
        return None
    each = line.skip(end)
    return number[0], each + 1 if line.norm_at(each) in EACH else end


def count_end(line: TokenLine, at: int) -> int:
    """Return the end of a number of models or a price of each, "x10", "10 @ 7", "@ 7", or 0."""
    number = line.integer_at(at)
    each = price_of_each(line, line.skip(number[1]), named=True) if number else price_of_each(line, at)
    count = each or times_end(line, at)
    return count[1] if count and not line.touches(at) else 0
