import pytest

from featureshift.tables.urls.shown import shown


@pytest.mark.parametrize(
    "url",
    [
        "s3://key:secret@bucket/a.csv?session_token=secret",
        "s3://bucket/a.csv#secret",
        "s3://bucket/a.csv",
    ],
)
def test_what_is_shown_of_an_address(url):
    assert shown(url) == "s3://bucket/a.csv"
