"""Code shared by pages of several features: access to lists, error pages, and parts of pages."""
