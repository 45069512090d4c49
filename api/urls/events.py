"""The addresses of events of clubs, and of what is handed in for them."""

from django.urls import URLPattern, path

from api.views import events, hand_ins

_EVENT = "clubs/<str:club>/events/<str:event>"
_HAND_IN = f"{_EVENT}/hand-ins/<str:hand_in>"

urlpatterns: list[URLPattern] = [
    path("clubs/<str:club>/events", events.EventListView.as_view(), name="api_events"),
    path(_EVENT, events.EventDetailView.as_view(), name="api_event"),
    path(f"{_EVENT}/rosters.pdf", events.EventRostersView.as_view(), name="api_event_rosters"),
    path(f"{_EVENT}/hand-ins.csv", events.EventCsvView.as_view(), name="api_event_csv"),
    path(f"{_EVENT}/hand-in", hand_ins.OwnHandInView.as_view(), name="api_hand_in"),
    path(f"{_EVENT}/hand-ins", hand_ins.HandInListView.as_view(), name="api_hand_ins"),
    path(_HAND_IN, hand_ins.HandInDetailView.as_view(), name="api_one_hand_in"),
    path(f"{_HAND_IN}/document", hand_ins.HandInDocumentView.as_view(), name="api_hand_in_document"),
    path(f"{_HAND_IN}/paper.pdf", hand_ins.HandInPaperView.as_view(), name="api_hand_in_paper"),
]
