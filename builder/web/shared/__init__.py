"""What the pages of several features use."""
