"""docs/logging.md lists every security event, and a test expects each one in the log."""

import re

from builder.security_log import SecurityEvent
from tests.support.project_files import ROOT

ROW = re.compile(r"^\| `(\w+)` \| \S", re.MULTILINE)


def test_every_event_is_documented_in_the_order_of_the_code() -> None:
    text = (ROOT / "docs" / "logging.md").read_text(encoding="utf-8")
    table = text[text.index("| event | when |") :]
    documented = ROW.findall(table[: table.index("\n\n")])
    events = [event.value for event in SecurityEvent]
    missing = [name for name in events if name not in documented]
    unknown = [name for name in documented if name not in events]
    assert not missing, f"Add a row to the table of events in docs/logging.md for: {', '.join(missing)}"
    assert not unknown, (
        f"Remove from docs/logging.md, or add to builder.security_log.SecurityEvent: {', '.join(unknown)}"
    )
    assert documented == events, (
        "Put the rows of docs/logging.md in the order of builder.security_log.SecurityEvent"
    )


def test_every_event_is_expected_by_a_test() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    logged = "".join(text for text in texts if "recorded_events" in text or "musterbook.security" in text)
    untested = [each for each in SecurityEvent if not re.search(rf'"{each}"|security -: {each} ', logged)]
    assert not untested, f"Add a test that these events are logged: {', '.join(untested)}"
