"""The pages: views, forms, and the data for templates."""
