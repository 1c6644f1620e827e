from collections import Counter

from featureshift.tables.arrow import hash_text
from featureshift.tables.scan import Levels
from featureshift.tables.schema.leading_zeros import have_leading_zeros, lost_zeros


def levels(texts):
    return Levels(Counter({hash_text(t): 9 for t in texts}), {hash_text(t): t for t in texts})


PADDED, BARE = [f"{n:05d}" for n in range(50)], [str(n) for n in range(50)]


def test_only_digits_count():
    assert have_leading_zeros(PADDED)
    assert not have_leading_zeros(BARE)
    assert not have_leading_zeros([f"A{text}" for text in PADDED])


def test_zeros_are_lost_or_added():
    assert "lost (e.g. '00000' -> '0')" in lost_zeros("zip", levels(PADDED), levels(BARE)).message
    assert "added" in lost_zeros("zip", levels(BARE), levels(PADDED)).message


def test_other_codes_are_no_lost_zeros():
    assert lost_zeros("zip", levels(PADDED), levels(PADDED[:9])) is None
    assert lost_zeros("zip", levels(PADDED), levels([str(n) for n in range(900, 999)])) is None
    assert lost_zeros("zip", levels(PADDED), levels(["a", "b"])) is None


def test_a_few_rows_may_lack_padded_codes_by_chance():
    wide = [f"{n:05d}" for n in range(5000, 50000, 500)]
    bare = [text for text in wide if not text.startswith("0")]
    assert lost_zeros("zip", levels(wide), levels(bare[:5])) is None
    assert lost_zeros("zip", levels(wide * 3), levels(["5000", *bare[:5], *bare[:5]])) is not None
