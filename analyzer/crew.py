"""Worker processes, each on pipes of its own: an order in, one answer a file out, and an exact account of who failed at what.

One thread and no lock shared with a process that may be killed at any instruction. Knows nothing of files, retries or quarantine.
"""

from __future__ import annotations

import io
import multiprocessing
import pickle
import selectors
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, is_dataclass
from enum import Enum
from functools import lru_cache
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from typing import Any

from analyzer.confinement import allowed_environment
from analyzer.errors import RequestError
from analyzer.sockets import settle_address
from analyzer.worker import ANSWER, LEAVING, MEMORY, READY, serve

START_SECONDS = 120.0
WALL_FACTOR = 3.0
"""The deadline of a file counts processor time, so that a busy machine changes no result; this many times as long by the clock ends it too."""
_START_FAILURES = 3
_SERVER_LOST = 255
"""The exit code `multiprocessing` makes up for a process whose fork server has gone, so that nobody knows how it ended."""
_LOSSES_FORGIVEN = 8
_PIPE_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Order:
    """Work for one process: apply the module-level function `work` to each of `items`, with `context`; one answer each, in order.

    `tag` stays with the caller.
    """

    work: Callable[[Any, Any], Any]
    items: Sequence[Any]
    context: Any
    tag: Any = None


@dataclass(frozen=True, slots=True)
class Event:
    """What came from a worker: an answer to item `at` of `order`, or the reason why that item gave none and the order has ended.

    The reason "start" blames no item: the process ended before it saw one.
    """

    order: Order
    at: int
    answer: Any = None
    failure: str | None = None


@dataclass(slots=True)
class _Member:
    """A process with its two pipes, the order it works on and how many items of it are answered."""

    process: ForkServerProcess
    inbox: Connection
    outbox: Connection
    order: Order | None = None
    answered: int = 0
    ready: bool = False
    leaving: bool = False
    since: float = field(default_factory=time.monotonic)


