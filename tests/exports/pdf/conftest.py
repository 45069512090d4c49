"""Papers of the sample list, typeset once for all tests that only read them."""

from collections.abc import Mapping

import pytest

from builder.points.document.document import Document
from tests.support.pdf_pages import LINK, PAPERS, Paper, Pdf, make_paper


@pytest.fixture(scope="session")
def papers(reavers: Document) -> Mapping[Paper, Pdf]:
    """Every paper of the sample list, with default options."""
    return {paper: make_paper(reavers, paper) for paper in PAPERS}


@pytest.fixture(scope="session")
def linked(reavers: Document) -> Mapping[Paper, Pdf]:
    """The same papers with a link to the shared page."""
    return {paper: make_paper(reavers, paper, link=LINK) for paper in PAPERS}
