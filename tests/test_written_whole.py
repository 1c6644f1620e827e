import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from featureshift.errors import UnwritableFileError
from featureshift.written_whole import write_text, written_whole


def test_a_block_that_raises_leaves_what_was_there(tmp_path):
    path = tmp_path / "out.json"
    path.write_text("old")

    def fail():
        with written_whole(path) as beside:
            beside.write_text("half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_permissions_and_links_are_kept(tmp_path):
    path, link = tmp_path / "out.json", tmp_path / "link.json"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_text("new", link)
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_new_file_has_the_permissions_of_any_other(tmp_path):
    (tmp_path / "other").write_text("")
    write_text("new", tmp_path / "out")
    assert (tmp_path / "out").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_what_is_no_file_is_written_to_as_it_is(tmp_path):
    write_text("nothing", "/dev/null")
    assert not Path("/dev/null").is_file()
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    write_text("through", pipe)
    reader.join()
    assert got == ["through"]


@pytest.mark.parametrize("where", ["absent/out.json", "file/out.json", "."])
def test_what_the_system_refuses_is_an_error_of_ours(tmp_path, where):
    (tmp_path / "file").write_text("")
    with pytest.raises(UnwritableFileError, match="cannot write"):
        write_text("new", tmp_path / where)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_an_error_of_ours(tmp_path):
    with pytest.raises(UnwritableFileError, match="No space left"):
        write_text("new", "/dev/full")


def test_a_kill_leaves_what_was_there(tmp_path):
    path = tmp_path / "out.json"
    path.write_text("old")
    code = (
        "import sys\nfrom featureshift.written_whole import written_whole\n"
        "with written_whole(sys.argv[1]) as beside:\n"
        "    beside.write_text('half'); print('.', flush=True); sys.stdin.read()\n"
    )
    writer = subprocess.Popen(
        [sys.executable, "-c", code, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with writer:
        writer.stdout.readline()
        writer.send_signal(signal.SIGKILL)
    assert path.read_text() == "old"


def test_of_two_writers_one_wins_whole(tmp_path):
    path = tmp_path / "out.txt"
    texts = [str(digit) * 100_000 for digit in range(4)]
    threads = [threading.Thread(target=write_text, args=(text, path)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert path.read_text() in texts
    assert list(tmp_path.iterdir()) == [path]
