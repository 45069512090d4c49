"""The API: views for programs over the same queries, services and exports as the pages."""
