import os
import signal
from pathlib import Path

import pytest

from featureshift.train.session import asked_to_stop, with_folders
from featureshift.train.settings import TaskConfig


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_polite_kill_is_noted_once_and_handlers_return(number):
    before = signal.getsignal(number)
    with asked_to_stop() as stop:
        assert not stop.is_set()
        os.kill(os.getpid(), number)
        assert stop.is_set()
        assert signal.getsignal(number) == before  # a second one kills
    assert signal.getsignal(number) == before


def test_folders_replace_those_of_the_config():
    config = with_folders(TaskConfig(), Path("tables"), None)
    assert (config.corpus.folder, config.corpus.benchmark) == ("tables", "")
    assert with_folders(config, None, Path("b")).corpus.folder == "tables"
