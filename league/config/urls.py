"""All addresses: pages, API, admin."""

from django.urls import include, path

from league.admin import site as admin_site

urlpatterns = [
    path("", include("league.web.urls")),
    path("api/", include("league.api.urls")),
    path("admin/", admin_site.urls),
]

handler400 = "league.web.errors.bad_request"
handler403 = "league.web.errors.forbidden"
handler404 = "league.web.errors.not_found"
handler500 = "league.web.errors.server_error"
