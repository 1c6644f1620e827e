import pytest


@pytest.fixture
def call(capsys):
    """Run a command: its exit code, output, and messages in one line."""
    from benchmarks.publish.commands import main

    def call(*arguments):
        with pytest.raises(SystemExit) as stop:
            main([*map(str, arguments)])
        captured = capsys.readouterr()
        return stop.value.code, captured.out, " ".join(captured.err.split())

    return call
