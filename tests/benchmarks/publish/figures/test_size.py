from benchmarks.publish.figures.size import draw_size


def test_a_line_a_method_from_small_to_large(compared):
    figure = draw_size(compared)
    (axis,) = figure.axes
    assert {line.get_label() for line in axis.lines} == set(compared.methods)
    for line in axis.lines:
        sizes = list(line.get_xdata())
        assert sizes == sorted(sizes)
        assert len(sizes) == 3


def test_legend_is_in_the_order_of_the_right_ends(compared):
    (legend,) = draw_size(compared).legends
    names = [text.get_text() for text in legend.get_texts()]
    assert names[0] == "sm-threshold"  # the last one made, so the slowest
    assert names[-1] == "graphnet"
