"""Function views, one module for a family of pages."""
