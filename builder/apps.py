"""The configuration of the Django application."""

from importlib import import_module

from django.apps import AppConfig


class BuilderConfig(AppConfig):
    """The application with the models, the pages and everything else except the API."""

    name = "builder"
    label = "builder"
    verbose_name = "Musterbook"

    def ready(self) -> None:
        """Register the deployment checks and connect the security log. Both need the loaded models."""
        import_module("builder.checks")
        import_module("builder.web.people.security_events")
