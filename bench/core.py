"""How fast the points core is: profiles a second, growth, and the document commands around it."""

from bench.documents import long_document
from bench.measure import Measurement, cpu_seconds, measurement
from builder.catalogue.files import bundled_catalogues
from builder.points.advice.steps import candidates, next_steps
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, parse_document

_AIM = "20,000 or more"


def measure(runs: int) -> list[Measurement]:
    """All rows of the core."""
    catalogues = bundled_catalogues()
    catalogue = catalogues["unbridled-fury", "0.9.0"]
    plain = {size: parse_document(long_document(size), catalogues) for size in (20, 200)}
    linked = {size: parse_document(long_document(size, references=True), catalogues) for size in (20, 200)}

    def rate(document: Document) -> list[float]:
        return [len(document.profiles) / s for s in cpu_seconds(lambda: appraise(document, catalogue), runs)]

    def cost(document: Document) -> list[float]:
        return [
            s / len(document.profiles) * 1e6 for s in cpu_seconds(lambda: appraise(document, catalogue), runs)
        ]

    small, large = plain[20], plain[200]
    raw = long_document(200)
    return [
        measurement("appraise, profile of 10 properties, every line", "profiles/s", rate(large), _AIM),
        measurement("  a profile in a list of 20", "µs", cost(small)),
        measurement("  a profile in a list of 200", "µs", cost(large), "as in 20: linear"),
        measurement("  a profile in a chain of 20 references", "µs", cost(linked[20])),
        measurement("  a profile in a chain of 200 references", "µs", cost(linked[200]), "as in 20: linear"),
        measurement(
            "parse a document of 200 profiles",
            "ms",
            _ms(cpu_seconds(lambda: parse_document(raw, catalogues), runs)),
        ),
        measurement(
            "next steps of a profile, list of 20",
            "ms",
            _ms(cpu_seconds(lambda: next_steps(small, "p1", catalogue), runs)),
        ),
        measurement(
            "all properties to pick from, list of 20",
            "ms",
            _ms(cpu_seconds(lambda: candidates(small, "p1", "properties", catalogue), runs)),
        ),
    ]


def _ms(seconds: list[float]) -> list[float]:
    return [value * 1000 for value in seconds]
