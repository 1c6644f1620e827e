import numpy as np
import pytest

import featureshift as fs
from featureshift.engines import memory
from featureshift.errors import TableError


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """With 2 GB free, in a container that may have more or less."""
    meminfo, group = tmp_path / "meminfo", tmp_path / "group"
    meminfo.write_text("MemTotal: 8000000 kB\nMemAvailable: 2000000 kB\n")
    group.mkdir()
    monkeypatch.setattr(memory, "MEMINFO", meminfo)
    monkeypatch.setattr(memory, "CONTROL_GROUP", group)
    return group


@pytest.mark.parametrize(
    ("limit", "used", "cached", "free"),
    [
        ("max", 10**8, 0, 2_048_000_000),
        (str(10**9), 10**8, 0, 9 * 10**8),
        (str(10**9), 10**9, 10**8, 10**8),
        (str(10**9), 2 * 10**9, 0, 0),
        (str(10**12), 0, 0, 2_048_000_000),
    ],
)
def test_the_smaller_of_machine_and_container(machine, limit, used, cached, free):
    (machine / "memory.max").write_text(f"{limit}\n")
    (machine / "memory.current").write_text(f"{used}\n")
    (machine / "memory.stat").write_text(f"anon {used}\nfile {cached}\nkernel 0\n")
    assert memory.available_memory() == free


def test_elsewhere_it_is_not_known(tmp_path, monkeypatch):
    monkeypatch.setattr(memory, "MEMINFO", tmp_path / "none")
    monkeypatch.setattr(memory, "CONTROL_GROUP", tmp_path / "none")
    assert memory.available_memory() is None
    memory.check_memory((10**9, 10**9), 10**9, 8)


def test_what_does_not_fit_is_refused_before_it_is_read(monkeypatch):
    table = np.broadcast_to(np.uint8(1), (1000, 200_000))
    monkeypatch.setattr(memory, "available_memory", lambda: 3 * 10**9)
    with pytest.raises(TableError, match=r"200,000 columns are too many.*\n.*GB for 1,000 and"):
        fs.localize(table, table)


def test_what_fits_is_not(monkeypatch, rng):
    monkeypatch.setattr(memory, "available_memory", lambda: 10**7)
    assert fs.localize(rng.normal(size=(500, 5)), rng.normal(size=(500, 5))).features
