"""Changes to clubs, to their members, invites and requests to join, and to the shares with a club."""
