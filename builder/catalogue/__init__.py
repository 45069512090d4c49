"""The bundled editions: their files, and reading, checking and storing them."""
