"""The pages for playing a game: its set-up."""
