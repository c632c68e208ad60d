"""All records of an event in a zip that the command line verifies."""

import io
import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from games.cli import main
from league.errors import LeagueError
from league.exchange.queries.records import OTHERS, records_file
from league.exchange.zips import TextInZip, zip_parts
from league.models import Match
from tests.factories.submissions import confirm, hand_in_record
from tests.factories.tables import lawful_record, table

EARLY = datetime(1970, 1, 1, tzinfo=UTC)


def test_same_texts_make_the_same_zip() -> None:
    texts = [TextInZip("a.txt", EARLY, "Žluť"), TextInZip("b/c.txt", EARLY, "")]
    made = b"".join(zip_parts(texts))
    assert made == b"".join(zip_parts(texts))
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name).decode() for name in archive.namelist()} == {
            "a.txt": "Žluť",
            "b/c.txt": "",
        }


@pytest.fixture
def played(db: None) -> Match:
    """Two versions were handed in, the second counts."""
    match = table(2)
    hand_in_record(match, lawful_record(match, seed=2), by="A")
    confirm(hand_in_record(match, lawful_record(match, seed=1), by="B"), "A")
    return match


def test_zip_is_read_by_the_command_line(
    played: Match, client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = client.get(reverse("event-records", args=[played.event_id]))
    file = tmp_path / "records.zip"
    file.write_bytes(answer.getvalue())
    with zipfile.ZipFile(file) as archive:
        names = archive.namelist()
    top = [name for name in names if not name.startswith(OTHERS)]
    assert (top, len(names)) == ([f"round-01-table-{played.table:02}-game-1.txt"], 2)
    assert main(["verify", "--json", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)
    api = client.get(reverse("api-events-files-records", args=[played.event_id]))
    assert api.getvalue() == file.read_bytes()


@pytest.mark.django_db
def test_without_records_there_is_a_reason(client: Client) -> None:
    match = table(2)
    with pytest.raises(LeagueError):
        records_file(match.event)
    page = client.get(reverse("event-records", args=[match.event_id]), follow=True)
    assert "No record has been handed in" in page.content.decode()
