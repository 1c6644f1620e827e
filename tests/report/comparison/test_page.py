import base64
import hashlib
import re
from dataclasses import replace

from featureshift.comparing.comparison import Comparison
from featureshift.report.comparison.data import comparison_data
from featureshift.report.comparison.page import render_page

from ..made import HOSTILE, localization
from ..test_page import Elements


def test_the_verdict_the_map_the_sources_and_the_evidence(sites):
    page = render_page(comparison_data(sites))
    places = [page.index(t) for t in ("2 of 5 sources are odd</h1>", "Who is odd", 'id="s1"')]
    assert places == sorted(places)
    text = Elements(page).text
    assert "multiplied by" in text
    assert "is missing" in text
    assert re.search(r'class="s\d flagged">', page)


def test_nothing_is_asked_for_and_only_our_style_and_script_are_allowed(sites):
    page = render_page(comparison_data(sites))
    elements = Elements(page)
    links = [
        value
        for _, attributes in elements.tags
        for name, value in attributes.items()
        if name in ("src", "href", "action", "srcset")
    ]
    assert all(link.startswith("#") or link == "data:," for link in links)
    assert not any("style" in attributes for _, attributes in elements.tags)
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)[1]
    assert "default-src &#39;none&#39;" in policy
    for tag in ("style", "script"):
        content = re.search(rf"<{tag}>(.*?)</{tag}>", page, re.S)[1]
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{tag}-src &#39;sha256-{digest}&#39;" in policy


def test_ids_are_unique_and_links_lead_somewhere(sites):
    elements = Elements(render_page(comparison_data(sites)))
    ids = [attributes["id"] for _, attributes in elements.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = {a["href"][1:] for t, a in elements.tags if t == "a" and a["href"].startswith("#")}
    assert links <= set(ids)


def comparison(names):
    results = {name: localization([*names, "age"], 3) for name in names}
    return Comparison(results, (), {names[0] + " left out": names[1]}, by=names[2])


def test_hostile_names_add_no_element_and_no_attribute():
    wild = Elements(render_page(comparison_data(comparison(HOSTILE))))
    tame = Elements(render_page(comparison_data(comparison([f"c{k}" for k in range(13)]))))
    assert [tag for tag, _ in wild.tags] == [tag for tag, _ in tame.tags]
    assert [sorted(found) for _, found in wild.tags] == [sorted(found) for _, found in tame.tags]
    assert "<script>alert(1)</script>" in wild.text
    assert "\u202e" not in wild.text


def test_a_map_that_does_not_fit_says_so(sites):
    many = {f"n{k}": localization([f"c{j}" for j in range(90)], 80) for k in range(50)}
    page = render_page(comparison_data(replace(sites, results=many)))
    assert "The 60 largest of 80" in page
    assert "40 of 50 sources are shown" in page
