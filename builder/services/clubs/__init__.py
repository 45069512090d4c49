"""Changes to clubs: settings and members, invites and requests to join, and what is shared with a club."""
