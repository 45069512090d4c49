"""Start a press: ``python -m builder.press`` with its settings as JSON. It returns once the press answers."""

import json
import sys

from builder.press.service import start
from builder.press.settings import PressSettings

if __name__ == "__main__":
    start(PressSettings(**json.loads(sys.argv[1])))
