"""Rule sets and their editions."""
