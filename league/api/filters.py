"""What lists are narrowed by. An id that nothing has finds nothing; it is no error."""

from django_filters import CharFilter, FilterSet

from league.models import Event, Player, Season, Series


class PlayerFilter(FilterSet):
    club = CharFilter(field_name="club_id")

    class Meta:
        model = Player
        fields = ["club"]


class EventFilter(FilterSet):
    club = CharFilter(field_name="club_id")

    class Meta:
        model = Event
        fields = ["club", "status"]


class SeriesFilter(FilterSet):
    club = CharFilter(field_name="club_id")

    class Meta:
        model = Series
        fields = ["club", "status"]


class SeasonFilter(FilterSet):
    club = CharFilter(field_name="club_id")

    class Meta:
        model = Season
        fields = ["club", "status"]
