"""Reports that people send to the moderators, and what moderators do about them."""
