"""The forms of clubs: their settings, and a new invite."""

from django import forms
from django.conf import settings
from django.http import QueryDict

from builder.models import Club
from builder.points.document.json_reader import MAX_NUMBER
from builder.services.clubs.clubs import CLUB_ABOUT, CLUB_NAME, CLUB_PLACE, ClubDetails, time_zones
from builder.services.clubs.invites import INVITE_DAYS, INVITE_USES
from builder.web.shared.question_fields import NumberQuestionField, TextQuestionField


class ClubForm(forms.Form):
    """The settings of a club: name, place, about, time zone, and whether it is listed.

    ``version`` is the club's version when the form was made; ``keep`` is the version of somebody else's
    change that the user has seen and overwrites. A new club has neither.
    """

    version = forms.IntegerField(required=False, widget=forms.HiddenInput, min_value=0, max_value=MAX_NUMBER)
    keep = forms.IntegerField(required=False, widget=forms.HiddenInput, min_value=0, max_value=MAX_NUMBER)
    name = TextQuestionField(CLUB_NAME)
    place = TextQuestionField(CLUB_PLACE)
    about = TextQuestionField(CLUB_ABOUT)
    time_zone = forms.CharField(
        help_text="For the deadlines of your events, such as Europe/London.",
        widget=forms.TextInput(attrs={"list": "time-zones", "autocomplete": "off", "spellcheck": "false"}),
    )
    listed = forms.BooleanField(
        required=False,
        label="List this club",
        help_text="Anyone can find its name, place and description under Clubs and ask to join. "
        "Only members see its members, lists and events.",
    )

    def __init__(self, data: QueryDict | None = None, *, initial: dict[str, object] | None = None) -> None:
        """Remove the colon that Django adds to labels."""
        super().__init__(data, initial=initial, label_suffix="")

    def clean_time_zone(self) -> str:
        """Return the time zone of this name, ignoring capitals; reject an unknown one with examples."""
        given: str = self.cleaned_data["time_zone"]
        known = {name.lower(): name for name in time_zones()}
        zone = known.get(given.lower().replace(" ", "_"))
        if zone is None:
            raise forms.ValidationError("Choose a time zone such as Europe/London or UTC.")
        return zone

    def seen_version(self) -> int:
        """Return the version that the form was filled in for; 0 if it has none."""
        version: int = self.cleaned_data["keep"] or self.cleaned_data["version"] or 0
        return version

    def details(self) -> ClubDetails:
        """Return the values of the valid form."""
        return ClubDetails(**{name: self.cleaned_data[name] for name in ClubDetails._fields})


def new_club_form() -> ClubForm:
    """Return the form of a new club; in browsers with scripts it gets the browser's time zone."""
    form = ClubForm(initial={"time_zone": settings.TIME_ZONE})
    form.fields["time_zone"].widget.attrs["data-browser-zone"] = ""
    return form


def club_form(club: Club) -> ClubForm:
    """Return the form filled with a club's settings."""
    return ClubForm(
        initial={
            "version": club.version,
            "name": club.name,
            "place": club.place,
            "about": club.about,
            "time_zone": club.time_zone,
            "listed": club.listed,
        }
    )


class InviteForm(forms.Form):
    """A new invite: its days and its number of people."""

    days = NumberQuestionField(INVITE_DAYS)
    uses = NumberQuestionField(INVITE_USES)

    def __init__(self, data: QueryDict | None = None, *, initial: dict[str, object] | None = None) -> None:
        """Remove the colon that Django adds to labels."""
        super().__init__(data, initial=initial, label_suffix="")
