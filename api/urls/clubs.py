"""The addresses of clubs: who is in them, the ways in, what is shared with them."""

from django.urls import URLPattern, path

from api.views import club_shares, clubs, invites, members

urlpatterns: list[URLPattern] = [
    path("clubs", clubs.Clubs.as_view(), name="api_clubs"),
    path("clubs/listed", clubs.ListedClubs.as_view(), name="api_listed_clubs"),
    path("clubs/<str:club>", clubs.OneClub.as_view(), name="api_club"),
    path("clubs/<str:club>/members", members.Members.as_view(), name="api_members"),
    path("clubs/<str:club>/members/<int:member>", members.OneMember.as_view(), name="api_member"),
    path("clubs/<str:club>/owner", members.Owner.as_view(), name="api_hand_over_club"),
    path("clubs/<str:club>/membership", members.OwnMembership.as_view(), name="api_leave_club"),
    path("clubs/<str:club>/invites", invites.Invites.as_view(), name="api_invites"),
    path("clubs/<str:club>/invites/<int:invite>", invites.OneInvite.as_view(), name="api_invite"),
    path("clubs/<str:club>/requests", invites.Requests.as_view(), name="api_requests"),
    path("clubs/<str:club>/requests/<int:asked>", invites.OneRequest.as_view(), name="api_request"),
    path("clubs/<str:club>/shares", club_shares.ClubShares.as_view(), name="api_club_shares"),
    path("clubs/<str:club>/shares/<int:share>", club_shares.OneClubShare.as_view(), name="api_club_share"),
    path("invites/<str:secret>", invites.Join.as_view(), name="api_join"),
]
