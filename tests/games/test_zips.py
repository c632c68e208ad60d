"""A zip of records is verified as a folder is, and a hostile one does no harm."""

import io
import json
import random
import struct
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from games import zips
from games.cli import main
from games.record import MAX_BYTES
from games.registry import rules_of
from games.zips import MOST_FILES, MOST_PACKED, zipped_files

CENTRAL = b"PK\1\2"  # an entry of the list at the end
LOCAL = b"PK\3\4"  # the same before its data


@pytest.fixture(scope="module")
def good() -> bytes:
    rules = rules_of("twisty")
    assert rules is not None
    return rules.random_play.game(1, players=2, variant=None).encode()


def packed(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


@pytest.fixture
def stored(tmp_path: Path):
    def store(data: bytes) -> str:
        file = tmp_path / "games.ZIP"
        file.write_bytes(data)
        return str(file)

    return store


def errors(file: str) -> list[tuple[str, str]]:
    return [(entry.name.removeprefix(file), entry.error) for entry in zipped_files(file)]


def names(file: str) -> list[str]:
    return [entry.name.removeprefix(f"{file}/") for entry in zipped_files(file)]


def test_zip_has_the_verdicts_of_a_folder(good: bytes, tmp_path: Path, stored, capsys) -> None:
    files = {"b.txt": good, "a.txt": b"", ".hidden": good, "c.txt": good + b"A fly\n"}
    folder = tmp_path / "games"
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)

    codes = [main(["verify", "--json", str(folder)])]
    of_folder = capsys.readouterr().out
    file = stored(packed(files))
    codes.append(main(["verify", "--json", file]))
    of_zip = capsys.readouterr().out

    assert codes == [2, 2]
    assert of_zip == of_folder.replace(str(folder), file)
    assert [json.loads(line)["file"] for line in of_zip.splitlines()] == [
        f"{file}/{name}" for name in ("a.txt", "b.txt", "c.txt")
    ]


def test_zip_of_one_record_has_a_row(good: bytes, stored, capsys) -> None:
    file = stored(packed({"only.txt": good}))

    assert main(["verify", file]) == 0

    assert capsys.readouterr().out.startswith(f"{file}/only.txt  complete, claims none")


def test_many_records_are_judged_in_order(good: bytes, stored, capsys) -> None:
    file = stored(packed({f"{number:03}.txt": good for number in range(60)}))

    assert main(["verify", file]) == 0

    rows = capsys.readouterr().out.splitlines()
    assert [row.partition("  ")[0] for row in rows] == [f"{file}/{n:03}.txt" for n in range(60)]


@pytest.mark.parametrize(
    ("listed", "found"),
    [
        (["b.txt", "a.txt"], ["a.txt", "b.txt"]),
        (["games/b.txt", "games/a.txt", "games/more/c.txt"], ["games/a.txt", "games/b.txt"]),
        (["a.txt", "games/b.txt"], ["a.txt"]),
        (["a.txt", "../b.txt", ".c/d.txt", "__MACOSX/a.txt"], ["a.txt"]),
        (["games/", "games/a.txt", "games/more/"], ["games/a.txt"]),
        (["/a.txt"], ["/a.txt"]),
        (["a\x1b[2J\x9b.txt"], ["a\ufffd[2J\ufffd.txt"]),
        (["hra č. 1.txt"], ["hra č. 1.txt"]),
    ],
)
def test_files_are_those_of_a_folder(listed, found, stored) -> None:
    assert names(stored(packed(dict.fromkeys(listed, b"")))) == found


def test_two_files_of_one_name_are_both_read(stored) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a.txt", b"1")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("a.txt", b"2")

    assert [entry.data for entry in zipped_files(stored(out.getvalue()))] == [b"1", b"2"]


@pytest.mark.parametrize("listed", [[], ["one/a.txt", "two/b.txt"], ["one/two/a.txt"], ["../a"]])
def test_zip_without_records_at_its_top_is_refused(listed, stored, capsys) -> None:
    file = stored(packed(dict.fromkeys(listed, b"")))

    assert main(["verify", file]) == 2

    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"{file}: this zip has no records at its top\n")


@pytest.mark.parametrize("data", [b"", b"PK", b'[Game "twisty"]\n', b"PK\5\6" + bytes(10)])
def test_what_is_no_zip_is_said(data: bytes, stored) -> None:
    assert errors(stored(data)) == [("", "this is not a zip")]


def test_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    [entry] = zipped_files(str(tmp_path / "none.zip"))
    assert entry.error == "No such file or directory"


def test_cut_zip_is_damaged(good: bytes, stored) -> None:
    whole = packed({"a.txt": good})
    assert errors(stored(whole)) == [("/a.txt", "")]
    at = whole.index(CENTRAL)
    assert errors(stored(whole[at + 4 :])) == [("", "this zip is damaged")]


def test_large_zip_is_not_opened(good: bytes, stored) -> None:
    room = MOST_PACKED - len(packed({"a.txt": good}))
    assert errors(stored(bytes(room) + packed({"a.txt": good}))) == [("/a.txt", "")]
    refused = [("", "a zip may have 32 MiB")]
    assert errors(stored(bytes(room + 1) + packed({"a.txt": good}))) == refused


