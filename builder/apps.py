"""The Django application with everything except the points core."""

from importlib import import_module

from django.apps import AppConfig


class BuilderConfig(AppConfig):
    """The configuration of the application, whose models are in ``builder.models``."""

    name = "builder"
    label = "builder"
    verbose_name = "Musterbook"

    def ready(self) -> None:
        """Register the checks and connect the security log, both of which need the loaded models."""
        import_module("builder.checks")
        import_module("builder.web.people.security_events")
