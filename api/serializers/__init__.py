"""The shapes of what is sent and answered, apart from documents."""
