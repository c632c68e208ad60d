"""Files of editions are looked at when the service starts."""

import os
import subprocess
import sys
from pathlib import Path


def test_file_that_cannot_be_used_is_named_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "triolet").mkdir()
    (tmp_path / "triolet" / "ours.toml").write_text("[tiles]\nnumbers = [1]", encoding="utf-8")
    environment = {**os.environ, "ARBITR_EDITIONS": str(tmp_path), "ARBITR_DATA": str(tmp_path)}
    checked = subprocess.run(
        [sys.executable, "manage.py", "check"],
        env=environment,
        capture_output=True,
        check=False,
        text=True,
        timeout=120,
    )
    assert checked.returncode == 1
    assert "An edition of a game cannot be used: triolet, edition ours" in checked.stderr
