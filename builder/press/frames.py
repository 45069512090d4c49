"""Messages between the web processes, the press and its setters: a header as JSON, and a body of bytes."""

import asyncio
import json
import struct
from collections.abc import Mapping
from typing import Any, BinaryIO

Header = dict[str, Any]
Message = tuple[Header, bytes]

_SIZES = struct.Struct(">II")


def pack(header: Mapping[str, object], body: bytes = b"") -> bytes:
    """A message as it travels."""
    text = json.dumps(header).encode()
    return b"".join((_SIZES.pack(len(text), len(body)), text, body))


def read(file: BinaryIO) -> Message:
    """The next message; EOFError where the other side has gone."""
    header, body = _SIZES.unpack(_exactly(file, _SIZES.size))
    return json.loads(_exactly(file, header)), _exactly(file, body)


async def receive(reader: asyncio.StreamReader) -> Message:
    """The next message; IncompleteReadError where the other side has gone."""
    header, body = _SIZES.unpack(await reader.readexactly(_SIZES.size))
    return json.loads(await reader.readexactly(header)), await reader.readexactly(body)


def _exactly(file: BinaryIO, size: int) -> bytes:
    found = file.read(size)
    if len(found) < size:
        raise EOFError
    return found
