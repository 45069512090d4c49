"""The pages for sharing lists: shared lists, frames in pages of other sites, and copies for other users."""
