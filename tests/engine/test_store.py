from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.engine.conftest import make_call
from trustmh.engine.calls import Answer, Call, Usage
from trustmh.engine.store import CallStore, Spent
from trustmh.engine.store_file import SCHEMA_VERSION
from trustmh.items import Reply, Stop, TrustmhError

USAGE = Usage(10, 5, 2, 1)


def answer(text: str = "yes", usage: Usage | None = USAGE) -> Answer:
    return Answer(Reply(text, Stop.STOP), usage, "served")


def connection(store: CallStore) -> sqlite3.Connection:
    return store._connection


def test_what_was_written_is_there_after_reopening(tmp_path: Path) -> None:
    path = tmp_path / "new" / "calls.sqlite"
    with CallStore(path) as store:
        store.write([(make_call("a"), answer("ja 是"))], "reply")
    with CallStore(path) as store:
        assert store.answers([make_call("a").key]) == {make_call("a").key: answer("ja 是")}


def test_keys_without_an_answer_are_left_out(store: CallStore) -> None:
    calls = [make_call(str(number)) for number in range(1203)]
    store.write([(call, answer(call.messages[0].content)) for call in calls[:1201]], "reply")
    keys = [call.key for call in calls]
    assert set(store.answers(keys)) == store.stored(keys) == set(keys[:1201])
    assert store.answers(keys)[keys[1200]].reply.text == "1200"


def test_a_stored_answer_is_never_replaced(store: CallStore) -> None:
    store.write([(make_call("a"), answer("first"))], "reply")
    store.write([(make_call("a"), answer("second")), (make_call("b"), answer("other"))], "reply")
    assert store.answers([make_call("a").key])[make_call("a").key].reply.text == "first"
    assert store.counts() == {"reply": 2, "verdict": 0, "failed": 0}


def test_what_another_store_holds_of_some_models_is_taken_and_replaces_nothing(
    store: CallStore, tmp_path: Path
) -> None:
    calls = {name: make_call(name) for name in ("here", "there", "failed", "answered")}
    others = replace(make_call("there"), model="other")
    store.write([(calls["here"], answer("mine")), (calls["answered"], answer("mine"))], "reply")
    path = tmp_path / "other" / "calls.sqlite"
    with CallStore(path) as source:
        source.write([(calls["here"], answer("theirs")), (calls["there"], answer("theirs", None))], "reply")
        source.write([(others, answer("other"))], "verdict")
        source.fail_many([(calls["failed"], "no luck"), (calls["answered"], "no luck")], "reply")
    before = path.read_bytes()
    for _ in range(2):
        with CallStore(path, read_only=True) as source:
            store.take(source, {calls["here"].model})
    texts = {name: found.reply.text for name, call in calls.items() for found in store.answers([call.key]).values()}
    assert texts == {"here": "mine", "answered": "mine", "there": "theirs"}
    assert store.failures([call.key for call in calls.values()]) == {calls["failed"].key: "no luck"}
    assert store.counts() == {"reply": 3, "verdict": 0, "failed": 1}
    assert path.read_bytes() == before


def test_a_failure_is_no_answer_and_an_answer_clears_it(store: CallStore) -> None:
    call = make_call("a")
    store.fail(call.key, call, "no luck")
    store.fail(call.key, call, "again no luck")
    assert store.failures([call.key]) == {call.key: "again no luck"}
    assert connection(store).execute("SELECT attempts FROM failures").fetchall() == [(2,)]
    assert store.stored([call.key]) == set()
    assert store.counts()["failed"] == 1
    store.write([(call, answer())], "reply")
    assert store.failures([call.key]) == {}
    assert store.counts() == {"reply": 1, "verdict": 0, "failed": 0}


def test_replies_and_verdicts_are_counted_apart_and_usage_is_summed_per_model(store: CallStore) -> None:
    store.write([(make_call("a", model="m"), answer()), (make_call("b", model="m"), answer())], "reply")
    store.write([(make_call("c", model="judge"), answer(usage=None))], "verdict")
    assert store.counts() == {"reply": 2, "verdict": 1, "failed": 0}
    assert store.usage() == {"judge": Spent(1, 1, Usage()), "m": Spent(2, 0, Usage(20, 10, 4, 2))}


def test_a_reader_sees_what_a_writer_has_committed(store: CallStore) -> None:
    store.write([(make_call("a"), answer())], "reply")
    with CallStore(store.path, read_only=True) as reader:
        assert reader.counts()["reply"] == 1
        store.write([(make_call("b"), answer())], "reply")
        assert reader.counts()["reply"] == 2
        with pytest.raises(TrustmhError, match="for reading only"):
            reader.write([(make_call("c"), answer())], "reply")


