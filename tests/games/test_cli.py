"""The command line, as record-format.md section 3 says it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.cli import main
from games.registry import GAMES

GAME = "twisty"


def run(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "games", *arguments],
        input=given,
        capture_output=True,
        check=False,
        timeout=120,
    )


def random_record(game: str, seed: int) -> bytes:
    return run("random", game, "--seed", str(seed)).stdout


@pytest.fixture(scope="module")
def good() -> bytes:
    return random_record(GAME, 1)


@pytest.mark.parametrize("game", GAMES)
def test_random_game_is_judged_complete(game: str) -> None:
    judged = run("verify", "-", given=random_record(game, 1))
    assert judged.returncode == 0
    assert b"complete" in judged.stdout


def test_json_is_exactly_the_verdict(good: bytes, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(good)

    judged = run("verify", "--json", str(file))

    verdict = json.loads(judged.stdout)
    assert judged.stderr == b""
    assert list(verdict) == [
        "game",
        "variant",
        "edition",
        "players",
        "rules_version",
        "status",
        "termination",
        "claims",
        "turns",
        "sides",
        "findings",
        "digest",
    ]
    assert (verdict["game"], verdict["status"]) == (GAME, "complete")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"", 2),
        (b'[Game "chess"]\n[Players "2"]\n', 2),
        (b'[Game "triolet"]\n[Players "2"]\n', 1),
        (b'[Game "triolet"]\n[Players "2"]\nA fly\n', 1),
        (b'[Game "triolet"]\n[Players "7"]\n', 1),
        (b'[Game "triolet"]\n[Players "2"]\n;' + b"x" * 300_000, 1),
        (b"\xff\xfe", 2),
        (b'[Game "triolet"]\n[Players "2"]\n[Termination "time"]\nA h8=11 i8=3 =24\n', 1),
        (b'[Game "triolet"]\n[Players "2"]\n[Termination "time"]\nA h8=11 i8=3 =25\n', 0),
    ],
)
def test_exit_code_of_one_record(text: bytes, code: int) -> None:
    assert run("verify", "-", given=text).returncode == code
    judged = run("verify", "--json", "-", given=text)
    assert judged.returncode == code
    assert json.loads(judged.stdout)["status"]


def test_file_that_cannot_be_read_has_no_verdict(tmp_path: Path) -> None:
    judged = run("verify", "--json", str(tmp_path / "none.txt"))
    assert (judged.returncode, judged.stdout) == (2, b"")
    assert b"none.txt" in judged.stderr


def test_folder_gives_a_line_per_file_by_name(good: bytes, tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_bytes(good)
    (tmp_path / "a.txt").write_bytes(b"")
    (tmp_path / ".hidden").write_bytes(good)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "c.txt").write_bytes(good)

    judged = run("verify", "--json", str(tmp_path))

    lines = [json.loads(line) for line in judged.stdout.splitlines()]
    assert [line["file"] for line in lines] == [f"{tmp_path}/a.txt", f"{tmp_path}/b.txt"]
    assert [line["status"] for line in lines] == ["unreadable", "complete"]
    assert judged.returncode == 2


def test_many_files_keep_the_order_given(good: bytes, tmp_path: Path) -> None:
    names = [str(tmp_path / f"{number}.txt") for number in range(120)]
    for name in names:
        Path(name).write_bytes(good)
    names.reverse()

    judged = run("verify", "--json", *names)

    assert [json.loads(line)["file"] for line in judged.stdout.splitlines()] == names
    assert (judged.returncode, judged.stderr) == (0, b"")


def test_input_among_many_files_is_judged(good: bytes, tmp_path: Path) -> None:
    for number in range(60):
        (tmp_path / f"{number}.txt").write_bytes(good)

    judged = run("verify", "--json", "-", *map(str, tmp_path.iterdir()), given=good)

    verdicts = [json.loads(line) for line in judged.stdout.splitlines()]
    assert {verdict["status"] for verdict in verdicts} == {"complete"}
    assert verdicts[0]["file"] == "-"


def test_pipe_in_a_folder_is_no_record(good: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(good)
    (tmp_path / "gone.txt").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe")

    judged = run("verify", "--json", str(tmp_path))

    assert len(judged.stdout.splitlines()) == 1
    assert b"gone.txt" in judged.stderr


@pytest.mark.parametrize("encoding", ["utf-8:strict", "ascii"])
@pytest.mark.parametrize("form", ["--json", "--"])
def test_bytes_that_are_no_text_still_have_a_verdict(
    encoding: str, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", encoding)
    judged = run("verify", form, "-", given=b'[Game "tri\xff\x00"]\n[Players "2"]\n')
    assert (judged.returncode, judged.stderr) == (2, b"")
    text = judged.stdout.decode(encoding.partition(":")[0])
    assert "unreadable" in text
    if form == "--json":
        assert json.loads(text)["game"] == "tri\ufffd\ufffd"


def test_one_unreadable_file_among_many_is_named(good: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(good)
    judged = run("verify", "--json", str(tmp_path / "a.txt"), str(tmp_path / "none.txt"))
    assert len(judged.stdout.splitlines()) == 1
    assert b"none.txt" in judged.stderr
    assert judged.returncode == 2


def test_table_names_the_line_and_the_rule() -> None:
    judged = run("verify", "-", given=b'[Game "triolet"]\n[Players "2"]\nB h8=1\n')
    text = judged.stdout.decode()
    assert "illegal" in text
    assert "line 3" in text
    assert "wrong-seat" in text


def test_list_names_games_variants_and_editions() -> None:
    text = run("list").stdout.decode()
    assert all(game in text for game in GAMES)
    assert "teams" in text
    assert "squares" in text


def test_show_draws_the_last_position_or_an_earlier_one(good: bytes, tmp_path: Path) -> None:
    file, last, first = tmp_path / "game.txt", tmp_path / "last.svg", tmp_path / "first.svg"
    file.write_bytes(good)
    assert run("show", str(file), "--svg", str(last)).returncode == 0
    assert run("show", str(file), "--svg", str(first), "--turn", "1").returncode == 0
    assert last.read_text().startswith("<svg")
    assert last.read_text() != first.read_text()
    assert run("show", str(file)).stdout.strip()


def test_show_says_what_is_wrong(tmp_path: Path) -> None:
    for text in (b"", b'[Game "triolet"]\n[Players "7"]\n'):
        shown = run("show", "-", "--svg", str(tmp_path / "x.svg"), given=text)
        assert (shown.returncode, shown.stdout) == (2, b"")
        assert shown.stderr.startswith(b"line ")
    assert b"none" in run("show", str(tmp_path / "none")).stderr


def test_show_into_a_folder_that_is_not_there(good: bytes, tmp_path: Path) -> None:
    shown = run("show", "-", "--svg", str(tmp_path / "no" / "x.svg"), given=good)
    assert shown.returncode == 2


def test_random_refuses_what_the_game_does_not_have() -> None:
    assert run("random", "triolet", "--seed", "1", "--players", "5").returncode == 2
    assert run("random", "triolet", "--seed", "1", "--variant", "blitz").returncode == 2
    assert run("random", "triolet", "--seed", "1", "--edition", "travel").returncode == 2
    assert run("random", "chess", "--seed", "1").returncode == 2


def test_random_hands_out_the_standard_edition_unless_asked() -> None:
    records = [run("random", "polyssimo", "--seed", str(seed)).stdout for seed in range(12)]
    assert all(b'[Edition "standard"]' in record for record in records)
    asked = run("random", "polyssimo", "--seed", "1", "--edition", "squares").stdout
    assert b'[Edition "squares"]' in asked


def test_progress_is_shown_on_a_terminal_alone(
    good: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(60):
        (tmp_path / f"{number}.txt").write_bytes(good)
    main(["verify", str(tmp_path)])
    assert capsys.readouterr().err == ""

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    main(["verify", str(tmp_path)])
    assert "60/60" in capsys.readouterr().err


def test_reader_that_has_seen_enough_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "games", "list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as listing:
        assert listing.stdout is not None
        assert listing.stderr is not None
        listing.stdout.close()
        assert listing.stderr.read() == b""
        assert listing.wait() == 1


def test_stopping_it_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(file: str) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr("games.cli._content", stopped)
    assert main(["verify", "-"]) == 130


def test_folder_that_cannot_be_listed_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(folder: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("games.cli.os.scandir", refuse)
    assert main(["verify", str(tmp_path)]) == 2
    assert str(tmp_path) in capsys.readouterr().err


def test_table_of_many_has_a_row_each(good: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(good)
    (tmp_path / "b.txt").write_bytes(b"?")
    rows = run("verify", str(tmp_path)).stdout.decode().splitlines()
    assert len(rows) == 2
    assert "complete" in rows[0]
    assert "line 1" in rows[1]


def test_table_names_the_seat_and_the_figures_of_a_wrong_claim() -> None:
    text = b'[Game "triolet"]\n[Players "2"]\n[Termination "time"]\nA h8=11 i8=3 =24\n'
    table = run("verify", "-", given=text).stdout.decode()
    assert "claim-differs" in table
    assert "seat A" in table
    assert "24" in table
    assert "25" in table


def test_show_stops_before_what_is_not_lawful(tmp_path: Path) -> None:
    text = b'[Game "triolet"]\n[Players "2"]\nA h8=11\nA h9=1\n'
    assert b"11" in run("show", "-", given=text).stdout