def test_number_of_files_is_bounded(stored) -> None:
    files = {f"{number}.txt": b"" for number in range(MOST_FILES)}
    refused = [("", "a zip may hold 10000 files")]
    assert len(zipped_files(stored(packed(files)))) == MOST_FILES
    assert errors(stored(packed({**files, "more.txt": b""}))) == refused


@pytest.mark.parametrize("is_long", [True, False])
def test_zip_that_lists_more_than_it_says_is_refused(
    is_long: bool, stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = packed({"a.txt": b""})
    end = whole.index(b"PK\5\6")
    if is_long:  # the length of the list, of which the reader believes every byte
        whole = whole[: end + 12] + struct.pack("<L", 11 * 1024**2) + whole[end + 16 :]
    else:  # a second end, for lists of any length
        whole = whole[:end] + b"PK\6\7" + bytes(16) + whole[end:]
    monkeypatch.setattr(zipfile, "ZipFile", None)  # never reached
    assert errors(stored(whole)) == [("", "a zip may hold 10000 files")]


def test_bomb_is_read_as_far_as_a_record_may_go(good: bytes, stored, capsys) -> None:
    file = stored(packed({"a.txt": bytes(50_000_000), "b.txt": good}))
    assert Path(file).stat().st_size < 100_000

    assert [len(entry.data) for entry in zipped_files(file)] == [MAX_BYTES + 1, len(good)]

    assert main(["verify", "--json", file]) == 2
    bomb, game = map(json.loads, capsys.readouterr().out.splitlines())
    assert [finding["code"] for finding in bomb["findings"]] == ["too-large"]
    assert game["status"] == "complete"


def test_sum_of_the_records_is_bounded(stored, monkeypatch: pytest.MonkeyPatch) -> None:
    file = stored(packed({"a.txt": b"123", "b.txt": b"45"}))
    monkeypatch.setattr(zips, "MOST_UNPACKED", 5)
    assert errors(file) == [("/a.txt", ""), ("/b.txt", "")]
    monkeypatch.setattr(zips, "MOST_UNPACKED", 4)
    assert errors(file) == [("", "the records of a zip may have 0 MiB together")]


def test_overlapping_bomb_is_refused_before_it_is_read(stored) -> None:
    """Many names for the same packed bytes: a megabyte that unpacks to more than the sum."""
    one = packed({"a.txt": bytes(MAX_BYTES)})
    start, end = one.index(CENTRAL), one.index(b"PK\5\6")
    count = 300
    listing = one[start:end] * count
    tail = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, len(listing), start, 0)
    refused = [("", "the records of a zip may have 64 MiB together")]
    assert errors(stored(one[:start] + listing + tail)) == refused


def test_names_of_another_encoding_are_said(stored) -> None:
    whole = packed({"č.txt": b""})
    assert whole.count("č".encode()) == 2
    refused = [("", "the names in this zip are not of their encoding")]
    assert errors(stored(whole.replace("č".encode(), b"\xff\xfe"))) == refused


def with_flags(whole: bytes, flags: int) -> bytes:
    """The flags of the first file, in both of its headers."""
    changed = bytearray(whole)
    struct.pack_into("<H", changed, changed.index(LOCAL) + 6, flags)
    struct.pack_into("<H", changed, changed.index(CENTRAL) + 8, flags)
    return bytes(changed)


@pytest.mark.parametrize(
    ("flags", "error"),
    [
        (0x0, ""),
        (0x1, "this file is encrypted"),
        (0x41, "this file is encrypted"),
        (0x40, "this file is damaged in the zip"),
        (0x20, "this file is damaged in the zip"),
    ],
)
def test_file_that_cannot_be_unpacked_is_said_and_others_are_read(
    flags: int, error: str, stored
) -> None:
    file = stored(with_flags(packed({"a.txt": b"1", "b.txt": b"2"}), flags))
    assert errors(file) == [("/a.txt", error), ("/b.txt", "")]


def test_file_packed_otherwise_is_said(stored) -> None:
    file = stored(packed({"a.txt": b"1"}, zipfile.ZIP_BZIP2))
    assert errors(file) == [("/a.txt", "this file is packed in an unusual way")]


def test_damaged_file_is_said_and_others_are_judged(good: bytes, stored, capsys) -> None:
    whole = bytearray(packed({"a.txt": good, "b.txt": good}))
    whole[whole.index(b"a.txt") + 20] ^= 0xFF
    file = stored(bytes(whole))

    assert main(["verify", file]) == 2

    said = capsys.readouterr()
    assert said.err == f"{file}/a.txt: this file is damaged in the zip\n"
    assert said.out.startswith(f"{file}/b.txt  complete")


def test_any_damage_is_answered(good: bytes, stored) -> None:
    whole = packed({"games/a.txt": good, "games/č.txt": b"", "b.txt": good[:50]})
    dice = random.Random(8)
    heads = [at for at in range(len(whole)) if whole[at : at + 2] == b"PK"]
    for _ in range(1_500):
        changed = bytearray(whole)
        for _ in range(dice.choice((1, 1, 2, 6))):
            at = dice.choice(heads) + dice.randrange(50) if dice.random() < 0.8 else 0
            changed[min(at, len(whole) - 1)] = dice.choice((0, 1, 0xFF, dice.randrange(256)))
        entries = zipped_files(stored(bytes(changed[: dice.choice((None, dice.randrange(900)))])))
        assert entries
        assert all(isinstance(entry.data, bytes) for entry in entries)
