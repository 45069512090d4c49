"""The moderators' pages: the queue of reports, single reports, people, and the moderators' actions."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Concatenate, NamedTuple, ParamSpec

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from builder.exports.text import TextOptions, list_text
from builder.models import Report, User
from builder.models.people import MODERATE
from builder.points.document.json_reader import DocumentError
from builder.queries import moderation as queries
from builder.security_log import SecurityEvent, record_event
from builder.services.errors import LimitReached, NotPossible
from builder.services.input_specs import TextSpec
from builder.services.moderation import actions
from builder.web.shared.decorators import never_store_or_index
from builder.web.shared.query_options import page_number
from builder.web.shared.users import account_required, require_account

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def moderators_only(view: View[P]) -> View[P]:
    """Decorate a view that is only for moderators. For other accounts, the response is 404."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.has_perm(MODERATE):
            raise Http404
        return view(request, *args, **kwargs)

    return never_store_or_index(account_required(answer))


_FORM_METHODS = ["GET", "HEAD", "POST"]


class ModerationQuestion(NamedTuple):
    """The page on which a moderator confirms an action.

    ``note_spec`` describes the field for the moderator's note. It is None if the action needs no note.
    ``run`` runs the action with the note.
    """

    title: str
    explanation: str
    button_label: str
    note_spec: TextSpec | None
    back_url: str
    run: Callable[[str], None]


@moderators_only
@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """Show what has open reports, the oldest first. With ``show=settled``, show the settled reports."""
    number = page_number(request.GET)
    is_settled = request.GET.get("show") == "settled"
    page = queries.settled_reports_page(number) if is_settled else queries.open_targets_page(number)
    context = {"nav": "account", "page": page, "settled": is_settled}
    return render(request, "moderation/queue.html", context)


@moderators_only
@require_safe
def report(request: HttpRequest, report: int) -> HttpResponse:
    """Show a report, the previous actions on its target, and the buttons for further actions."""
    row = queries.report_for_moderator(report)
    context = {
        "nav": "account",
        "report": row,
        "open_reports": queries.open_reports_of(row),
        "about_counts": queries.count_reports_about(row.person) if row.person else None,
        "by_counts": queries.count_reports_by(row.by) if row.by else None,
        "entries": queries.entries_of_target(row.target),
        "may_read": queries.may_read_reported_list(row),
        "is_sample": row.company_list is not None and row.company_list.sample is not None,
        "measures": actions.allowed_measures(row.person, require_account(request)) if row.person else (),
    }
    return render(request, "moderation/report.html", context)


@moderators_only
@require_safe
def reported_content(request: HttpRequest, report: int) -> HttpResponse:
    """Show the reported list as text. The security log records who reads it."""
    row = queries.report_for_moderator(report)
    loaded = queries.reported_list(row).load()
    record_event(
        SecurityEvent.CONTENT_VIEWED, by=require_account(request), person=row.person,
        target=row.target, report=row.pk,
    )  # fmt: skip
    context = {
        "nav": "account",
        "report": row,
        "text": list_text(loaded.sheet(), TextOptions(style="full")),
        "background": loaded.document.background,
    }
    return render(request, "moderation/content.html", context)


@moderators_only
@require_safe
def suspended_people(request: HttpRequest) -> HttpResponse:
    """Show the suspended people. A search by user name opens the page of any person."""
    name = request.GET.get("name", "").strip()
    person = queries.person_by_name(name)
    if person:
        return redirect("moderation_person", person.pk)
    page = queries.suspended_people_page(page_number(request.GET))
    context = {"nav": "account", "name": name, "page": page}
    return render(request, "moderation/people.html", context)


