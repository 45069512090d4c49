"""Public lists."""
