"""Preparing a folder to run: what can be wrong is said in one line, with what to do."""

import ast
import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from scripts import install


def message_of(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(sys, "argv", ["install.py"])
    assert install.main() == 1
    said = capsys.readouterr()
    assert said.out == ""
    [line] = said.err.splitlines()
    return line


@pytest.mark.parametrize(
    "name", ["run.py", "venue.py", "scripts/start.py", "scripts/install.py", "scripts/language.py"]
)
def test_old_python_can_read_what_it_is_given_first(name: str) -> None:
    ast.parse((install.ROOT / name).read_text(encoding="utf-8"), feature_version=(3, 6))


def test_old_python_is_told_what_is_needed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2, "final", 0))
    line = message_of(capsys, monkeypatch)
    assert "needs Python 3.11 or newer; this is 3.9" in line
    assert "make run PYTHON=python3.11" in line


def test_debian_without_venv_is_told_the_one_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    real = importlib.util.find_spec

    def without_ensurepip(name: str, package: str | None = None) -> Any:
        return None if name == "ensurepip" else real(name, package)

    use_folder(tmp_path, monkeypatch)
    monkeypatch.setattr(importlib.util, "find_spec", without_ensurepip)
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert message_of(capsys, monkeypatch).endswith(f"sudo apt install python{version}-venv")
    assert not (tmp_path / ".venv").exists()


def test_unfinished_installation_is_begun_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    use_folder(tmp_path, monkeypatch)
    installed = []

    def stopped(lock: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "argv", ["install.py"])
    monkeypatch.setattr(install, "install_packages", stopped)
    assert install.main() == 130
    assert not install.is_installed(dev=False)

    monkeypatch.setattr(install, "install_packages", installed.append)
    assert install.main() == 0
    assert installed == ["requirements.lock"]
    assert install.is_installed(dev=False)
    assert install.main() == 0
    assert installed == ["requirements.lock"], "nothing left to do"


def test_changed_lock_is_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    use_folder(tmp_path, monkeypatch)
    monkeypatch.setattr(sys, "argv", ["install.py"])
    monkeypatch.setattr(install, "install_packages", lambda lock: None)
    install.main()
    (tmp_path / "requirements.lock").write_text("django==5.2.99\n")
    assert not install.is_installed(dev=False)


def test_moved_folder_is_installed_again_by_its_own_python(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Started by .venv/bin/python, which goes with the environment that is made again."""
    use_folder(tmp_path, monkeypatch)
    monkeypatch.setattr(sys, "argv", ["install.py"])
    monkeypatch.setattr(install, "install_packages", lambda lock: None)
    install.main()
    install.STAMP.write_text('{"folder": "/elsewhere/.venv"}')
    monkeypatch.setattr(sys, "executable", str(install.VENV_PYTHON))
    assert install.main() == 0
    assert install.is_installed(dev=False)


def test_link_to_an_environment_is_followed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As in a second checkout that shares the first one's."""
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    installed = []
    monkeypatch.setattr(sys, "argv", ["install.py"])
    monkeypatch.setattr(install, "install_packages", installed.append)
    use_folder(first, monkeypatch)
    assert install.main() == 0
    (second / ".venv").symlink_to(first / ".venv")
    use_folder(second, monkeypatch)
    assert install.main() == 0
    assert installed == ["requirements.lock"], "nothing left to do in the second"
    (second / "requirements.lock").write_text("django==5.2.99\n")
    assert install.main() == 0
    assert installed == ["requirements.lock"] * 2
    assert (second / ".venv").readlink() == first / ".venv"


def test_link_to_no_environment_is_left_to_its_maker(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    use_folder(tmp_path, monkeypatch)
    install.VENV.symlink_to(tmp_path / "gone")
    line = message_of(capsys, monkeypatch)
    assert line.startswith(f".venv is a link to {tmp_path / 'gone'}")
    assert line.endswith("Remove the link, then start again.")
    assert install.VENV.is_symlink()


def use_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for lock in (install.RUNTIME_LOCK, install.DEV_LOCK):
        (folder / lock).write_text("")
    venv = folder / ".venv"
    monkeypatch.setattr(install, "ROOT", folder)
    monkeypatch.setattr(install, "VENV", venv)
    monkeypatch.setattr(install, "SCRIPTS", venv / "bin")
    monkeypatch.setattr(install, "VENV_PYTHON", venv / "bin" / "python")
    monkeypatch.setattr(install, "LOCK", folder / ".installing")
    monkeypatch.setattr(install, "STAMP", venv / "arbitr-installed.json")


def test_lock_files_name_no_index_and_pin_by_hash() -> None:
    for lock in (install.RUNTIME_LOCK, install.DEV_LOCK):
        lines = (install.ROOT / lock).read_text().splitlines()
        assert not [line for line in lines if "://" in line or line.startswith("-")]
        pins = [line for line in lines if line and not line.startswith((" ", "#"))]
        assert all("==" in pin for pin in pins)
        assert sum("--hash=sha256:" in line for line in lines) >= len(pins)
