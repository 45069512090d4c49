"""What a document comes to; nothing is stored."""