def test_a_reader_wants_a_store_that_exists(tmp_path: Path) -> None:
    with pytest.raises(TrustmhError, match="no call store at"):
        CallStore(tmp_path / "none" / "calls.sqlite", read_only=True)
    assert not (tmp_path / "none").exists()


def test_a_second_writer_is_told_who_holds_the_folder(store: CallStore) -> None:
    with pytest.raises(TrustmhError, match=f"in use by process {os.getpid()}"):
        CallStore(store.path)


def test_the_folder_is_free_again_when_its_process_was_killed(tmp_path: Path) -> None:
    path = tmp_path / "calls.sqlite"
    script = (
        "import sys, time; from pathlib import Path; from trustmh.engine.store import CallStore\n"
        "store = CallStore(Path(sys.argv[1])); print('open', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(TrustmhError, match=f"in use by process {holder.pid}"):
            CallStore(path)
        holder.kill()
    with CallStore(path) as store:
        assert store.counts()["reply"] == 0


def test_a_full_disk_is_one_line_and_loses_nothing(store: CallStore) -> None:
    stored = [make_call(f"before {number}") for number in range(50)]
    store.write([(call, answer("x" * 200)) for call in stored], "reply")
    pages = connection(store).execute("PRAGMA page_count").fetchone()[0]
    connection(store).execute(f"PRAGMA max_page_count={pages + 2}")
    batch: list[tuple[Call, Answer]] = [(make_call(f"after {number}"), answer("x" * 2000)) for number in range(50)]
    with pytest.raises(TrustmhError, match=r"the disk is full.*run the same command again") as caught:
        store.write(batch, "reply")
    assert "\n" not in str(caught.value)
    assert store.counts()["reply"] == 50
    assert store.stored(call.key for call in stored) == {call.key for call in stored}
    connection(store).execute("PRAGMA max_page_count=100000")
    store.write(batch, "reply")
    assert store.counts()["reply"] == 100


def test_a_store_that_turned_read_only_is_one_line(store: CallStore) -> None:
    connection(store).execute("PRAGMA query_only=1")
    with pytest.raises(TrustmhError, match=r"cannot be written.*permissions"):
        store.write([(make_call("a"), answer())], "reply")


def test_a_folder_without_permission_is_one_line(tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o555)
    tmp_path.chmod(0o755)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        # A process of its own, since the superuser may write anywhere.
        if os.getuid() == 0:
            os.setuid(65534)
        try:
            CallStore(folder / "calls.sqlite")
        except TrustmhError as error:
            os.write(writing, str(error).encode())
        finally:
            os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with os.fdopen(reading) as told:
        assert "choose a folder you may write to" in told.read()


def test_a_damaged_file_is_one_line_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "calls.sqlite"
    path.write_bytes(b"this is not a database, it only says so" * 100)
    before = path.read_bytes()
    with pytest.raises(TrustmhError, match="not a call store"):
        CallStore(path)
    assert path.read_bytes() == before


def test_a_file_that_was_cut_off_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "calls.sqlite"
    with CallStore(path) as store:
        store.write([(make_call(str(number)), answer("x" * 500)) for number in range(200)], "reply")
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(TrustmhError, match="damaged"), CallStore(path) as store:
        store.answers([make_call(str(number)).key for number in range(200)])


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "calls.sqlite"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE answers (key)")
    other.close()
    with pytest.raises(TrustmhError, match="not a call store of trustmh"):
        CallStore(path)


def test_a_store_of_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "calls.sqlite"
    CallStore(path).close()
    with sqlite3.connect(path) as later:
        later.execute(f"PRAGMA user_version={SCHEMA_VERSION + 1}")
    later.close()
    for read_only in (False, True):
        with pytest.raises(TrustmhError, match=f"version {SCHEMA_VERSION + 1}, this trustmh reads"):
            CallStore(path, read_only=read_only)


@pytest.mark.parametrize(
    "text", ["{}", "[]", "null", "3", "{", "[" * 100_000, '{"reply": "yes"}', '{"reply": {"stop": []}}']
)
def test_an_answer_that_cannot_be_read_is_named(store: CallStore, text: str) -> None:
    store.write([(make_call("a"), answer())], "reply")
    connection(store).execute("UPDATE answers SET answer = ?", (text,))
    with pytest.raises(TrustmhError, match=f"answer {make_call('a').key[:12]}"):
        store.answers([make_call("a").key])
