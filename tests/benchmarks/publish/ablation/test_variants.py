from benchmarks.publish.ablation.fslnet_training import SWITCHES
from benchmarks.publish.ablation.variants import FULL, PARTS, UNTRAINED, VARIANTS
from featureshift.methods import methods


def test_all_combinations_of_parts_are_there():
    assert len({frozenset(variant.parts) for variant in VARIANTS.values()}) == 2**3 - 1
    assert VARIANTS[FULL].parts == PARTS == tuple(SWITCHES)
    assert UNTRAINED in methods()
