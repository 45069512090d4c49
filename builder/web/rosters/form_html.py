"""The rows and units of a roster's form as HTML; ``templates/rosters/`` has the rest of the page.

A roster has up to hundreds of rows, and a template takes ten times as long for each. What a row holds is in
``rows.py``.
"""

from collections.abc import Iterable

from django.utils.safestring import SafeString

from builder.points.rules.catalogue import Words
from builder.web.rosters.rows import RosterFormRow, UnitFormRow
from builder.web.shared.field_messages import field_messages
from builder.web.shared.html import NO_HTML, fill_each, fill_html, join_html
from builder.web.shared.options import FormOption

_INVALID = fill_html(' aria-invalid="true"')
_MISSING = fill_html('<p class="hint">Not in the list any more.</p>')
_SELECTED = fill_html(" selected")


class RosterFormHtml:
    """The rows of one form. ``max_name`` is how long a name may be, ``most_of_one`` the highest count."""

    def __init__(self, words: Words, *, max_name: int, most_of_one: int) -> None:
        self._words = words
        self._max_name = str(max_name)
        self._most_of_one = str(most_of_one)

    # ------------------------------------------------------------------ units

    def units(self, units: Iterable[UnitFormRow]) -> SafeString:
        """Units with the rows of their members."""
        return join_html(map(self._unit, units))

    def _unit(self, unit: UnitFormRow) -> SafeString:
        return fill_html(
            '<div class="unit" id="u-{0}" role="group" aria-label="{1}">\n<div class="unit-head">\n'
            '<div class="field"><label for="f-name-{0}">Name of the {2}</label><input id="f-name-{0}" '
            'name="name[{0}]" value="{3}" maxlength="{4}" placeholder="{1}"></div>\n'
            '{5}<p class="unit-sum" id="u-sum-{0}">{6}</p>\n</div>\n{7}{8}<div class="unit-acts">\n'
            '{9}{10}<button class="quiet" name="do" value="{11}">'
            'Remove this {2}<span class="vh">, {1}</span></button>\n</div>\n</div>\n',
            str(unit.number),
            unit.title,
            self._words.unit,
            unit.name,
            self._max_name,
            _unit_kind(unit),
            unit.sum_html,
            self._members(unit.rows),
            fill_html("<h4>Attached</h4>\n{}", self._members(unit.attached)) if unit.attached else "",
            _offer(unit, "join", "Another profile for", unit.joinable, "Add others", "to"),
            _offer(unit, "attach", "Who stands with", unit.attachable, "Attach", "to"),
            unit.drop_action,
        )

    def _members(self, rows: Iterable[RosterFormRow]) -> SafeString:
        return fill_html(
            '<ol class="plain picks">\n{}</ol>\n', join_html(self._row(row, has_units=True) for row in rows)
        )

    # ------------------------------------------------------------------ rows

    def rows(self, rows: Iterable[RosterFormRow]) -> SafeString:
        """Rows that are no units."""
        return join_html(self._row(row, has_units=False) for row in rows)

    def _row(self, row: RosterFormRow, *, has_units: bool) -> SafeString:
        return fill_html(
            '<li class="pick{}" id="{}">\n<div class="who"><h3>{}</h3>{}</div>\n<p class="each">{}</p>\n'
            '{}\n<p class="now" id="t-{}">{}</p>\n{}{}</li>\n',
            " away" if row.is_missing else "",
            row.id,
            fill_html('<a href="{}">{}</a>', row.url, row.name) if row.url else row.name,
            _MISSING if row.sheet is None else row.sheet.html,
            _each(row),
            _fixed_count(row, has_units=has_units) if row.is_missing else self._stepper(row),
            str(row.number),
            row.total_html,
            field_messages(row.messages),
            _drop(row),
        )

    def _stepper(self, row: RosterFormRow) -> SafeString:
        return fill_html(
            '<div class="stepper"><button name="do" value="{4}" data-step="-1"><span class="vh">'
            'One fewer {1} </span><span aria-hidden="true">−</span><small>{5}</small></button>'
            '<label class="vh" for="f-{0}">How many {1}</label><input id="f-{0}" name="{2}" value="{3}" '
            'class="number" inputmode="numeric" data-low="0" data-high="{6}" data-up="1" '
            'aria-describedby="t-{0} n-{0}"{7}><button name="do" value="{8}" data-step="1"><span class="vh">'
            'One more {1} </span><span aria-hidden="true">+</span><small>{9}</small></button></div>',
            str(row.number),
            row.name,
            row.field,
            row.typed,
            row.down_action,
            row.down_change,
            self._most_of_one,
            _INVALID if row.messages.fault else "",
            row.up_action,
            row.up_change,
        )


def _unit_kind(unit: UnitFormRow) -> SafeString:
    if unit.kinds:
        return fill_html(
            '<div class="field"><label for="f-unit-{0}">Kind</label><select id="f-unit-{0}" '
            'name="unit[{0}]"><option value="">Any</option>{1}</select></div>\n',
            str(unit.number),
            _options(unit.kinds, unit.kind),
        )
    if unit.kind:
        return fill_html('<input type="hidden" name="unit[{}]" value="{}">\n', str(unit.number), unit.kind)
    return NO_HTML


def _options(options: Iterable[FormOption], chosen: str) -> SafeString:
    rows = ((one.value, _SELECTED if one.value == chosen else "", one.name) for one in options)
    return fill_each('<option value="{}"{}>{}</option>', rows)


def _offer(
    unit: UnitFormRow, action: str, question: str, options: SafeString, verb: str, preposition: str
) -> SafeString:
    """A choice of profiles that can be added to a unit; nothing where there are none."""
    if not options:
        return NO_HTML
    return fill_html(
        '<div class="member"><label class="vh" for="f-{0}-{1}">{2} {3}</label><select id="f-{0}-{1}" '
        'name="{0}[{1}]">{4}</select><button name="do" value="{0}:{1}">{5}<span class="vh"> {6} {3}</span>'
        "</button></div>\n",
        action,
        str(unit.number),
        question,
        unit.title,
        options,
        verb,
        preposition,
    )


def _each(row: RosterFormRow) -> SafeString:
    """What one costs, how many the list allows, and what is wrong with the profile itself."""
    return fill_html(
        "{}{}{}",
        NO_HTML if row.is_missing else fill_html("<b>{}</b> each", row.each),
        f" · {row.max_text}" if row.max_text else "",
        fill_each(
            ' · <a data-level="{}" href="{}#findings">{}<span class="vh"> in {}</span></a>',
            ((count.level, row.url, count.words, row.name) for count in row.error_counts),
        ),
    )


def _fixed_count(row: RosterFormRow, *, has_units: bool) -> SafeString:
    """The count of a profile that is gone, which can only be removed."""
    return fill_html(
        '<div class="fixed"><span><b>{1}</b> ×</span><input type="hidden" id="f-{0}" name="{2}" value="{1}">'
        '<button name="do" value="{3}"{4} data-home="models-head">Remove<span class="vh"> {5}</span></button>'
        "</div>",
        str(row.number),
        row.typed,
        row.field,
        row.down_action,
        "" if has_units else fill_html(' data-put="{}"', row.field_changes),
        row.name,
    )


def _drop(row: RosterFormRow) -> SafeString:
    if not row.drop_action or row.is_missing:
        return NO_HTML
    return fill_html(
        '<p class="drop"><button class="quiet" name="do" value="{}">Remove<span class="vh"> {}</span>'
        "</button></p>\n",
        row.drop_action,
        row.name,
    )
