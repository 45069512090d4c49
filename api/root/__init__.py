"""The root of the API: its index, problems and schema."""
