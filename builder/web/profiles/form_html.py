"""The form of a profile as HTML, control by control; ``templates/profiles/`` has the rest of the page.

A page has up to a hundred controls, and a template takes ten times as long for each. What a control holds
is in ``controls.py``.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from django.utils.safestring import SafeString

from builder.web.profiles.controls import (
    ChoiceControl,
    Control,
    FieldMessages,
    FlagControl,
    FormSection,
    NumberControl,
    ParameterControl,
    PickedEntry,
    PicksControl,
    SectionTerm,
    TextControl,
    WeaponControl,
    WeaponsControl,
)
from builder.web.shared.field_messages import field_messages
from builder.web.shared.html import NO_HTML, fill_each, fill_html, join_html

OpenPickers = Mapping[str, SafeString]
"""The picker that is open, by its place."""

_INVALID = fill_html(' aria-invalid="true"')
SWAPPED = fill_html(' hx-swap-oob="outerHTML"')
"""With this an answer puts what it holds in the place of what has the same id."""


class FormHtml:
    """The controls of one form. ``max_name`` is how long a name may be."""

    def __init__(self, max_name: int, open_pickers: OpenPickers) -> None:
        self._max_name = str(max_name)
        self._open_pickers = open_pickers

    def sections(self, sections: tuple[FormSection, ...]) -> SafeString:
        """All of them."""
        return join_html(map(self._section, sections))

    def _section(self, section: FormSection) -> SafeString:
        return fill_html(
            '<section class="section part" id="s-{0}" aria-labelledby="h-{0}">\n'
            '<h2 id="h-{0}">{1}</h2>\n'
            '<details class="words"><summary>Explain<span class="vh"> {1}</span></summary>{2}</details>\n'
            '<div class="controls">\n{3}</div>\n</section>\n\n',
            section.code,
            section.name,
            _terms(section.terms),
            fill_each("{}\n", ([self.control(control)] for control in section.controls)),
        )

    def control(self, control: Control) -> SafeString:
        """A control of any kind."""
        if isinstance(control, NumberControl):
            return number(control)
        if isinstance(control, ChoiceControl):
            return choice(control)
        if isinstance(control, FlagControl):
            return _flag(control)
        if isinstance(control, TextControl):
            return self._parameter(control)
        return self._weapons(control) if isinstance(control, WeaponsControl) else self._picks(control)

    # ------------------------------------------------------------------ what is taken

    def _picks(self, control: PicksControl) -> SafeString:
        return fill_html(
            '<div class="row-wide" id="r-{0}">\n{1}{2}'
            '<ul class="taken" id="t-{0}" aria-label="{3}">{4}</ul>\n<p class="none">None yet.</p>\n'
            "{5}\n{6}\n</div>\n",
            control.id,
            fill_html("<h3>{}</h3>\n", control.name) if control.titled else "",
            fill_html('<p class="hint figures" id="k-{}">{}</p>\n', control.id, control.chosen)
            if control.counted
            else "",
            control.name,
            self.entries(control.picked),
            field_messages(control.messages),
            self._picker(control.place, control.id, control.noun, full=control.full),
        )

    def entries(self, taken: Iterable[PickedEntry]) -> SafeString:
        """The rows of what is taken."""
        return join_html(map(self._entry, taken))

    def _entry(self, taken: PickedEntry) -> SafeString:
        parameters = join_html(map(self._parameter_control, taken.controls))
        return fill_html(
            '<li class="entry-taken" id="r-{0}"><input type="hidden" name="{1}" value="{2}">\n'
            '<p class="pick-head"><b>{3}</b> <span class="cost" id="c-{0}">{4}</span></p>\n'
            '<p class="summary">{5} <a class="page-ref" href="{6}">{7}</a></p>\n'
            '<button class="quiet" name="do" value="{8}" data-home="{9}">'
            'Remove<span class="vh"> {3}</span></button>\n{10}\n{11}</li>\n',
            taken.id,
            taken.field,
            taken.code,
            taken.name,
            taken.cost,
            taken.summary,
            taken.url,
            taken.page,
            taken.remove_action,
            taken.focus_target,
            fill_html('<div class="parameters">{}</div>', parameters) if taken.controls else "",
            field_messages(taken.messages) if taken.messages else "",
        )

    def _parameter_control(self, control: ParameterControl) -> SafeString:
        if isinstance(control, NumberControl):
            return number(control)
        if isinstance(control, ChoiceControl) and control.kind == "choice":
            return choice(control)
        return self._parameter(control)

    def _parameter(self, control: ChoiceControl | TextControl) -> SafeString:
        """A text, a list to choose from, or boxes."""
        if isinstance(control, TextControl):
            inner = self._text(control)
        elif control.kind == "several":
            return _boxes(control)
        else:
            inner = _select(control)
        return fill_html(
            '<div class="field" id="r-{0}"><label for="f-{0}">{1}</label>{2}{3}</div>\n\n',
            control.id,
            control.name,
            inner,
            field_messages(control.messages),
        )

    def _text(self, control: TextControl) -> SafeString:
        return fill_html(
            '<input id="f-{0}" name="{1}" value="{2}" maxlength="{3}" aria-describedby="n-{0}"{4}>',
            control.id,
            control.place,
            control.value,
            self._max_name,
            _invalid(control.messages),
        )

    # ------------------------------------------------------------------ weapons

    def _weapons(self, control: WeaponsControl) -> SafeString:
        numbered = fill_html(' id="r-{}"', control.id) if control.many else ""
        listed = fill_html(' id="t-{}"', control.id) if control.many else ""
        more = (
            fill_html(
                '<p class="none">None yet.</p>\n{}\n'
                '<button name="do" value="add:{}" id="b-{}">Add a {}</button>',
                field_messages(control.messages),
                control.place,
                control.id,
                control.noun,
            )
            if control.many
            else ""
        )
        common = control.common
        known = (
            fill_html("\n{}", self._picker(common.place, common.id, common.noun, common.verb))
            if common
            else ""
        )
        return fill_html(
            '<div class="row-wide"{}>\n<div{} class="weapons">{}</div>\n{}{}\n</div>\n',
            numbered,
            listed,
            self.weapons(control.weapons),
            more,
            known,
        )

    def weapons(self, weapons: Iterable[WeaponControl]) -> SafeString:
        """Weapons, one after the other."""
        return join_html(map(self.weapon, weapons))

    def weapon(self, weapon: WeaponControl, swap: SafeString = NO_HTML) -> SafeString:
        """One weapon; ``swap`` is the attribute with which an answer puts it in the place of another."""
        remove = fill_html(
            '<button class="quiet" name="do" value="remove:{}" data-home="{}">Remove this {}</button>',
            weapon.place,
            weapon.focus_target,
            weapon.noun,
        )
        return fill_html(
            '<div class="weapon" id="r-{0}" role="group" aria-label="{1}"{2}>\n'
            '<div class="weapon-head"><div class="field"><label for="f-{0}-name">Name</label>'
            '<input id="f-{0}-name" name="{3}.name" value="{4}" maxlength="{5}" placeholder="without a name"'
            ' aria-describedby="n-{0}"{6}></div><span class="now" id="c-{0}">{7}</span></div>\n'
            '{8}\n<ul class="taken" id="t-{0}" aria-label="Its properties">{9}</ul>\n{10}\n'
            '<div class="weapon-acts">{11}{12}</div>\n</div>\n',
            weapon.id,
            weapon.title,
            swap,
            weapon.place,
            weapon.name,
            self._max_name,
            _invalid(weapon.messages),
            weapon.cost,
            join_html(map(number, weapon.numbers)),
            self.entries(weapon.picked),
            field_messages(weapon.messages),
            self._picker(weapon.place, weapon.id, f"{weapon.noun} property"),
            remove if weapon.removable else "",
        )

    def _picker(
        self, place: str, html_id: str, noun: str, verb: str = "Add", *, full: bool = False
    ) -> SafeString:
        """The button that opens a picker; the picker where it is open, and nothing where it is full."""
        if place in self._open_pickers:
            return self._open_pickers[place]
        if full:
            inner = fill_html('<span id="b-{}" tabindex="-1"></span>', html_id)
        else:
            inner = fill_html(
                '<button name="do" value="pick:{}" id="b-{}" aria-haspopup="dialog">{} a{} {}</button>',
                place,
                html_id,
                verb,
                "n" if noun[:1] in "aeiou" else "",
                noun,
            )
        return fill_html('<div class="picking" id="p-{}">{}</div>\n', html_id, inner)


def swapped_in(tag: str, html_id: str, how: str, content: SafeString) -> SafeString:
    """Rows of an answer, and where they go: into the list of what is taken there."""
    return fill_html('<{0} id="t-{1}" hx-swap-oob="{2}">{3}</{0}>', tag, html_id, how, content)


# ------------------------------------------------------------------ values


def number(control: NumberControl) -> SafeString:
    """A number between its two steps."""
    steps = control.step_range
    more = (("steps", steps.steps), ("blank", steps.blank), ("down", steps.down), ("up", steps.up))
    return fill_html(
        '<div class="attribute" id="r-{0}">\n'
        '<div><label class="name" for="f-{0}">{1}<span>{2}</span></label>{3}</div>\n'
        '<div class="stepper"><button name="do" value="{4}" data-step="-1"><span class="vh">{2} down </span>'
        '<span aria-hidden="true">−</span><small id="d-{0}">{5}</small></button>'
        '<input id="f-{0}" name="{6}" value="{7}" class="number" inputmode="numeric" placeholder="{8}"'
        ' data-low="{9}" data-high="{10}"{11} aria-describedby="n-{0}{12}"{13}>'
        '<button name="do" value="{14}" data-step="1"><span class="vh">{2} up </span>'
        '<span aria-hidden="true">+</span><small id="u-{0}">{15}</small></button></div>{16}\n'
        '<span class="now" id="c-{0}">{17}</span>\n<p class="hint" id="h-{0}">{18}</p>\n{19}\n</div>\n',
        control.id,
        fill_html("<b>{}</b> ", control.label) if control.label else "",
        control.name,
        _better(control) if control.better else "",
        control.down.action,
        control.down.text,
        control.place,
        control.value,
        control.placeholder,
        steps.low,
        steps.high,
        fill_each(' data-{}="{}"', (one for one in more if one[1])),
        fill_html(" w-{}", control.id) if control.better else "",
        _invalid(control.messages),
        control.up.action,
        control.up.text,
        _roll(control) if control.dice else "",
        control.cost,
        control.hint,
        field_messages(control.messages),
    )


def _better(control: NumberControl) -> SafeString:
    is_higher = control.better == "higher"
    return fill_html(
        '<small class="better" id="w-{}"><span aria-hidden="true">{}</span> best {}</small>',
        control.id,
        "▲" if is_higher else "▼",
        "high" if is_higher else "low",
    )


def _roll(control: NumberControl) -> SafeString:
    return fill_html(
        '\n<button class="quiet" name="do" value="roll:{}">Roll {}<span class="vh"> for {}</span></button>',
        control.place,
        control.dice,
        control.name,
    )


def choice(control: ChoiceControl, swap: SafeString = NO_HTML) -> SafeString:
    """Buttons in a row, of which one is chosen."""
    options = (
        (control.place, option.value, _chosen("checked", option.chosen), option.name, option.id, option.price)
        for option in control.options
    )
    return fill_html(
        '<fieldset class="choice" id="r-{0}"{1}{2} aria-describedby="n-{0}"><legend>{3}</legend>'
        '<span class="now" id="c-{0}">{4}</span>\n<div class="options">{5}</div>\n{6}\n</fieldset>\n',
        control.id,
        " hidden" if control.hidden else "",
        swap,
        control.name,
        control.cost,
        fill_each(
            '<label><input type="radio" name="{}" value="{}"{}>'
            '<span class="box">{}<small id="o-{}">{}</small></span></label>',
            options,
        ),
        field_messages(control.messages),
    )


def _flag(control: FlagControl) -> SafeString:
    return fill_html(
        '<div class="flag" id="r-{0}"><label class="check"><input type="checkbox" name="{1}" value="1"{2}'
        ' aria-describedby="n-{0}">{3} <small id="o-{0}">{4}</small></label>'
        '<span class="now" id="c-{0}">{5}</span>\n{6}\n</div>\n',
        control.id,
        control.place,
        _chosen("checked", control.on),
        control.name,
        control.price,
        control.cost,
        field_messages(control.messages),
    )


def _boxes(control: ChoiceControl) -> SafeString:
    boxes = fill_each(
        '<label class="check"><input type="checkbox" name="{}" value="{}"{}>{}</label>',
        (
            (control.place, option.value, _chosen("checked", option.chosen), option.name)
            for option in control.options
        ),
    )
    return fill_html(
        '<fieldset class="several" id="r-{0}" aria-describedby="n-{0}"><legend>{1}</legend>'
        "{2}{3}{4}</fieldset>\n\n",
        control.id,
        control.name,
        boxes or fill_html('<p class="hint">No other profile in this list yet.</p>'),
        _new_profiles(control),
        field_messages(control.messages),
    )


def _select(control: ChoiceControl) -> SafeString:
    options = ((option.value, _chosen("selected", option.chosen), option.name) for option in control.options)
    return fill_html(
        '<select id="f-{0}" name="{1}" aria-describedby="n-{0}"{2}>{3}</select>{4}',
        control.id,
        control.place,
        _invalid(control.messages),
        fill_each('<option value="{}"{}>{}</option>', options),
        _new_profiles(control),
    )


def _new_profiles(control: ChoiceControl) -> SafeString:
    return fill_each(
        '<button class="quiet" name="do" value="{}">A new {}<span class="vh"> as {}</span></button>',
        ((button.action, button.name, control.name) for button in control.new_profiles),
    )


def _chosen(word: str, is_chosen: bool) -> str:
    return f" {word}" if is_chosen else ""


# ------------------------------------------------------------------ findings and words


def _invalid(field: FieldMessages) -> str:
    return _INVALID if field.fault else ""


@lru_cache(maxsize=256)
def _terms(terms: tuple[SectionTerm, ...]) -> SafeString:
    """The words of a section: the same for every profile of a kind."""
    rows = (
        (f"{term.label}, " if term.label else "", term.name, term.summary, term.url, term.page)
        for term in terms
    )
    return fill_html(
        "<dl>{}</dl>",
        fill_each(
            '<div><dt>{}{}</dt><dd>{} <a class="page-ref" href="{}">{}</a></dd></div>',
            rows,
        ),
    )
