"""A package with entry points is laid on the path, as an installer would."""

import sys

import numpy as np
import pytest

import featureshift as fs
from featureshift.cli import main
from featureshift.errors import MethodError, UnknownNameError
from featureshift.methods import METHODS

METHOD = """
import numpy as np

from featureshift import Localizer, MethodInfo, Scores


class Toy(Localizer):
    info = MethodInfo("toy", "distance of the means", "nobody, 2026", False, False, "lowest")

    def _score(self, pair, rng, progress):
        means = [np.nanmean(side.rows_in_order(), axis=0) for side in pair.sides]
        return Scores(np.abs(means[0] - means[1]), 0.5)
"""


@pytest.fixture
def tables(rng):
    reference, query = rng.normal(size=(2, 400, 4))
    return reference, query + 3.0 * np.eye(1, 4, 1)


@pytest.fixture
def listed(capsys):
    """What ``featureshift methods`` prints, and what it complains about."""

    def call():
        with pytest.raises(SystemExit) as stop:
            main(["methods"])
        assert stop.value.code == 0
        return capsys.readouterr()

    return call


@pytest.fixture
def install(tmp_path, monkeypatch):
    """A module, its metadata, and its entry points: method -> value."""
    place = tmp_path / "site"
    place.mkdir()
    monkeypatch.syspath_prepend(str(place))
    laid = []

    def lay(package, code, **methods):
        (place / f"{package}.py").write_text(code)
        laid.append(package)
        info = place / f"{package}-1.2.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n")
        lines = [f"{name.replace('_', '-')} = {value}" for name, value in methods.items()]
        (info / "entry_points.txt").write_text("\n".join(["[featureshift.methods]", *lines]))

    yield lay
    for package in laid:
        sys.modules.pop(package, None)


def test_a_method_of_another_package(install, tables, rng, listed):
    install("toy_package", METHOD, toy="toy_package:Toy")
    assert "toy_package" not in sys.modules
    fs.localize(*tables, method="sm-threshold")
    assert "toy_package" not in sys.modules
    assert fs.localize(*tables, method="toy").shifted_features == ("x1",)
    fs.check_localizer(fs.methods()["toy"](), rng)
    assert [*fs.methods()] == [*METHODS, "toy"]
    assert "nobody, 2026" in listed().out


def test_a_broken_package_is_told_when_its_method_is_asked_for(install, tables, listed):
    install("broken_package", "import no_such_module", broken="broken_package:Broken")
    assert fs.localize(*tables).shifted_features == ("x1",)
    with pytest.raises(MethodError, match=r"No module named 'no_such_module'.*broken_package 1\.2"):
        fs.localize(*tables, method="broken")
    with pytest.warns(UserWarning, match="the method 'broken' cannot be imported"):
        assert [*fs.methods()] == [*METHODS]
    out, err = listed()
    assert "sm-threshold" in out
    assert "the method 'broken' cannot be imported" in err
    assert "mend or uninstall that package" in err


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("odd_package:math", "is no Localizer"),
        ("odd_package:Missing", "cannot be imported"),
        ("odd_package:Toy", r"goes by another name(.|\n)*'toy', in odd_package:Toy"),
    ],
)
def test_an_entry_point_that_is_no_method_of_that_name(install, tables, value, says):
    install("odd_package", f"import math\n{METHOD}", odd=value)
    with pytest.raises(MethodError, match=says):
        fs.localize(*tables, method="odd")


def test_the_name_of_a_built_in_method_is_refused(install, tables, listed):
    install("greedy_package", METHOD, graphnet="greedy_package:Toy")
    assert fs.localize(*tables, method="graphnet").method == "graphnet"
    with pytest.warns(UserWarning, match=r"'graphnet' is a built-in method(.|\n)*greedy_package"):
        assert fs.methods()["graphnet"] is fs.GraphNet
    assert "'graphnet' is a built-in method" in listed().err
    assert "greedy_package" not in sys.modules


def test_two_packages_with_one_name_are_refused(install, tables):
    install("one_package", METHOD, toy="one_package:Toy")
    install("other_package", METHOD, toy="other_package:Toy")
    with pytest.raises(MethodError, match="more than one package brings a method 'toy'"):
        fs.localize(*tables, method="toy")


def test_names_of_other_packages_are_offered(install, tables):
    install("toy_package", METHOD, toy_method="toy_package:Toy")
    with pytest.raises(UnknownNameError, match="did you mean 'toy-method'"):
        fs.localize(*tables, method="toy-metod")
