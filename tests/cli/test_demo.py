def test_demo_tells_the_truth_beside_the_answer(run):
    code, out, _ = run("demo", "--rows", "1000")
    assert code == 0
    marks = {line.split()[1]: line.split()[0] for line in out.splitlines() if len(line.split()) > 1}
    assert marks["glucose"] == "found"
    assert {"temperature", "smoker", "weight_kg"} <= marks.keys()
    compared = [line.split() for line in out[out.index("the same tables") :].splitlines()[1:]]
    assert [line[0] for line in compared] == ["graphnet", "fslnet", "sm-threshold"]
    assert all(int(found) + int(missed) == 4 for _, found, missed, *_ in compared)
