from benchmarks.publish.reliability import read_reliability
from featureshift.methods.base import Localizer, MethodInfo, Scores


class Half(Localizer):
    info = MethodInfo("half", "", "", False, False, "")

    def _score(self, pair, rng, progress):
        return Scores(rng.random(pair.n_features), 0.5)


def test_reliability_resumes(tmp_path, call):
    arguments = "reliability", "smoke", "--method", f"{__name__}:Half", "--out", tmp_path
    code, first, _ = call(*arguments)
    assert code == 0
    assert first.startswith("half: mean calibration error 0.")
    rows = read_reliability(tmp_path / "half.csv")
    assert {row.dataset for row in rows} == {"sim-factors", "sim-bernoulli"}
    _, second, err = call(*arguments)
    assert second == first
    assert "sim-factors" not in err
    assert read_reliability(tmp_path / "half.csv") == rows