@dataclass(slots=True)
class Crew:
    """At most `size` processes. A file may use `hard_seconds` of processor time; each process `memory_bytes` of memory."""

    size: int
    hard_seconds: float
    memory_bytes: int
    restarts: int = 0
    _members: list[_Member] = field(default_factory=list)
    _failures: int = 0
    _losses: int = 0
    _ears: selectors.BaseSelector = field(default_factory=selectors.PollSelector)
    """Kept for the life of the crew: `multiprocessing.connection.wait` makes one for each message."""

    @property
    def busy(self) -> bool:
        """Tell whether an order is being worked on."""
        return any(member.order for member in self._members)

    def take(self, order: Order) -> bool:
        """Give `order` to a free process; False when there is none."""
        member = next((one for one in self._members if one.order is None), None)
        if member is None:
            if len(self._members) >= self.size:
                return False
            try:
                member = self._start()
            except OSError:
                if not self._members:
                    raise
                self.size = len(self._members)  # the system has no more for us: go on with what there is
                return False
        member.order, member.answered, member.since = order, 0, time.monotonic()
        with suppress(BrokenPipeError, ConnectionError):  # it died: `events` will find its pipe closed
            member.inbox.send_bytes(pickle.dumps((order.work, order.items, order.context), pickle.HIGHEST_PROTOCOL))
        return True

    def events(self) -> Iterator[Event]:
        """Wait until a process says something, dies, or is late, and yield what that means."""
        heard: list[_Member] = [key.data for key, _ in self._ears.select(self._patience())]
        for member in heard:
            yield from self._hear(member)
        now = time.monotonic()
        for member in [
            one for one in self._members if one.order and one not in heard and now - one.since > self._allowance(one)
        ]:
            member.process.kill()
            yield from self._bury(member, "deadline")

    def dismiss(self) -> None:
        """End all processes at once; answers not yet heard are lost."""
        for member in self._members:
            member.process.kill()
        for member in self._members:
            self._close(member)
        self._members.clear()
        self._ears.close()

    def _start(self) -> _Member:
        """Start a process.

        Raises:
            OSError: the system has no more files or processes for us.
        """
        settle_address()
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["analyzer.warm"])
        theirs_in, ours_in = context.Pipe(duplex=False)
        ours_out, theirs_out = context.Pipe(duplex=False)
        for pipe in (ours_in, ours_out):
            _widen(pipe)
        process = context.Process(
            target=serve, args=(theirs_in, theirs_out, self.hard_seconds, self.memory_bytes), daemon=True
        )
        try:
            with allowed_environment():
                process.start()
        except (OSError, EOFError) as error:
            ours_in.close()
            ours_out.close()
            self._count_failure(error)
            return self._start()
        finally:
            theirs_in.close()
            theirs_out.close()
        member = _Member(process, ours_in, ours_out)
        self._members.append(member)
        self._ears.register(ours_out, selectors.EVENT_READ, member)
        return member

    def _count_failure(self, error: BaseException | None = None) -> None:
        self._failures += 1
        if self._failures >= _START_FAILURES:
            if isinstance(error, OSError):
                raise error
            raise RequestError("no worker process could be started: give the process more memory, files or processes")

    def _hear(self, member: _Member) -> Iterator[Event]:
        try:
            message = member.outbox.recv_bytes()
        except (EOFError, OSError):
            yield from self._bury(member, None)
            return
        member.since = time.monotonic()
        kind, body = message[:1], message[1:]
        if kind == READY:
            member.ready, self._failures = True, 0
            return
        if kind == LEAVING:
            member.leaving = True
            return
        order = member.order
        if kind != ANSWER or order is None:
            yield from self._bury(member, "memory" if kind == MEMORY else body.decode("ascii", "replace")[:80])
            return
        try:
            answer = _Answer(io.BytesIO(body)).load()
        except Exception as error:  # noqa: BLE001  # a process gone wrong can send anything
            yield from self._bury(member, f"answer ({type(error).__name__})")
            return
        member.answered += 1
        if member.answered == len(order.items):
            member.order = None
        yield Event(order, member.answered - 1, answer)

    def _bury(self, member: _Member, reason: str | None) -> Iterator[Event]:
        """Remove a process that ended or must end; its order ends with the item it was at."""
        code = self._retire(member)
        if not member.ready:
            self._count_failure()
        if not member.leaving:
            self.restarts += 1
        if member.order is None:
            return
        if member.leaving or not member.ready or self._lost_with_its_server(code):
            reason = "start"
        elif reason is None:
            reason = "deadline" if code in (-signal.SIGPROF, -signal.SIGXCPU) else f"crash (exit {code})"
        yield Event(member.order, member.answered, failure=reason)

    def _lost_with_its_server(self, code: int | None) -> bool:
        """Tell whether a process ended because the server that forked it did; a file could send that code too, so not for ever."""
        self._losses += code == _SERVER_LOST
        return code == _SERVER_LOST and self._losses <= _LOSSES_FORGIVEN

    def _retire(self, member: _Member) -> int | None:
        """End one process; return its exit code."""
        member.process.join(timeout=1.0)
        member.process.kill()
        self._members.remove(member)
        return self._close(member)

    def _close(self, member: _Member) -> int | None:
        with suppress(KeyError):  # a signal may end us before we listen
            self._ears.unregister(member.outbox)
        member.process.join(timeout=5.0)
        code = member.process.exitcode
        member.inbox.close()
        member.outbox.close()
        return code

    def _allowance(self, member: _Member) -> float:
        return self.hard_seconds * WALL_FACTOR if member.ready else START_SECONDS

    def _patience(self) -> float:
        now = time.monotonic()
        return (
            max(0.0, min((one.since + self._allowance(one) - now for one in self._members if one.order), default=0.0))
            + 0.01
        )


class _Answer(pickle.Unpickler):
    """Reads an answer: our own records and nothing that could run.

    A parser whose memory a file has overrun may send what that file wants.
    """

    def find_class(self, module: str, name: str) -> Any:
        """Return a record class of ours: those of `chunkers`, where nothing reaches a process or a file, and the dataclasses of `analyzer`.

        Raises:
            UnpicklingError: anything else is named.
        """
        if (module, name) == ("builtins", "getattr"):
            return _enum_member  # how Python 3.11.0 to 3.11.3 spell the member of an enumeration
        return _record(module, name)


@lru_cache(maxsize=256)
def _record(module: str, name: str) -> type:
    """Return a class that an answer may name; asked for a dozen classes in every answer."""
    found = getattr(sys.modules.get(module), name, None)
    if isinstance(found, type) and found.__module__ == module:
        package = module.split(".", maxsplit=1)[0]
        if package == "chunkers" or (package == "analyzer" and (is_dataclass(found) or issubclass(found, Enum))):
            return found
    raise pickle.UnpicklingError("an answer names something that is no record")


def _enum_member(kind: type, name: str) -> Enum:
    """Return a member of an enumeration of ours, and reach for nothing else.

    Raises:
        UnpicklingError: it is no member.
    """
    if isinstance(kind, type) and issubclass(kind, Enum) and name in kind.__members__:
        return kind[name]
    raise pickle.UnpicklingError("an answer reaches for something that is no member of an enumeration")


def _widen(pipe: Connection) -> None:
    """Let a pipe hold what a small batch weighs, so that neither side waits for the other (Linux)."""
    if sys.platform.startswith("linux"):
        import fcntl  # noqa: PLC0415  # exists on POSIX only

        with suppress(OSError):
            fcntl.fcntl(pipe.fileno(), fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
