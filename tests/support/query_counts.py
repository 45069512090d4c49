"""How many queries take what pages and programs both do."""

EDITIONS = 1  # those that can be chosen, each read once in the life of the process
APPENDED = 1  # the revision
NEW_LIST = 5 + APPENDED  # begin; the owner, who is the lock; how many lists there are; the list; commit
