"""Stage one and two of a run: make the calls that have no stored answer, and store each answer before it counts."""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from trustmh.engine.calls import Answer, Call, CallError, Chat, Kind
from trustmh.engine.redact import one_line
from trustmh.engine.store import CallStore
from trustmh.items import Reply, TrustmhError

#: As many calls failing in a row with one and the same error means that the next will fail too.
SAME_ERRORS = 20
#: Answers in one transaction at most; also how many may wait for the disk before asking pauses.
_BATCH = 256


@dataclass(frozen=True, slots=True)
class FetchProgress:
    """How far a fetch is. ``made`` counts answers on disk; ``seconds`` is the time since the fetch began.

    ``turn`` is above 1 where the same texts are asked about once more: with a shorter text, or after a verdict that
    could not be read.
    """

    kind: Kind
    total: int
    already: int
    made: int
    failed: int
    seconds: float
    turn: int = 1


@dataclass(frozen=True, slots=True)
class FetchReport:
    """What a fetch did: answers ``made``, answers that were there ``already``, and errors by call key."""

    made: int
    already: int
    failed: dict[str, str]


def _ignore(progress: FetchProgress) -> None:
    """For callers that show nothing."""


@contextmanager
def tuned_interpreter() -> Iterator[None]:
    """Settings of the interpreter for thousands of small calls, put back afterwards.

    The garbage collector does not walk again and again through everything that was imported (a quarter of the calls per
    second), and the writer's thread waits half a millisecond, not five, each time it needs the interpreter: so answers
    are on disk sooner, and fewer are lost to a kill.
    """
    thresholds, interval = gc.get_threshold(), sys.getswitchinterval()
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)
    sys.setswitchinterval(0.0005)
    try:
        yield
    finally:
        sys.setswitchinterval(interval)
        gc.set_threshold(*thresholds)
        gc.unfreeze()


async def fetch(
    calls: Sequence[Call],
    chat: Chat,
    store: CallStore,
    *,
    kind: Kind,
    connections: int | None = None,
    progress: Callable[[FetchProgress], None] = _ignore,
    same_errors: int = SAME_ERRORS,
) -> FetchReport:
    """Answer every call once: those stored are left alone, the rest is asked and stored.

    Args:
        calls: what to ask; equal calls are asked once.
        chat: the model. Retries and time limits per attempt are its own.
        store: where answers go; an answer counts when it is on disk.
        kind: ``reply`` or ``verdict``.
        connections: calls in flight at once; the chat's own default when None.
        progress: told at the start, after every batch on disk and after every failure.
        same_errors: stop when so many calls in a row fail with the same cause.

    Raises:
        TrustmhError: the same error came ``same_errors`` times in a row, or the store cannot be written.
        asyncio.CancelledError: on Ctrl-C. In every case what was answered before is on disk.
    """
    wanted = {call.key: call for call in calls}
    already = store.stored(wanted)
    pending = [call for key, call in wanted.items() if key not in already]
    run = _Run(chat, store, kind, pending, len(already), progress, same_errors)
    run.report()
    if not pending:
        return FetchReport(made=0, already=len(already), failed={})
    with tuned_interpreter():
        await run.through(connections if connections is not None else chat.connections)
    return FetchReport(made=run.made, already=len(already), failed=run.failed)


@dataclass
class _Run:
    """The moving parts of one fetch: askers that share a list of calls, and one writer."""

    chat: Chat
    store: CallStore
    kind: Kind
    pending: list[Call]
    already: int
    progress: Callable[[FetchProgress], None]
    same_errors: int
    made: int = 0
    failed: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._next = iter(self.pending)
        self._answered: asyncio.Queue[tuple[Call, Answer] | None] = asyncio.Queue(_BATCH)
        self._last_cause, self._repeated = "", 0
        self._began = time.monotonic()

    async def through(self, connections: int) -> None:
        """Ask everything with so many askers; on any way out, store what was answered."""
        writer = asyncio.create_task(self._write_all())
        askers = [asyncio.create_task(self._ask()) for _ in range(max(1, min(connections, len(self.pending))))]
        try:
            await _first_failure(askers, writer)
        finally:
            for asker in askers:
                asker.cancel()
            await asyncio.gather(*askers, return_exceptions=True)
            try:
                await _finish(self._close_writer(writer))
            finally:
                await self.chat.release()

    async def _ask(self) -> None:
        for call in self._next:
            try:
                answer = await self.chat.answer(call.messages, call.decoding)
            except CallError as error:
                if error.too_long:
                    # Asked again it would be refused again; and it says nothing of the next call.
                    await self._answered.put((call, Answer(Reply(""), too_long=one_line(str(error)))))
                else:
                    self._note_failure(call, error)
            else:
                self._repeated = 0
                await self._answered.put((call, answer))

    def _note_failure(self, call: Call, error: CallError) -> None:
        message = one_line(str(error))
        self.failed[call.key] = message
        self.store.fail_many([(call, message)], self.kind)
        self._repeated = self._repeated + 1 if error.cause == self._last_cause else 1
        self._last_cause = error.cause
        self.report()
        if self._repeated >= self.same_errors:
            raise TrustmhError(
                f"{self.same_errors} calls in a row failed with the same error: {message}. "
                "What was answered is stored; remove the cause and run the same command again"
            )

    async def _write_all(self) -> None:
        while (first := await self._answered.get()) is not None:
            batch = [first]
            last = False
            while len(batch) < _BATCH and not self._answered.empty():
                item = self._answered.get_nowait()
                if item is None:
                    last = True
                    break
                batch.append(item)
            # In a thread: the disk's flush must not hold up the answers that arrive meanwhile.
            await asyncio.to_thread(self.store.write, batch, self.kind)
            self.made += len(batch)
            self.report()
            if last:
                return

    async def _close_writer(self, writer: asyncio.Task[None]) -> None:
        if not writer.done():
            putting = asyncio.create_task(self._answered.put(None))
            # The writer may fail while the queue is full; then nobody takes the end mark.
            await asyncio.wait({putting, writer}, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait({writer})
            putting.cancel()
        await writer

    def report(self) -> None:
        """Tell how far the fetch is."""
        seconds = time.monotonic() - self._began
        total = self.already + len(self.pending)
        self.progress(FetchProgress(self.kind, total, self.already, self.made, len(self.failed), seconds))


async def _first_failure(askers: list[asyncio.Task[None]], writer: asyncio.Task[None]) -> None:
    """Wait until all askers are done; raise as soon as one of them or the writer fails."""
    waiting: set[asyncio.Task[None]] = set(askers)
    while waiting:
        done, _ = await asyncio.wait({*waiting, writer}, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
        waiting -= done


async def _finish(ending: Coroutine[Any, Any, None]) -> None:
    """Run ``ending`` to its end even when Ctrl-C comes again while it works."""
    task = asyncio.ensure_future(ending)
    interrupted: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError as again:
            if task.cancelled():
                raise
            interrupted = again
    task.result()
    if interrupted is not None:
        raise interrupted
