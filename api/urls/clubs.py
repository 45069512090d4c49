"""The addresses of clubs: who is in them, the ways in, what is shared with them."""

from django.urls import URLPattern, path

from api.views import club_shares, clubs, invites, members

urlpatterns: list[URLPattern] = [
    path("clubs", clubs.ClubListView.as_view(), name="api_clubs"),
    path("clubs/listed", clubs.ListedClubListView.as_view(), name="api_listed_clubs"),
    path("clubs/<str:club>", clubs.ClubDetailView.as_view(), name="api_club"),
    path("clubs/<str:club>/members", members.MemberListView.as_view(), name="api_members"),
    path("clubs/<str:club>/members/<int:member>", members.MemberDetailView.as_view(), name="api_member"),
    path("clubs/<str:club>/owner", members.OwnershipView.as_view(), name="api_hand_over_club"),
    path("clubs/<str:club>/membership", members.OwnMembershipView.as_view(), name="api_leave_club"),
    path("clubs/<str:club>/invites", invites.InviteListView.as_view(), name="api_invites"),
    path("clubs/<str:club>/invites/<int:invite>", invites.InviteDetailView.as_view(), name="api_invite"),
    path("clubs/<str:club>/requests", invites.JoinRequestListView.as_view(), name="api_requests"),
    path(
        "clubs/<str:club>/requests/<int:asked>", invites.JoinRequestDetailView.as_view(), name="api_request"
    ),
    path("clubs/<str:club>/shares", club_shares.ClubShareListView.as_view(), name="api_club_shares"),
    path(
        "clubs/<str:club>/shares/<int:share>",
        club_shares.ClubShareDetailView.as_view(),
        name="api_club_share",
    ),
    path("invites/<str:secret>", invites.JoinView.as_view(), name="api_join"),
]
