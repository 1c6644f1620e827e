import numpy as np
import pytest

from featureshift.explain.diagnoses import diagnose
from featureshift.explain.rules.renamed import propose

from ..building import case_after, case_of, fits


def renamed(names):
    def change(t):
        return {"text": np.array([names.get(text, text) for text in t["text"]], object)}

    return change


def test_one_category(rng):
    proposal = fits(propose, case_after(rng, renamed({"low": "L"}), name="text"))
    assert proposal.words == "'low' is now 'L'"
    assert proposal.at_most == "medium"


def test_all_categories_in_another_spelling(rng):
    names = {"low": "LOW", "middle": "MIDDLE", "high": "HIGH"}
    proposal = fits(propose, case_after(rng, renamed(names), name="text"))
    assert proposal.words.startswith("levels are now upper case (in all levels): ")
    assert proposal.at_most == "high"


def test_two_categories_exchanged(rng):
    proposal = fits(propose, case_after(rng, renamed({"low": "high", "high": "low"}), name="text"))
    assert proposal.words in ("'low' and 'high' are exchanged", "'high' and 'low' are exchanged")


def cities(rng, n=2000):
    """Ten towns of like size, each with weather of its own; and tags without any relation."""
    towns = np.array([f"https://{t}.example/ü" for t in "abcdefghij"], object)
    tags = np.array(["Köln", "Lyon", "Málaga", "Göteborg", "Bern"], object)
    town = rng.integers(0, 10, n)
    return {
        "town": towns[town],
        "rain": 3.0 * town + rng.normal(size=n),
        "tag": tags[rng.integers(0, 5, n)],
        "x": rng.normal(size=n),
    }


def diagnosed(rng, name, rename, share=1.0):
    reference, query = cities(rng), cities(rng)
    new = [rename(text) if rng.random() < share else text for text in query[name]]
    return diagnose(case_of(reference, query | {name: np.array(new, object)}, name))[0]


@pytest.mark.parametrize("name", ["town", "tag"])
@pytest.mark.parametrize(
    ("rename", "words"),
    [
        (str.upper, "levels are now upper case (in all levels)"),
        (lambda t: t.encode().decode("latin-1"), "UTF-8 read as Latin-1 (in "),
        (lambda t: f"v2:{t}", "'v2:' is put in front (in all levels)"),
        (lambda t: t.upper() + " ", "levels are now upper case and ' ' is put behind"),
        (lambda t: t.encode("ascii", "replace").decode(), "not ASCII are now '?' (in "),
    ],
)
def test_a_regular_change_is_one_rule_and_certain(rng, name, rename, words):
    found = diagnosed(rng, name, rename)
    assert (found.code, found.confidence) == ("category-renamed", "high")
    assert words in found.words


def test_a_prefix_is_told_in_full(rng):
    found = diagnosed(rng, "town", lambda t: t.replace("https", "http"))
    assert "'https://' became 'http://' (in all levels)" in found.words
    assert found.renames["https://a.example/ü"] == "http://a.example/ü"
    assert len(found.renames) == 10


def test_in_some_rows(rng):
    found = diagnosed(rng, "tag", str.upper, share=0.4)
    assert found.code == "category-renamed"
    assert found.numbers["share"] == pytest.approx(0.4, abs=0.05)
    assert "levels are now upper case" in found.words


def test_names_of_another_kind_are_paired_by_relations(rng):
    order = dict(zip(sorted(set(cities(rng)["town"])), range(10), strict=True))
    found = diagnosed(rng, "town", lambda t: f"{'zyxwvutsrq'[order[t]]}!")
    assert (found.code, found.confidence) == ("category-renamed", "high")
    letters = {"abcdefghij"[k]: "zyxwvutsrq"[k] for k in range(10)}
    told = [part.split("'") for part in found.words.split(" and ")[0].split(", ")]
    assert all(letters[old[8]] == new[0] for _, old, _, new, _ in told)


def test_like_sizes_without_relations_are_not_paired(rng):
    new = dict(zip(["Köln", "Lyon", "Málaga", "Göteborg", "Bern"], "qwxyz", strict=True))
    found = diagnosed(rng, "tag", lambda t: new[t])
    assert (found.code, found.confidence) == ("category-renamed", "low")
    assert found.words.endswith("which became which cannot be told")
    assert found.renames == {}


def test_sizes_far_apart_are_never_certain(rng):
    def tags(n=4000):
        return rng.choice(np.array(["one", "two", "six"], object), n, p=[0.6, 0.3, 0.1])

    reference = {"t": tags(), "x": rng.normal(size=4000)}
    new = {"one": "A", "two": "B", "six": "C"}
    query = {"t": np.array([new[t] for t in tags()], object), "x": rng.normal(size=4000)}
    found = diagnose(case_of(reference, query, "t"))[0]
    assert found.confidence == "medium"
    assert found.words == "'one' is now 'A', 'two' is now 'B', 'six' is now 'C'"
    assert found.renames == new
