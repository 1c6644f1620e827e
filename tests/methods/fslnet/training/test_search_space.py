from featureshift.methods.fslnet.config import FSLNetConfig
from featureshift.methods.fslnet.training.search_space import (
    OPTIMIZER_SPACE,
    draw_settings,
    with_settings,
)


def first_value(name, values):
    return False if name.startswith("measure_") else values[0]


def test_gamma_counts(smoke):
    cosine = smoke(optimizer={"schedule": "cosine"})
    drawn = with_settings(cosine, draw_settings(cosine, first_value))
    assert drawn.optimizer.schedule == "exponential"
    assert drawn.optimizer.gamma == OPTIMIZER_SPACE["gamma"][0]


def test_without_a_measure_the_measures_are_off(smoke):
    config = smoke()
    settings = draw_settings(config, first_value)
    assert settings["use_measures"] is False
    assert "measures" not in settings
    network = FSLNetConfig.from_dict(with_settings(config, settings).network)
    assert network.measure_channels == ()


def test_a_network_of_measures_alone_has_at_least_one(smoke):
    config = smoke(network={"use_moments": False, "use_embedding": False})
    settings = draw_settings(config, first_value)
    assert settings["use_measures"] is True
    assert len(settings["measures"]) == 1
    network = FSLNetConfig.from_dict(with_settings(config, settings).network)
    assert list(network.measures) == settings["measures"]


def test_measures_that_are_off_stay_off(smoke):
    config = smoke(network={"use_measures": False})
    settings = draw_settings(config, lambda _, values: values[0])
    assert settings["use_measures"] is False
