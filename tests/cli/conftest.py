import pyarrow as pa
import pyarrow.csv
import pytest

from featureshift.cli import main


@pytest.fixture
def run(capsys):
    """Call the command line; its exit code, what it printed, and what it complained about."""

    def call(*arguments):
        with pytest.raises(SystemExit) as stop:
            main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return stop.value.code, captured.out, captured.err

    return call


@pytest.fixture
def paths(tmp_path, rng):
    reference = {f"c{j}": rng.random(2000) for j in range(4)}
    query = {f"c{j}": rng.random(2000) for j in range(4)} | {"c1": rng.random(2000) ** 3}
    for name, columns in {"ref": reference, "same": reference, "query": query}.items():
        pa.csv.write_csv(pa.table(columns), tmp_path / f"{name}.csv")
    return {path.stem: str(path) for path in tmp_path.glob("*.csv")}
