from featureshift.methods import METHODS


def test_every_method_is_listed_with_its_paper(run):
    code, out, err = run("methods")
    assert (code, err) == (0, "")
    assert all(name in out for name in METHODS)
    assert "ICML 2025" in out
