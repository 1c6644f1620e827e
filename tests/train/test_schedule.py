import pytest

from featureshift.train.schedule import Position, Schedule, learning_rate, share_done


def test_exponential_decays_per_validation():
    config = Schedule(1e-3, "exponential", gamma=0.9995)
    assert learning_rate(config, Position(10**6, 1e9, 0)) == 1e-3
    assert learning_rate(config, Position(0, 0.0, 100)) == pytest.approx(1e-3 * 0.9995**100)


def test_cosine_follows_steps_or_seconds():
    config = Schedule(1e-3, total_seconds=100.0, final_share=0.1)
    rates = [learning_rate(config, Position(5, seconds, 0)) for seconds in (0, 50, 100, 200)]
    assert rates == pytest.approx([1e-3, 5.5e-4, 1e-4, 1e-4])


def test_warm_up():
    config = Schedule(1e-3, "exponential", warmup_steps=10)
    assert learning_rate(config, Position(0, 0.0, 0)) == pytest.approx(1e-4)
    assert learning_rate(config, Position(9, 0.0, 0)) == pytest.approx(1e-3)


def test_share_of_no_limit():
    assert share_done(Schedule(1e-3), Position(10**9, 1e9, 0)) == 0
