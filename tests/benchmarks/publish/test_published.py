from benchmarks.publish.published import LARGE_IMAGES, PUBLISHED_MODEL
from featureshift.bench.task import load_suites


def test_the_published_model_was_measured_on_the_tables_of_its_suite():
    assert set(PUBLISHED_MODEL) == {task.dataset for task in load_suites()["published"].tasks}


def test_large_images_are_grouped_by_data_set():
    names = [run.name for run in LARGE_IMAGES]
    assert names == sorted(names)
    assert all(run.mean_hours <= run.max_hours for run in LARGE_IMAGES)
