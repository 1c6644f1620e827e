from benchmarks.publish.ablation.variants import TITLES
from benchmarks.publish.figures.ablation import draw_ablation


def test_variants_are_in_the_papers_order_with_both_numbers(make_results):
    f1 = {name: 0.1 * k for k, name in enumerate(TITLES, start=2)}
    rows = make_results(dict(reversed(f1.items())), suites=("ablation",)).rows
    (axis,) = draw_ablation(make_results({}, ablation=rows)).axes
    assert [label.get_text() for label in axis.get_yticklabels()] == list(TITLES.values())
    shown = [text.get_text() for text in axis.texts]
    assert shown[:3] == ["ours", "0.192", "0.292"]  # a little less at E4.1
    assert shown[9:12] == ["paper", "0.307", "0.710"]


def test_a_variant_that_was_not_measured_is_left_out(make_results):
    rows = make_results({"sm-pn": 0.5}, suites=("ablation",)).rows
    (axis,) = draw_ablation(make_results({}, ablation=rows)).axes
    assert [label.get_text() for label in axis.get_yticklabels()] == ["SM + PN"]
