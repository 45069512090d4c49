"""Lists in and out: import, paste, texts."""
