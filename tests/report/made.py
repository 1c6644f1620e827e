"""Hand-made localizations and explanations, so that tests of the report need no diagnosis."""

from dataclasses import replace

import numpy as np

from featureshift.event import Event
from featureshift.explain import (
    Change,
    Chart,
    ColumnExplanation,
    Diagnosis,
    Explanation,
    PairView,
    Partner,
    Points,
    Where,
)
from featureshift.explain.diagnoses import moved_together
from featureshift.result import Localization, RowsUsed
from featureshift.tables import Note
from featureshift.tables.schema import ChangeKind, SchemaChange, SchemaVerdict

HOSTILE = (
    "<script>alert(1)</script>",
    "\"quoted\" & 'quoted'",
    "</script><img src=x onerror=alert(2)>",
    "\u202etxt.exe",
    "line\nbreak\tand\x00nul\x1b[31m",
    "a|b`c`|*d*_e_ @everyone #1 [x](javascript:alert(3)) http://evil.example",
    "{{ 7 * 7 }}{% raw %}",
    "عمر المريض",
    "",
    "long_" * 60 + "1",
    "]]><!--",
    "\ud800 lone surrogate",
    "__proto__",
)


def localization(names, n_shifted, *, notes=(), method="sm-threshold", threshold=0.5, rows=5000):
    n = len(names)
    return Localization(
        features=tuple(names),
        scores=np.round(np.geomspace(20, 0.01, n), 6),
        shifted=np.arange(n) < n_shifted,
        threshold=threshold,
        method=method,
        rows_used=RowsUsed(rows, rows // 2),
        seconds=0.25,
        notes=tuple(notes),
        effect_values=np.round(np.linspace(0.9, 0.0, n), 2),
    )


def numeric_chart(factor=1.0, missing=(0.0, 0.0), cells=20):
    """Bell curves by formula: the same on every machine."""
    edges = np.linspace(20, 180, cells + 1)
    middles = (edges[1:] + edges[:-1]) / 2
    sides = []
    for center, spread in ((100, 15), (100 * factor, 15 * max(factor, 0.3))):
        shares = np.exp(-(((middles - center) / spread) ** 2) / 2)
        sides.append(tuple((shares / shares.sum()).round(4).tolist()))
    return Chart(False, (), tuple(edges.tolist()), *sides, *missing)


def category_chart(labels=("never", "former", "current"), missing=(0.0, 0.0)):
    reference = np.arange(len(labels), 0, -1) / (len(labels) * (len(labels) + 1) / 2)
    reference = reference.round(4)
    query = np.roll(reference, 1)
    return Chart(
        True, tuple(labels), (), tuple(reference.tolist()), tuple(query.tolist()), *missing
    )


def pair_view(partner="waist_cm", n=40):
    """A line with some spread before, an even cloud after."""
    steps = np.arange(n)
    x, other = (60 + 50 * ((steps * ratio) % 1) for ratio in (0.618034, 0.754878))
    before, after = 0.8 * x + 0.2 * other, other
    sides = (
        Points(tuple(x.round(1).tolist()), tuple(y.round(1).tolist())) for y in (before, after)
    )
    return PairView(partner, *sides)


def column(name, score, *, words="values are multiplied by 0.056", kind="marginal", **parts):
    given = {
        "feature": name,
        "score": score,
        "kind": kind,
        "passenger_of": (),
        "changes": (
            Change("mean", 98.234, 5.461),
            Change("standard deviation", 15.01, 0.834),
            Change("missing", 0.08, 0.312, share=True),
        ),
        "partners": (),
        "diagnoses": (Diagnosis("scale", words, "high", {"factor": 0.056}),),
        "chart": numeric_chart(0.6, (0.08, 0.312)),
        "pair_view": None,
    }
    return ColumnExplanation(**(given | parts))


def joint_column(name="weight_kg", score=15.0, partner="waist_cm"):
    return column(
        name,
        score,
        words="values were shuffled between rows, as by a wrong join",
        kind="joint",
        changes=(),
        partners=(
            Partner(partner, "correlation", 0.91, 0.03),
            Partner("height_cm", "correlation", 0.41, -0.02),
            Partner("sex", "association", 0.38, 0.04),
        ),
        diagnoses=(
            Diagnosis("shuffle", "values were shuffled between rows, as by a wrong join", "high"),
            Diagnosis("noise", "noise was added to the values", "low", {"sd": 12.0}),
        ),
        chart=numeric_chart(),
        pair_view=pair_view(partner),
    )


def category_column(name="smoker", score=8.0, labels=("never", "former", "current")):
    return column(
        name,
        score,
        words=f"{labels[1]!r} was partly recorded as {labels[0]!r}",
        changes=(Change(f"share of {labels[0]!r}", 0.55, 0.64, share=True),),
        diagnoses=(Diagnosis("merged", f"{labels[1]!r} became {labels[0]!r}", "medium"),),
        chart=category_chart(labels),
        where=only_where("ward", labels[0]),
    )


def only_where(name, value):
    return Where(f"only where {name} = '{value}' (48% of the rows)", name, "=", (value,), 0.48)


def passenger(name="bmi", score=3.0, of=("weight_kg",)):
    return column(
        name,
        score,
        words="its relation to weight_kg changed",
        kind="joint",
        passenger_of=of,
        changes=(),
        partners=(Partner(of[0], "correlation", 0.85, 0.02),),
        chart=numeric_chart(),
    )


CLINIC = ("glucose", "weight_kg", "smoker", "bmi", "age", "sex", "height_cm", "waist_cm", "hdl")


def clinic():
    """A broken schema, four shifted columns out of nine, one of each look; their explanation."""
    notes = (
        Note(
            "patient_id",
            "identifier",
            "is an identifier (100% of its values are distinct); left out",
        ),
        Note(None, "decision-rule", "the knee of the sorted scores decided"),
    )
    zip_words = "type changed: number -> text (e.g. 'AB 12'); not compared"
    schema = SchemaVerdict(
        (
            SchemaChange(ChangeKind.ORDER, None, "columns stand in another order", "harmless"),
            SchemaChange(ChangeKind.TYPE, "zip", zip_words),
            SchemaChange(ChangeKind.MISSING, "pulse", "is missing in the query"),
        )
    )
    notes += (Note("pulse", "missing-in-query", "is not in the query; left out"),)
    result = replace(localization(CLINIC, 4, notes=notes), schema=schema)
    columns = (column("glucose", 20.0), joint_column(), category_column(), passenger())
    retyped = {
        "zip": Diagnosis("type-changed", "numbers in the reference, texts in the query", "high")
    }
    return result, Explanation(columns, 5000, 2500, retyped=retyped)


def wrong_join():
    """Three of four shifted columns moved together against five; and their explanation."""
    names = ("weight_kg", "glucose", "bmi", "waist_cm", "age", "sex", "hdl", "ldl", "pulse", "id")
    event = Event(("weight_kg", "bmi", "waist_cm"), ("age", "sex", "hdl", "ldl", "pulse"))
    result = replace(localization(names, 4), events=(event,))
    moved = [
        replace(
            joint_column(name, score, "age"),
            diagnoses=(moved_together(event),),
            moved_with=tuple(other for other in event.columns if other != name),
        )
        for name, score in zip(event.columns, (20.0, 9.0, 8.0), strict=True)
    ]
    return result, Explanation((moved[0], column("glucose", 15.0), *moved[1:]), 5000, 2500)


def hostile():
    """Every hostile name as a column, a partner, a category and a note."""
    notes = tuple(
        Note(name, "identifier", f"is {name} an identifier; left out") for name in HOSTILE
    )
    changes = [SchemaChange(ChangeKind.TYPE, name, f"now {name}", other=name) for name in HOSTILE]
    result = localization([*HOSTILE, "age"], len(HOSTILE), notes=notes)
    result = replace(result, schema=SchemaVerdict(tuple(changes)))
    columns = tuple(
        (
            category_column(name, 9.0, (name, *HOSTILE[:3]))
            if i % 2
            else joint_column(name, 9.0, name)
        )
        for i, name in enumerate(HOSTILE)
    )
    return result, Explanation(columns, 5000, 2500)


def undoable(names=HOSTILE):
    """Every column was multiplied by 2.54, which can be undone."""
    scaled = Diagnosis("scale", "values are multiplied by 2.54", "high", {"factor": 2.54})
    columns = tuple(column(name, 9.0, diagnoses=(scaled,)) for name in names)
    return localization([*names, "age"], len(names)), Explanation(columns, 5000, 2500)
