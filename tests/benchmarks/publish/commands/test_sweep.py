def test_sweep_resumes(tmp_path, call):
    target = tmp_path / "sweep.csv"
    _, first, _ = call("sweep", "smoke", "--out", target)
    written = target.read_text()
    _, second, _ = call("sweep", "smoke", "--out", target)
    assert first == second
    assert target.read_text() == written
    assert "best mean F1" in first
