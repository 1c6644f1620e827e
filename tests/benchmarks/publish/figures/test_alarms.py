import dataclasses

from benchmarks.publish.figures.alarms import draw_alarms

METHODS = {"graphnet": 0.9, "knn-ks": 0.8, "sm-threshold": 0.5}


def drawn_texts(figure):
    return [text.get_text() for axis in figure.axes for text in axis.texts]


def test_all_methods_are_shown_and_shares_are_percent(make_results):
    figure = draw_alarms(make_results(METHODS, suites=("no-shift",)))
    left, right = figure.axes
    assert {label.get_text() for label in left.get_yticklabels()} == set(METHODS)
    goodness = left.images[0].get_array()
    assert goodness.shape == (3, 5)
    assert 0.65 < goodness.mean() < 0.85  # one pair of four is flagged
    assert len(right.patches) == 3
    assert "25.1" in drawn_texts(figure)
    assert "259 pairs, 777 runs" in figure.texts[0].get_text()


def test_slow_methods_and_others_are_shown_on_the_pairs_that_both_ran(make_results):
    results = make_results(METHODS, suites=("no-shift",))
    short = {task.id for task in results.suites["no-shift-slow"].tasks}
    rows = tuple(r for r in results.rows if r.method != "knn-ks" or r.task in short)
    figure = draw_alarms(dataclasses.replace(results, rows=rows))
    assert "169 pairs, 507 runs" in figure.texts[0].get_text()


def test_a_run_that_was_stopped_is_told(make_results):
    results = make_results(METHODS, suites=("no-shift",))
    late = dataclasses.replace(results.rows[0], status="timeout", reason="too slow")
    figure = draw_alarms(dataclasses.replace(results, rows=(late, *results.rows[1:])))
    assert "1 of them unfinished" in figure.texts[0].get_text()
