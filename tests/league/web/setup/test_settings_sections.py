"""Each setting that a format names can be reached: its group is shown for the format."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from league.formats.contract import Format
from league.formats.registry import FORMATS
from league.web.setup.settings_sections import SECTIONS, STAGE_SECTION, Group

CSS = Path("league/web/static/arbitr/arbitr.css").read_text()
SHOWN = re.compile(r'\[data-shows~="(\w+)"\]:checked\) \[data-when="(\w+)"\]')
FIELDS = {"own_points": "own_4"}  # a setting whose fields have other names
PAGES = {"event": SECTIONS["format"].groups, "stage": STAGE_SECTION.groups}
every_format = pytest.mark.parametrize("format_", FORMATS, ids=lambda each: each.key)
every_page = pytest.mark.parametrize("groups", PAGES.values(), ids=PAGES)


def groups_of(setting: str, groups: Sequence[Group]) -> list[Group]:
    return [group for group in groups if FIELDS.get(setting, setting) in group.fields]


@every_format
@every_page
def test_group_of_a_setting_is_shown_for_its_format(
    format_: Format, groups: Sequence[Group]
) -> None:
    own = [group for setting in format_.settings for group in groups_of(setting, groups)]
    assert own
    shown = {key for setting, key in SHOWN.findall(CSS) if setting in format_.settings}
    conditions = {group.when for group in own if group.when != "stage-own-points"}
    assert conditions - {""} <= shown


@every_format
def test_each_setting_has_a_field(format_: Format) -> None:
    offered = (*SECTIONS["format"].groups, *SECTIONS["points"].groups)
    for groups in (offered, STAGE_SECTION.groups):
        missing = {setting for setting in format_.settings if not groups_of(setting, groups)}
        assert not missing


def test_stylesheet_shows_a_group_by_its_own_setting() -> None:
    assert SHOWN.findall(CSS)
    assert all(setting == key for setting, key in SHOWN.findall(CSS))
