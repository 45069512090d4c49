"""The pages: views, forms and what they show."""
