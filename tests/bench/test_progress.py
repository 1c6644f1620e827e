import io

from rich.console import Console

from featureshift.bench.progress import progress_on


def test_names_are_no_markup():
    text = io.StringIO()
    with progress_on(Console(file=text, width=80, force_terminal=True)) as progress:
        progress.add_task("[bold]table", total=3)
    assert "[bold]table" in text.getvalue()
