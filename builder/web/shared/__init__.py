"""Code that the pages of several features share: access to lists, error pages, and parts of pages."""
