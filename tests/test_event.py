import json

from featureshift.event import Event


def test_events_are_saved():
    event = Event(("weight", "é"), ("age", "sex", "hdl"))
    assert Event.from_dict(json.loads(json.dumps(event.to_dict()))) == event


def test_equal_sides():
    assert Event(("a", "b"), ("c", "d")).sides_are_equal
    assert not Event(("a", "b"), ("c", "d", "e")).sides_are_equal
