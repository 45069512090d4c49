"""The addresses of events of clubs, and of what is handed in for them."""

from django.urls import URLPattern, path

from api.views import events, hand_ins

_EVENT = "clubs/<str:club>/events/<str:event>"
_HAND_IN = f"{_EVENT}/hand-ins/<str:hand_in>"

urlpatterns: list[URLPattern] = [
    path("clubs/<str:club>/events", events.Events.as_view(), name="api_events"),
    path(_EVENT, events.OneEvent.as_view(), name="api_event"),
    path(f"{_EVENT}/rosters.pdf", events.Rosters.as_view(), name="api_event_rosters"),
    path(f"{_EVENT}/hand-ins.csv", events.Csv.as_view(), name="api_event_csv"),
    path(f"{_EVENT}/hand-in", hand_ins.Own.as_view(), name="api_hand_in"),
    path(f"{_EVENT}/hand-ins", hand_ins.HandIns.as_view(), name="api_hand_ins"),
    path(_HAND_IN, hand_ins.OneHandIn.as_view(), name="api_one_hand_in"),
    path(f"{_HAND_IN}/document", hand_ins.Document.as_view(), name="api_hand_in_document"),
    path(f"{_HAND_IN}/paper.pdf", hand_ins.Paper.as_view(), name="api_hand_in_paper"),
]
