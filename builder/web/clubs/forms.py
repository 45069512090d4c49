"""The forms for the settings of a club and for a new invite."""

from django import forms
from django.conf import settings

from builder.services.clubs.clubs import CLUB_ABOUT, CLUB_NAME, CLUB_PLACE, ClubDetails, time_zones
from builder.services.clubs.invites import INVITE_DAYS, INVITE_USES
from builder.web.shared.spec_fields import NumberSpecField, TextSpecField, VersionedForm


class ClubForm(VersionedForm):
    """The settings of a club. Only ``listed`` clubs can be found by people who aren't members."""

    name = TextSpecField(CLUB_NAME)
    place = TextSpecField(CLUB_PLACE)
    about = TextSpecField(CLUB_ABOUT)
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

    def clean_time_zone(self) -> str:
        """Return the time zone with the entered name. Upper and lower case don't matter."""
        entered: str = self.cleaned_data["time_zone"]
        known = {name.lower(): name for name in time_zones()}
        zone = known.get(entered.lower().replace(" ", "_"))
        if zone is None:
            raise forms.ValidationError("Choose a time zone such as Europe/London or UTC.")
        return zone

    def details(self) -> ClubDetails:
        """Return the values of the valid form."""
        return ClubDetails(**{name: self.cleaned_data[name] for name in ClubDetails._fields})


def new_club_form() -> ClubForm:
    """Return the form for a new club.

    The browser's script replaces the default time zone by the time zone of the browser.
    """
    form = ClubForm(initial={"time_zone": settings.TIME_ZONE})
    form.fields["time_zone"].widget.attrs["data-browser-zone"] = ""
    return form


class InviteForm(forms.Form):
    """The settings of a new invite: the days until it expires, and how many people can use it."""

    days = NumberSpecField(INVITE_DAYS)
    uses = NumberSpecField(INVITE_USES)
