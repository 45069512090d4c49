"""What every feature of the API uses."""
