#!/bin/sh
# Find a Python that is new enough, then use it to set this checkout up (scripts/setup.py).
set -eu
cd "$(dirname "$0")/.."

for python in "${PYTHON:-}" .venv/bin/python python3 python3.14 python3.13 python3.12 python3.11; do
    [ -n "$python" ] || continue
    if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        exec "$python" scripts/setup.py "$@"
    fi
done

found=$(python3 --version 2>/dev/null || echo "no python3")
echo "Musterbook needs Python 3.11 or newer, found $found; name another with PYTHON=/path/to/python." >&2
exit 1
