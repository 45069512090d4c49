"""All rows of the database, to check whether a request has changed them."""

from typing import Any

from django.apps import apps

NOT_OF_THE_SITE = {"RequestCount", "IdempotentResponse"}


def database_rows() -> dict[str, list[Any]]:
    """Return all rows of the site by model, except rows that count requests or store responses."""
    models = [
        model
        for model in apps.get_app_config("builder").get_models()
        if model.__name__ not in NOT_OF_THE_SITE
    ]
    return {model.__name__: list(model._default_manager.order_by("pk").values_list()) for model in models}
