"""All addresses: pages, API, admin."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("league.web.urls")),
    path("api/", include("league.api.urls")),
    path("admin/", admin.site.urls),
]

handler400 = "league.web.errors.bad_request"
handler403 = "league.web.errors.forbidden"
handler404 = "league.web.errors.not_found"
handler500 = "league.web.errors.server_error"
