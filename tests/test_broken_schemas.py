"""A contract: what people call a broken schema is named and fails a pipeline, in every format.

Each breakage is done to the second of two tables of one origin. Tables without one have none.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pandas as pd
import polars as pl
import pytest

from featureshift import localize
from featureshift.cli.locate import locate
from featureshift.engines.reading import read_pair
from featureshift.tables.schema import ChangeKind as K

CITIES = ["Zürich", "Málaga", "Köln", "Oslo"]
FILES, FRAMES = ("csv", "parquet"), ("pandas", "polars")
EVERYWHERE = FILES + FRAMES
TYPED = ("parquet", *FRAMES)
"""Where text stays text: a CSV file has no types, so that "00123" and 123 are one."""


def customers(seed, n):
    rng = np.random.default_rng(seed)
    age = rng.normal(50, 10, n)
    start = pd.Timestamp("2024-01-01")
    return pd.DataFrame(
        {
            "age": age.round(1),
            "income": (age * 60 + rng.normal(0, 400, n)).round(2),
            "ratio": rng.beta(2, 5, n).round(3),
            "visits": rng.poisson(3, n),
            "grade": rng.integers(1, 5, n),
            "active": rng.random(n) < 0.6,
            "plan": rng.choice(["basic", "plus two", "pro"], n, p=[0.5, 0.3, 0.2]),
            "city": rng.choice(CITIES, n),
            "smoker": rng.choice(["yes", "no"], n, p=[0.3, 0.7]),
            "seen": start + pd.to_timedelta(rng.integers(0, 300 * 86400, n), "s"),
            "born": start - pd.to_timedelta(rng.integers(7000, 30000, n), "D"),
        }
    )


def zipped(table, seed):
    codes = np.random.default_rng(seed).integers(1, 400, len(table)) * 100
    return table.assign(zip=[f"{code:05d}" for code in codes])


def texts(column, write):
    return lambda table: table.assign(**{column: [write(value) for value in table[column]]})


def mapped(column, names):
    return texts(column, lambda value: names[value])


def swiss(value):
    return f"{value:,.2f}".replace(",", "'")


def german(value):
    return f"{value:,.2f}".translate(str.maketrans(",.", ".,"))


def dated(column, pattern):
    return lambda table: table.assign(**{column: table[column].dt.strftime(pattern)})


def mostly(column, every, text):
    def write(table):
        cells = [text if i % every == 0 else str(v) for i, v in enumerate(table[column])]
        return table.assign(**{column: cells})

    return write


Change = Callable[[pd.DataFrame], pd.DataFrame]


class Breakage(NamedTuple):
    kind: K
    column: str
    change: Change
    formats: tuple[str, ...] = EVERYWHERE
    before: Change = lambda table: table
    """Done to the reference."""


def column(name, make):
    return lambda table: table.assign(**{name: make(table)})


def numbered(name, form):
    """Ids, other ones in each table."""
    return lambda t: t.assign(**{name: [form.format(100_000 + 7 * k + len(t)) for k in t.index]})


BREAKAGES = {
    "a column is dropped": Breakage(K.MISSING, "income", lambda t: t.drop(columns="income")),
    "a text column is dropped": Breakage(K.MISSING, "plan", lambda t: t.drop(columns="plan")),
    "a column is added": Breakage(K.NEW, "tax", column("tax", lambda t: t.income * 0.3)),
    "a name gets a suffix": Breakage(
        K.RENAMED, "income", lambda t: t.rename(columns={"income": "income_eur"})
    ),
    "a name is written otherwise": Breakage(
        K.RENAMED, "smoker", lambda t: t.rename(columns={"smoker": "Smoker"})
    ),
    "a name is another word": Breakage(
        K.RENAMED, "income", lambda t: t.rename(columns={"income": "salary"})
    ),
    "labels get another name": Breakage(
        K.RENAMED, "city", lambda t: t.rename(columns={"city": "town"})
    ),
    "decimal comma": Breakage(
        K.NUMBERS_AS_TEXT, "age", texts("age", lambda v: str(v).replace(".", ","))
    ),
    "decimal comma and points": Breakage(K.NUMBERS_AS_TEXT, "income", texts("income", german)),
    "commas between thousands": Breakage(
        K.NUMBERS_AS_TEXT, "income", texts("income", lambda v: f"{v:,.2f}")
    ),
    "spaces between thousands": Breakage(
        K.NUMBERS_AS_TEXT,
        "income",
        texts("income", lambda v: f"{v:,.2f}".translate(str.maketrans(",.", "\u00a0,"))),
    ),
    "apostrophes between thousands": Breakage(K.NUMBERS_AS_TEXT, "income", texts("income", swiss)),
    "currency before": Breakage(
        K.NUMBERS_AS_TEXT, "income", texts("income", lambda v: f"EUR {v:.2f}")
    ),
    "currency sign": Breakage(K.NUMBERS_AS_TEXT, "income", texts("income", lambda v: f"${v:.2f}")),
    "currency after": Breakage(
        K.NUMBERS_AS_TEXT, "income", texts("income", lambda v: f"{german(v)} €")
    ),
    "percents": Breakage(K.NUMBERS_AS_TEXT, "ratio", texts("ratio", lambda v: f"{100 * v:.1f}%")),
    "a unit": Breakage(K.NUMBERS_AS_TEXT, "age", texts("age", lambda v: f"{v} years")),
    "a compound unit": Breakage(K.NUMBERS_AS_TEXT, "age", texts("age", lambda v: f"{v} km/h")),
    "a word for missing": Breakage(K.NUMBERS_AS_TEXT, "age", mostly("age", 7, "unknown")),
    "some cells are words": Breakage(K.NUMBERS_AS_TEXT, "age", mostly("age", 40, "see notes")),
    "numbers stored as text": Breakage(K.NUMBERS_AS_TEXT, "age", texts("age", str), TYPED),
    "text stored as numbers": Breakage(
        K.NUMBERS_AS_TEXT, "age", lambda t: t, TYPED, before=texts("age", str)
    ),
    "numbers become sentences": Breakage(
        K.TYPE, "age", texts("age", lambda v: f"about {v:.0f}, they said")
    ),
    "codes become labels": Breakage(
        K.DICTIONARY, "grade", mapped("grade", {1: "low", 2: "mid", 3: "high", 4: "top"})
    ),
    "labels become codes": Breakage(
        K.DICTIONARY, "plan", mapped("plan", {"basic": 1, "plus two": 2, "pro": 3})
    ),
    "booleans become 0 and 1": Breakage(
        K.TYPE, "active", column("active", lambda t: t.active.astype(int))
    ),
    "counts become booleans": Breakage(K.TYPE, "visits", column("visits", lambda t: t.visits > 2)),
    "booleans become yes and no": Breakage(
        K.DICTIONARY, "active", mapped("active", {True: "yes", False: "no"})
    ),
    "booleans become text": Breakage(K.TYPE, "active", texts("active", str), TYPED),
    "yes and no become 1 and 0": Breakage(
        K.DICTIONARY, "smoker", mapped("smoker", {"yes": 1, "no": 0})
    ),
    "yes and no become Y and N": Breakage(
        K.DICTIONARY, "smoker", mapped("smoker", {"yes": "Y", "no": "N"})
    ),
    "dates with points": Breakage(K.DATES_AS_TEXT, "born", dated("born", "%d.%m.%Y")),
    "dates, month first": Breakage(K.DATES_AS_TEXT, "born", dated("born", "%m/%d/%Y")),
    "dates with names of months": Breakage(K.DATES_AS_TEXT, "born", dated("born", "%d %b %Y")),
    "ISO dates as text": Breakage(K.DATES_AS_TEXT, "born", dated("born", "%Y-%m-%d"), TYPED),
    "dates without separators": Breakage(K.DATES_AS_TEXT, "born", dated("born", "%Y%m%d"), TYPED),
    "instants as text": Breakage(K.DATES_AS_TEXT, "seen", dated("seen", "%d.%m.%Y %H:%M:%S")),
    "twelve hours": Breakage(K.DATES_AS_TEXT, "seen", dated("seen", "%m/%d/%Y %I:%M:%S %p")),
    "dates become numbers": Breakage(
        K.TYPE, "born", column("born", lambda t: t.born.astype("int64") // 10**9)
    ),
    "dates become words": Breakage(K.TYPE, "born", dated("born", "in the week %U of %Y")),
    "whole numbers get fractions": Breakage(
        K.TYPE, "visits", column("visits", lambda t: t.visits + 0.5)
    ),
    "numbers become lists": Breakage(K.TYPE, "visits", texts("visits", lambda v: [v]), TYPED),
    "another number format": Breakage(
        K.NUMBER_FORMAT,
        "income",
        texts("income", german),
        before=texts("income", lambda v: f"{v:,.2f}"),
    ),
    "another currency": Breakage(
        K.NUMBER_FORMAT,
        "income",
        texts("income", lambda v: f"{v:.2f} €"),
        before=texts("income", lambda v: f"${v:.2f}"),
    ),
    "another date format": Breakage(
        K.DATE_FORMAT, "born", dated("born", "%m/%d/%Y"), before=dated("born", "%d.%m.%Y")
    ),
    "day and month swapped": Breakage(
        K.DATE_FORMAT, "born", dated("born", "%m/%d/%Y"), before=dated("born", "%d/%m/%Y")
    ),
    "leading zeros, as numbers": Breakage(
        K.LEADING_ZEROS,
        "zip",
        lambda t: zipped(t, 4).astype({"zip": int}),
        TYPED,
        before=lambda t: zipped(t, 3),
    ),
    "leading zeros, as text": Breakage(
        K.LEADING_ZEROS,
        "zip",
        lambda t: zipped(t, 4).assign(zip=lambda z: z.zip.str.lstrip("0")),
        TYPED,
        before=lambda t: zipped(t, 3),
    ),
    "UTF-8 read as Latin-1": Breakage(
        K.ENCODING, "city", texts("city", lambda v: v.encode().decode("latin-1"))
    ),
    "letters replaced": Breakage(
        K.ENCODING, "city", texts("city", lambda v: v.encode("latin-1").decode("utf-8", "replace"))
    ),
    "letters become question marks": Breakage(
        K.ENCODING, "city", texts("city", lambda v: v.encode("ascii", "replace").decode())
    ),
    "a zone appears": Breakage(
        K.TIME_ZONE, "seen", column("seen", lambda t: t.seen.dt.tz_localize("UTC"))
    ),
    "a zone is lost": Breakage(
        K.TIME_ZONE,
        "seen",
        lambda t: t,
        before=column("seen", lambda t: t.seen.dt.tz_localize("UTC")),
    ),
    "another zone": Breakage(
        K.TIME_ZONE,
        "seen",
        column("seen", lambda t: t.seen.dt.tz_localize("UTC").dt.tz_convert("Asia/Tokyo")),
        TYPED,
        before=column("seen", lambda t: t.seen.dt.tz_localize("UTC").dt.tz_convert("America/Lima")),
    ),
    "times of day are lost": Breakage(
        K.TIME_PRECISION, "seen", column("seen", lambda t: t.seen.dt.normalize())
    ),
    "seconds are lost": Breakage(
        K.TIME_PRECISION, "seen", column("seen", lambda t: t.seen.dt.floor("min"))
    ),
    "fractions of seconds appear": Breakage(
        K.TIME_PRECISION,
        "seen",
        column("seen", lambda t: t.seen + pd.to_timedelta(np.arange(len(t)) % 1000, "ms")),
    ),
    "levels in capitals": Breakage(K.DICTIONARY, "plan", texts("plan", str.upper)),
    "levels with spaces": Breakage(K.DICTIONARY, "plan", texts("plan", lambda v: f"{v} ")),
    "levels with hyphens": Breakage(
        K.DICTIONARY, "plan", texts("plan", lambda v: v.replace(" ", "-"))
    ),
    "all levels are new": Breakage(
        K.DICTIONARY, "plan", mapped("plan", {"basic": "S", "plus two": "M", "pro": "L"})
    ),
    "ids in small letters": Breakage(
        K.TEXT_FORMAT, "code", numbered("code", "ab-{}"), before=numbered("code", "AB-{}")
    ),
    "ids without hyphens": Breakage(
        K.TEXT_FORMAT, "code", numbered("code", "AB{}"), before=numbered("code", "AB-{}")
    ),
    "numbers are emptied": Breakage(K.EMPTY, "income", column("income", lambda _: np.nan)),
    "texts are emptied": Breakage(K.EMPTY, "plan", column("plan", lambda _: None)),
    "dates are emptied": Breakage(K.EMPTY, "born", column("born", lambda _: pd.NaT)),
    "numbers become constant": Breakage(K.CONSTANT, "income", column("income", lambda _: 1.0)),
    "texts become constant": Breakage(K.CONSTANT, "city", column("city", lambda _: "Oslo")),
}
IN_CSV = {
    "commas between thousands": (K.DIALECT, None),
    "apostrophes between thousands": (K.DIALECT, None),
    "another number format": (K.NUMBERS_AS_TEXT, "income"),
}
"""Where the dialect of the whole file tells what a column alone would."""
CASES = [
    pytest.param(name, form, id=f"{name}-{form}")
    for name, breakage in BREAKAGES.items()
    for form in breakage.formats
]


def stored(table, form, path):
    """The table as a user would hand it over."""
    if form == "csv":
        table.to_csv(path.with_suffix(".csv"), index=False)
        return str(path.with_suffix(".csv"))
    if form == "parquet":
        table.to_parquet(path.with_suffix(".parquet"))
        return str(path.with_suffix(".parquet"))
    return pl.from_pandas(table) if form == "polars" else table


@pytest.fixture(scope="module")
def tables():
    return customers(1, 240), customers(2, 200)


def test_there_are_forty_kinds():
    assert len(BREAKAGES) >= 40
    told = {kind for kind, _ in IN_CSV.values()}
    assert {b.kind for b in BREAKAGES.values()} | told == set(K) - {K.ORDER}


@pytest.mark.parametrize(("name", "form"), CASES)
def test_is_named_and_fails_the_gate(name, form, tables, tmp_path):
    kind, column, change, _, before = BREAKAGES[name]
    reference = stored(before(tables[0]), form, tmp_path / "reference")
    query = stored(change(tables[1]), form, tmp_path / "query")
    schema = read_pair(reference, query).schema
    expected = IN_CSV.get(name, (kind, column)) if form == "csv" else (kind, column)
    assert [(found.kind, found.column) for found in schema.breaking] == [expected]
    if form in FILES:
        assert locate(reference, query, fail_on=("schema",), method="sm-threshold", quiet=True) == 1


def with_gaps(table):
    gone = np.random.default_rng(5).random((len(table), 5)) < 0.1
    part = table[["age", "income", "visits", "plan", "seen"]]
    return table.assign(**part.mask(gone))


def shifted(table):
    return table.assign(income=table.income * 2, plan=np.roll(table.plan, 1), age=table.age + 9)


UNBROKEN = {
    "nothing": lambda t: t,
    "columns in another order": lambda t: t[t.columns[::-1]],
    "rows in another order": lambda t: t.iloc[::-1],
    "whole numbers as floats": lambda t: t.astype({"visits": float, "grade": float}),
    "fractions are lost": lambda t: t.assign(income=t.income.round()),
    "narrower numbers": lambda t: t.astype({"visits": "int8", "age": "float32"}),
    "more missing cells": with_gaps,
    "a shift": shifted,
    "a level more": lambda t: t.assign(plan=np.where(t.age > 65, "senior", t.plan)),
    "a level less": lambda t: t[t.plan != "pro"].reset_index(drop=True),
    "finer clock": lambda t: t.assign(seen=t.seen.astype("datetime64[ns]")),
    "categories": lambda t: t.astype({"plan": "category", "city": "category"}),
}


HARMLESS = {"columns in another order": [K.ORDER], "fractions are lost": [K.TYPE]}


@pytest.mark.parametrize("form", EVERYWHERE)
@pytest.mark.parametrize("name", UNBROKEN)
def test_unbroken_schemas(name, form, tables, tmp_path):
    reference = stored(tables[0], form, tmp_path / "reference")
    query = stored(UNBROKEN[name](tables[1]), form, tmp_path / "query")
    schema = read_pair(reference, query).schema
    assert schema.breaking == ()
    harmless = [change.kind for change in schema.changes]
    assert harmless == HARMLESS.get(name, [])


@pytest.mark.parametrize("forms", [("csv", "parquet"), ("pandas", "polars"), ("polars", "csv")])
def test_one_table_in_two_formats(forms, tables, tmp_path):
    first, second = (stored(tables[0], form, tmp_path / "table") for form in forms)
    assert read_pair(first, second).schema.changes == ()
    assert read_pair(second, first).schema.changes == ()


def test_zones_by_way_of_a_file_without_names_for_them(tables, tmp_path):
    zoned = tables[0].assign(seen=tables[0].seen.dt.tz_localize("Europe/Rome", ambiguous=True))
    schema = read_pair(zoned, stored(zoned, "csv", tmp_path / "table")).schema
    assert [(change.kind, change.severity) for change in schema.changes] == [
        (K.TIME_ZONE, "harmless")
    ]


def test_an_ignored_column_is_no_break(tables):
    for name, (_, column, change, _, before) in BREAKAGES.items():
        reference, query = before(tables[0]), change(tables[1])
        ignore = {column, *(set(query) - set(reference))}
        assert not read_pair(reference, query, ignore=ignore).schema.broken, name


def test_the_index_of_a_filtered_frame_is_no_break(tables, tmp_path):
    filtered = stored(tables[1][tables[1].age > 40], "parquet", tmp_path / "query")
    schema = read_pair(tables[0], filtered).schema
    assert [(change.kind, change.breaks) for change in schema.changes] == [(K.NEW, False)]


def test_chosen_columns_are_all_that_counts(tables):
    query = tables[1].drop(columns=["income", "plan"])
    assert not read_pair(tables[0], query, columns=["age", "visits"]).schema.broken
    assert not read_pair(tables[0], query, ignore=["income", "plan"]).schema.broken
    assert (
        read_pair(tables[0], query, columns=["age", "plan"]).schema.headline == "1 column missing"
    )


def test_text_that_parses_is_scored_as_numbers(tables):
    same, raised = (
        tables[1].assign(income=[f"EUR {factor * value:.2f}" for value in tables[1].income])
        for factor in (1, 2)
    )
    quiet, loud = localize(tables[0], same), localize(tables[0], raised)
    assert quiet.schema.broken
    assert loud.schema.broken
    assert quiet.shifted_features == ()
    assert "income" in loud.shifted_features
    (diagnosis,) = [c for c in loud.explain().columns if c.feature == "income"]
    assert diagnosis.diagnoses[0].code == "scale"
