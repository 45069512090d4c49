"""The type of the data of Typst templates: JSON whose texts are ready to typeset."""

from typing import Any

JsonData = dict[str, Any]
"""The data of a paper or of a part of it. The function that makes it describes its fields."""
