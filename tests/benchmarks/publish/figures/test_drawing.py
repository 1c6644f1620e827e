import numpy as np
import pytest

from benchmarks.publish.figures import alternatives, draw_images, draw_results, pictures, stamp_of
from benchmarks.publish.figures import drawing as module
from benchmarks.publish.figures.registry import IMAGE_FIGURES
from benchmarks.publish.image_study import OUTCOMES, ImageStudy
from featureshift.errors import AbsentDataError


def test_one_file_for_each_figure_with_its_stamp(make_results, tmp_path):
    results = make_results({"graphnet": 0.9, "mb-sm": 0.5})
    told = []
    draw_results(results, tmp_path, told.append)
    expected = pictures(results)
    drawn = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.svg")]
    assert sorted(told) == sorted(expected)
    assert sorted(drawn) == sorted(f"{name}.svg" for name in expected)
    for name, picture in expected.items():
        assert stamp_of(tmp_path / f"{name}.svg") == picture.stamp
    assert alternatives(results, tmp_path) == {n: p.alt for n, p in expected.items()}


def test_images_are_drawn_and_known_afterwards(make_results, tmp_path, monkeypatch, rng):
    outcomes = tuple(OUTCOMES[k % 5] for k in range(16))
    errors = {"mean": rng.random(16), "embedding": rng.random(16)}
    images = rng.random((5, 4, 4)).astype(np.float32)
    asked = []

    def made(dataset, localizer, folder):
        asked.append(localizer.info.name)
        return [
            ImageStudy(dataset, asked[-1], name, images, outcomes, errors) for name in ("E5", "E1")
        ]

    monkeypatch.setattr(module, "study_images", made)
    draw_images("mnist", None, tmp_path)
    assert {path.stem for path in tmp_path.iterdir()} == set(IMAGE_FIGURES)
    assert asked == ["graphnet", "fslnet"]  # once each
    for name, figure in IMAGE_FIGURES.items():
        assert f"{figure.method} on mnist" in (tmp_path / f"{name}.svg").read_text()
    assert alternatives(make_results({}), tmp_path).keys() == IMAGE_FIGURES.keys()


def test_without_the_table_nothing_is_drawn(tmp_path):
    with pytest.raises(AbsentDataError):
        draw_images("mnist", None, tmp_path)
    assert list(tmp_path.iterdir()) == []
