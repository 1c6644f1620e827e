"""A real browser, and reports opened in it."""

import shutil
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from featureshift.explain import Explanation, Population
from featureshift.explain.evidence import Driver
from featureshift.report import report_data
from featureshift.report.page import render_html

from .. import made

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        yield chromium
        chromium.close()


def wide(n):
    """A few explained columns among very many."""
    names = [f"probe_{i * 7919 % 1000003}" for i in range(n)]
    columns = tuple(made.column(name, 20.0) for name in names[:20])
    return made.localization(names, 60), Explanation(columns, 5000, 2500)


def scored():
    """Scores of every size and sign."""
    values = [2.5e12, 123456.7, 999.96, 1.15649, 1e-4, 4.9034e-5, 3e-300, 0.0, -0.5, -7e-9, -4321]
    result = made.localization([f"c{i}" for i in range(len(values))], 0)
    return replace(result, scores=np.array(values)), None


def population():
    """More young people, and income that follows."""
    driver = Driver("age", "more rows with age < 30: 14% -> 37%")
    words = "the query holds other shares of rows: more rows with age < 30: 14% -> 37%"
    told = Population(words, (driver,), 0.95, ("income",), ())
    columns = made.column("income", 9.0), made.column("age", 8.0)
    result = made.localization(["age", "income", "height"], 2)
    return result, Explanation(columns, 3000, 3000, population=told)


def long_words():
    """A change of both kinds, whose tag is the longest."""
    columns = (made.column("pressure", 0.9998, kind="both"),)
    return made.localization(["pressure", "age"], 1), Explanation(columns, 3000, 3000)


CASES = {
    "long words": long_words,
    "scored": scored,
    "population": population,
    "clinic": made.clinic,
    "hostile": made.hostile,
    "undoable": made.undoable,
    "wrong join": made.wrong_join,
    "none": lambda: (made.localization(made.CLINIC, 0), None),
    "loaded": lambda: (made.localization(made.CLINIC, 3), None),
    "20,000": lambda: wide(20_000),
    "200,000": lambda: wide(200_000),
}


@pytest.fixture(scope="session")
def files(tmp_path_factory):
    folder, written = tmp_path_factory.mktemp("reports"), {}

    def file(case):
        if case not in written:
            result, explanation = CASES[case]()
            data = report_data(result, title="b.csv against a.csv", explanation=explanation)
            written[case] = folder / f"{len(written)}.html"
            written[case].write_text(render_html(data), encoding="utf-8")
        return written[case]

    return file


@pytest.fixture
def opened(browser, files):
    """Open a case; whatever the page asks for, says or complains about is kept in ``heard``."""
    contexts = []

    def open_case(case, **options):
        width, height = options.pop("size", (1200, 900))
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        heard = SimpleNamespace(requests=[], said=[])
        page.on("request", lambda request: heard.requests.append(request.url))
        page.on("console", lambda message: heard.said.append(message.text))
        page.on("pageerror", lambda error: heard.said.append(str(error)))
        page.on("dialog", lambda dialog: (heard.said.append(dialog.message), dialog.dismiss()))
        page.goto(files(case).as_uri())
        if options.get("java_script_enabled", True):
            page.locator("#controls").wait_for()
        page.heard = heard
        return page

    yield open_case
    for context in contexts:
        context.close()
