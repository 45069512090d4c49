"""The Django application that holds everything of Musterbook but its points core."""

from importlib import import_module

from django.apps import AppConfig


class BuilderConfig(AppConfig):
    """Names the application; its models live in ``builder.models``."""

    name = "builder"
    label = "builder"
    verbose_name = "Musterbook"

    def ready(self) -> None:
        """Register the checks, which need the models and so cannot be imported before them."""
        import_module("builder.checks")
