from benchmarks.publish.figures.save import digest, save_figure, stamp_of
from benchmarks.publish.figures.style import canvas


def draw(path, stamp="0123456789abcdef"):
    figure, (axis,) = canvas(1, 1, 2.0, "caption")
    axis.scatter([1, 2], [3, 4])
    save_figure(figure, path, title="two points", stamp=stamp)


def test_equal_figures_have_equal_bytes(tmp_path):
    draw(tmp_path / "a.svg")
    draw(tmp_path / "b.svg")
    content = (tmp_path / "a.svg").read_bytes()
    assert content == (tmp_path / "b.svg").read_bytes()
    assert b"<title>two points</title>" in content
    assert b" \n" not in content


def test_a_figure_knows_what_it_was_drawn_from(tmp_path):
    draw(tmp_path / "below" / "a.svg")
    assert stamp_of(tmp_path / "below" / "a.svg") == "0123456789abcdef"
    (tmp_path / "other.svg").write_text("<svg/>")
    assert stamp_of(tmp_path / "other.svg") is None


def test_digest_follows_the_rows(make_row):
    rows = [make_row(f1=0.5), make_row(f1=0.6)]
    assert digest(rows) == digest([make_row(f1=0.5), make_row(f1=0.6)])
    assert digest(rows) != digest(rows[:1])
    assert digest(rows) != digest([make_row(f1=0.5), make_row(f1=0.61)])
