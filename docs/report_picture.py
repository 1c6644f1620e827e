"""Take docs/report.png: the report on the clinics of the demonstration, as a browser shows it.

Run with ``python docs/report_picture.py``; needs the [browser] extra and chromium.
"""

import shutil
import tempfile
from pathlib import Path

import numpy as np
from playwright.sync_api import sync_playwright

import featureshift as fs
from featureshift.corpus.clinic import two_clinics

WIDTH = 1000
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def take(path: Path) -> None:
    """The verdict and both cards: a marginal shift above a joint one."""
    clinics = two_clinics(2000, np.random.default_rng(0))
    others = ["temperature", "smoker"]
    result = fs.localize(clinics.reference, clinics.query, ignore=others)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        report = result.report(Path(folder) / "report.html", title="second clinic against first")
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = browser.new_page(viewport={"width": WIDTH, "height": 1600})
        page.goto(report.as_uri())
        page.locator("#controls").wait_for()
        height = page.locator("#shifted").bounding_box()
        clip = {"x": 0, "y": 0, "width": WIDTH, "height": height["y"] + height["height"] + 24}
        page.screenshot(path=path, clip=clip, full_page=True)
        browser.close()


if __name__ == "__main__":
    take(Path(__file__).with_name("report.png"))
