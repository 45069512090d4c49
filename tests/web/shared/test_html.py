"""HTML that is joined in Python: what is filled in is escaped, unless it is HTML already."""

from django.utils.safestring import SafeString

from builder.web.shared.html import NO_HTML, fill_each, fill_html, join_html


def test_values_are_escaped_and_html_is_not() -> None:
    bold = fill_html("<b>{}</b>", "<i> & \"'")
    assert bold == "<b>&lt;i&gt; &amp; &quot;&#x27;</b>"
    assert isinstance(bold, SafeString)
    assert fill_html("<p>{}</p>", bold) == f"<p>{bold}</p>"
    assert join_html((bold, "<"), ", ") == f"{bold}, &lt;"


def test_rows_are_filled_one_by_one() -> None:
    rows = fill_each("<li>{}{}", [("a", "<"), (fill_html("<hr>"), "{}")], "\n")
    assert rows == "<li>a&lt;\n<li><hr>{}"
    assert isinstance(rows, SafeString)
    assert fill_each("<li>{}", ()) == NO_HTML == ""
