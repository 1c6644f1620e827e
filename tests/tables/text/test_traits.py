from featureshift.tables.text.traits import CASES, case, class_share, is_quoted, runs


def test_every_cased_text_has_a_case():
    assert {case(text) for text in ("A", "a", "Ab", "aB")} == set(CASES)
    assert case("") == case("12-3") == ""


def test_classes_add_up_to_the_whole_text():
    text = "Señor 42, ok?\n"
    names = ("letters", "digits", "spaces", "punctuation", "non-ASCII characters")
    assert sum(class_share(text, name) for name in names) == 1
    assert class_share("", "letters") == 0


def test_lengths_of_runs_do_not_matter():
    assert runs("AB-12") == runs("ABC-1234")


def test_a_lone_mark_is_no_quotation():
    assert not is_quoted("'")
