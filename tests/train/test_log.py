from featureshift.train.log import Log


def test_append_and_read(tmp_path):
    log = Log(tmp_path / "log.jsonl")
    assert log.read() == []
    for step in (1, 2, 3):
        log.write({"step": step})
    with log.path.open("a") as file:
        file.write('{"step": 4, "cut o')
    assert [line["step"] for line in log.read()] == [1, 2, 3]
    log.forget_after(2)
    assert [line["step"] for line in log.read()] == [1, 2]
