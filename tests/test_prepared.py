"""What is prepared once for all processes of a run."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.prepared import FOLDER_VARIABLE, prepared


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "prepared"))
    return tmp_path / "prepared"


def test_thing_is_made_once_for_all_who_ask_at_once(folder: Path) -> None:
    made = []

    def make(empty: Path) -> None:
        made.append(empty)
        time.sleep(0.1)  # long enough for the others to ask
        (empty / "file").write_text("filled")

    with ThreadPoolExecutor(4) as pool:
        given = list(pool.map(lambda _: prepared("thing", make), range(4)))
    assert len(made) == 1
    assert set(given) == {folder / "thing"}
    assert (folder / "thing" / "file").read_text() == "filled"


def test_what_was_left_unfinished_is_made_anew(folder: Path) -> None:
    def fail(empty: Path) -> None:
        (empty / "half").touch()
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        prepared("thing", fail)
    assert not (folder / "thing").exists()
    assert list(prepared("thing", lambda empty: None).iterdir()) == []