@moderators_only
@require_safe
def person(request: HttpRequest, person: int) -> HttpResponse:
    """Show a person, the reports about the person, and the moderators' actions."""
    row = queries.person_for_moderator(person)
    context = {
        "nav": "account",
        "person": row,
        "counts": queries.count_reports_about(row),
        "reports": queries.reports_about(row),
        "entries": queries.entries_about(row),
        "measures": actions.allowed_measures(row, require_account(request)),
    }
    return render(request, "moderation/person.html", context)


@moderators_only
@require_http_methods(_FORM_METHODS)
def act_on_report(request: HttpRequest, report: int, action: str) -> HttpResponse:
    """Show the page that confirms an action on a report. POST runs the action."""
    row, moderator = queries.report_for_moderator(report), require_account(request)
    back_url = reverse("moderation_report", args=(row.pk,))
    questions = _report_questions(row, moderator, back_url)
    if action not in questions:
        raise Http404
    return _confirm(request, questions[action])


def _report_questions(report: Report, by: User, back_url: str) -> Mapping[str, ModerationQuestion]:
    """Return the confirmation pages of the possible actions on a report, by action."""
    is_list = report.company_list_id is not None
    hiding_text = (
        "Only its owner will see it, with your note, until a moderator shows it again."
        if is_list
        else "This removes its name and text. The organisers see your note and can write new ones."
    )
    questions = {
        "hide": ModerationQuestion(
            f"Hide “{report.subject}”?" if is_list else f"Remove the text of “{report.subject}”?",
            f"{hiding_text} This settles all open reports of it.",
            "Hide" if is_list else "Remove the text",
            actions.HIDING_NOTE,
            back_url,
            lambda note: actions.hide_reported(report, by, note),
        ),
        "dismiss": ModerationQuestion(
            f"Dismiss the reports of “{report.subject}”?",
            "This settles all open reports of it and changes nothing else.",
            "Dismiss",
            actions.DISMISSAL_NOTE,
            back_url,
            lambda note: actions.dismiss_reports(report, by, note),
        ),
        "show": ModerationQuestion(
            f"Show “{report.subject}” again?",
            "Everyone who could see it before will see it again.",
            "Show again",
            None,
            back_url,
            lambda _note: actions.unhide_reported(report, by),
        ),
    }
    if not is_list:
        del questions["show"]
    if report.kind == "user name":
        del questions["hide"]
    return questions


@moderators_only
@require_http_methods(_FORM_METHODS)
def act_on_person(request: HttpRequest, person: int, measure: str) -> HttpResponse:
    """Show the page that confirms suspending a person, or ending a suspension. POST runs the action."""
    row, moderator = queries.person_for_moderator(person), require_account(request)
    back_url = reverse("moderation_person", args=(row.pk,))
    questions = {
        "suspend": ModerationQuestion(
            f"Suspend {row.username}?",
            "They can't log in, and nobody sees their lists. They see your note when they try to log in.",
            "Suspend",
            actions.SUSPENSION_NOTE,
            back_url,
            lambda note: actions.suspend_person(row, moderator, note),
        ),
        "unsuspend": ModerationQuestion(
            f"End the suspension of {row.username}?",
            "They can log in again, and their shared lists are visible again.",
            "End the suspension",
            None,
            back_url,
            lambda _note: actions.unsuspend_person(row, moderator),
        ),
    }
    if measure not in questions:
        raise Http404
    if measure not in actions.allowed_measures(row, moderator):
        raise PermissionDenied
    return _confirm(request, questions[measure])


def _confirm(request: HttpRequest, question: ModerationQuestion) -> HttpResponse:
    context = {
        "nav": "account",
        "question": question,
        "note": request.POST.get("note", ""),
        "error": "",
    }
    if request.method != "POST":
        return render(request, "moderation/confirm.html", context)
    try:
        question.run(request.POST.get("note", ""))
    except (NotPossible, LimitReached, DocumentError) as error:
        context["error"] = str(error)
        return render(request, "moderation/confirm.html", context, status=400)
    messages.success(request, "Done. It's in the history below.")
    return redirect(question.back_url)
