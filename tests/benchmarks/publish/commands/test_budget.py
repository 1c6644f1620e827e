from benchmarks.publish.budget import read_budget


def test_budget_resumes(tmp_path, call):
    arguments = "budget", "--method", "select-k-best", "--pairs", "2", "--out", tmp_path
    code, first, _ = call(*arguments)
    assert code == 0
    assert first.startswith("select-k-best: budget 0.01, wrong 0.")
    rows = read_budget(tmp_path / "select-k-best.csv")
    assert {row.dataset for row in rows} > {"copula", "factors"}
    _, second, err = call(*arguments)
    assert second == first
    assert "copula" not in err
    assert read_budget(tmp_path / "select-k-best.csv") == rows


def test_budget_of_a_suite(tmp_path, call):
    code, told, _ = call("budget", "smoke", "--method", "select-k-best", "--out", tmp_path)
    assert code == 0
    assert "budget 0.2" in told
    rows = read_budget(tmp_path / "select-k-best.csv")
    assert {row.dataset for row in rows} == {"sim-factors", "sim-bernoulli"}
