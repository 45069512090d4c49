"""What a player has written: the list document, read, checked for form and cut into parts.

In: JSON of any quality. Out: frozen `Document`, `Design` and `Force` records that write back the same JSON,
what was left out of broken input, and the fingerprint of a content. It prices nothing.
"""
