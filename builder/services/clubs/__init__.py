"""Changes to clubs: settings and members, invites and requests to join, and shares with a club."""
