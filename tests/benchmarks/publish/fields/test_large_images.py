import dataclasses

import pytest

from benchmarks.publish.fields.large_images import HEAD


@pytest.fixture
def page(section, make_results):
    """The part of the agreement with the paper that is about large images."""

    def render(*rows):
        text = section("agreement", dataclasses.replace(make_results({}), rows=rows))
        return text[text.index("### Large images") :]

    return render


def image_row(make_row, method, f1, seconds=7.0, name="sim-cifar10", kind="E1", rows=5000):
    task = f"{name}/{kind}/0.10/5000x3072/0"
    return make_row(task=task, method=method, f1=f1, seconds=seconds, rows_reference=rows)


def test_without_runs_only_the_papers_are_there(page):
    text = page()
    assert "| CIFAR10 | `fslnet` | the paper's | 30 | 5,000 | 0.957 | 115 | 121 |" in text
    assert "| COIL-100 | `datafix` | the paper's | 30 | 3,600 | 0.981 | 10,522 | 32,964 |" in text
    assert "stand-in" not in text


def test_generated_images_stand_beside_the_papers_and_say_so(page, make_row):
    text = page(
        image_row(make_row, "graphnet", 0.9, 2.0),
        image_row(make_row, "graphnet", 0.7, 4.0, kind="E2"),
        image_row(make_row, "fslnet", 0.5, 60.0, rows=1000),
        image_row(make_row, "fslnet", 0.7, 80.0, kind="E2", rows=1000),
    )
    whose = "ours, generated stand-in"
    assert f"| sim-cifar10 | `graphnet` | {whose} | 2 | 5,000 | 0.800 | 3.00 | 4.00 |" in text
    assert f"| sim-cifar10 | `fslnet` | {whose} | 2 | 1,000 | 0.600 | 70.0 | 80.0 |" in text
    assert text.index("sim-cifar10 |") < text.index("| COIL-100")
    assert "not its images" in text


def test_methods_are_compared_on_the_tasks_that_all_ran(page, make_row):
    text = page(
        image_row(make_row, "graphnet", 0.9),
        image_row(make_row, "graphnet", 0.1, kind="E2"),
        image_row(make_row, "fslnet", 0.5),
    )
    assert "| `graphnet` | ours, generated stand-in | 1 | 5,000 | 0.900 |" in text
    assert "| `graphnet` | ours, generated stand-in | 2 | 5,000 | 0.500 |" in text
    assert text.count("| `fslnet` | ours") == 1


def test_without_a_query_in_common_each_method_has_its_own(page, make_row):
    text = page(image_row(make_row, "graphnet", 0.1, kind="E2"), image_row(make_row, "fslnet", 0.5))
    assert "| `graphnet` | ours, generated stand-in | 1 | 5,000 | 0.100 |" in text
    assert "| `fslnet` | ours, generated stand-in | 1 | 5,000 | 0.500 |" in text


def test_the_very_images_are_no_stand_in(page, make_row):
    text = page(image_row(make_row, "graphnet", 0.9, name="coil100"))
    assert "| coil100 | `graphnet` | ours | 1 |" in text
    assert "stand-in" not in text
    assert text.splitlines()[4].count("|") == len(HEAD) + 1
