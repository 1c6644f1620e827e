import featureshift as fs
from featureshift.comparing import each_against_others, kept_rows


def test_memory_is_shared_among_the_sources(sites, monkeypatch):
    monkeypatch.setattr(kept_rows, "KEPT_CELLS", 5 * 6 * 300)
    monkeypatch.setattr(kept_rows, "FEWEST_KEPT", 100)
    kept = []
    plain = each_against_others.compare_profiles

    def noted(profiles, **options):
        kept.extend(len(each.summary.sample) for each in profiles.values())
        return plain(profiles, **options)

    monkeypatch.setattr(each_against_others, "compare_profiles", noted)
    assert fs.compare(sites).odd == ("s3",)
    assert kept == [300] * 5
