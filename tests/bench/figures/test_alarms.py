from featureshift.bench.figures.alarms import draw_alarms


def test_all_methods_are_shown_and_shares_are_percent(make_results):
    methods = {"graphnet": 0.9, "knn-ks": 0.8, "sm-threshold": 0.5}
    figure = draw_alarms(make_results(methods, suites=("no-shift",)))
    (axis,) = figure.axes
    assert {line.get_label() for line in axis.lines} == set(methods)
    values = list(axis.lines[0].get_ydata())
    assert 15 < sum(values) / len(values) < 35  # one pair of four is flagged
    assert "259 pairs, 777 runs" in figure.texts[0].get_text()
