"""What the pages of several features use: access to lists, answers to errors, and what is drawn in many places."""
