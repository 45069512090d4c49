"""The Django application that holds everything of Musterbook but its points core."""

from importlib import import_module

from django.apps import AppConfig


class BuilderConfig(AppConfig):
    """Names the application; its models live in ``builder.models``."""

    name = "builder"
    label = "builder"
    verbose_name = "Musterbook"

    def ready(self) -> None:
        """Register the checks and connect the security log; both need the models, which are loaded now."""
        import_module("builder.checks")
        import_module("builder.web.people.security_events")
