"""The Django application that holds everything of Musterbook but its points core."""

from django.apps import AppConfig


class BuilderConfig(AppConfig):
    """Names the application; its models live in ``builder.models``."""

    name = "builder"
    label = "builder"
    verbose_name = "Musterbook"
