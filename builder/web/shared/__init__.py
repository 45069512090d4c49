"""What the pages of several features use: access to lists, answers to errors, and shared parts of pages."""
