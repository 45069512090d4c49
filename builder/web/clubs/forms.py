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
    """The settings of a club: name, place, about, time zone, and whether strangers find it.

    ``version`` is the club's when the form was made; ``keep`` the version of another change that the reader
    has seen and overrules. A club that is being founded has neither.
    """

    version = forms.IntegerField(required=False, widget=forms.HiddenInput, min_value=0, max_value=MAX_NUMBER)
    keep = forms.IntegerField(required=False, widget=forms.HiddenInput, min_value=0, max_value=MAX_NUMBER)
    name = TextQuestionField(CLUB_NAME)
    place = TextQuestionField(CLUB_PLACE)
    about = TextQuestionField(CLUB_ABOUT)
    time_zone = forms.CharField(
        help_text="The deadlines of your events are told in it. Begin with the continent: Europe/London.",
        widget=forms.TextInput(attrs={"list": "time-zones", "autocomplete": "off", "spellcheck": "false"}),
    )
    listed = forms.BooleanField(
        required=False,
        label="List this club",
        help_text="Everybody then finds its name, place and about under Clubs and can ask to be let in. "
        "Members, lists and events stay among members.",
    )

    def __init__(self, data: QueryDict | None = None, *, initial: dict[str, object] | None = None) -> None:
        """Leave out the colon that Django puts after labels."""
        super().__init__(data, initial=initial, label_suffix="")

    def clean_time_zone(self) -> str:
        """The time zone of that name, however it is capitalised; an unknown one is refused with examples."""
        given: str = self.cleaned_data["time_zone"]
        known = {name.lower(): name for name in time_zones()}
        zone = known.get(given.lower().replace(" ", "_"))
        if zone is None:
            raise forms.ValidationError("choose a time zone by its name, such as Europe/London or UTC.")
        return zone

    def seen_version(self) -> int:
        """The version that the reader has seen; 0 where the form names none."""
        version: int = self.cleaned_data["keep"] or self.cleaned_data["version"] or 0
        return version

    def details(self) -> ClubDetails:
        """What the valid form would store."""
        return ClubDetails(**{name: self.cleaned_data[name] for name in ClubDetails._fields})


def new_club_form() -> ClubForm:
    """The form of a club that is not there yet."""
    return ClubForm(initial={"time_zone": settings.TIME_ZONE})


def club_form(club: Club) -> ClubForm:
    """The form filled with a club's settings."""
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
    """A new invite: for how many days, and for how many people."""

    days = NumberQuestionField(INVITE_DAYS)
    uses = NumberQuestionField(INVITE_USES)

    def __init__(self, data: QueryDict | None = None, *, initial: dict[str, object] | None = None) -> None:
        """Leave out the colon that Django puts after labels."""
        super().__init__(data, initial=initial, label_suffix="")
