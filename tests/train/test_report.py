from featureshift.train.report import Report, summarize


def test_a_report_of_nothing_measured():
    assert summarize({}, [], loss=0.5, pairs=0) == Report(0.0, {}, 0.5, 0.0, 0)


def test_each_manipulation_counts_once_however_many_pairs_it_has():
    report = summarize({"T2": [1.0] * 99, "T1": [0.0]}, [False] * 3 + [True], loss=0.1, pairs=104)
    assert report.mean_f1 == 0.5
    assert list(report.f1) == ["T1", "T2"]
    assert report.false_alarms == 0.25
    assert report.to_dict()["pairs"] == 104
