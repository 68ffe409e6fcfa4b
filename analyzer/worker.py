"""The life of one worker process: orders in, an answer for each item out, until the inbox closes or the process is worn.

Takes two pipes and limits; confines itself first. Knows nothing of files and parsers: the work comes by name with each order.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection

from analyzer.confinement import CPU_SECONDS, confine_worker

READY, ANSWER, MEMORY, ERROR, LEAVING = b"+", b"=", b"M", b"E", b"-"
"""The first byte of a message says what it is."""

ORDERS = 200
RESIDENT_BYTES = 1024**3


def serve(inbox: Connection, outbox: Connection, hard_seconds: float, memory_bytes: int) -> None:
    """Work on orders until the inbox closes: the whole life of a worker process.

    It leaves by itself, saying so, before what libraries leak adds up.
    """
    confine_worker(memory_bytes)
    gc.freeze()
    gc.disable()  # records hold no cycles; one young collection an order catches what libraries leave
    with suppress(EOFError, OSError):
        outbox.send_bytes(READY)
        orders = 0
        while _carry_out(inbox, outbox, hard_seconds):
            gc.collect(0)
            orders += 1
            if orders >= ORDERS or _is_worn():
                outbox.send_bytes(LEAVING)
                break
    os._exit(0)


def _carry_out(inbox: Connection, outbox: Connection, hard_seconds: float) -> bool:
    """Answer every item of the next order; False after a failure that may have left the process in a bad state."""
    message = inbox.recv_bytes()
    work, items, context = pickle.loads(message)  # noqa: S301  # from our own parent
    del message
    for item in items:
        signal.setitimer(signal.ITIMER_PROF, hard_seconds)  # the kernel ends us, whatever native code holds
        try:
            answer = ANSWER + pickle.dumps(work(item, context), pickle.HIGHEST_PROTOCOL)
        except MemoryError:
            answer = MEMORY
        except Exception as error:  # noqa: BLE001  # a bug of ours on one file; its message may quote the file, its type does not
            answer = ERROR + f"error ({type(error).__name__})".encode()
        signal.setitimer(signal.ITIMER_PROF, 0)
        outbox.send_bytes(answer)
        if answer[:1] != ANSWER:
            return False
    return True


def _is_worn() -> bool:
    import resource  # noqa: PLC0415  # exists on POSIX only

    usage = resource.getrusage(resource.RUSAGE_SELF)
    unit = 1 if sys.platform == "darwin" else 1024
    return usage.ru_maxrss * unit > RESIDENT_BYTES or usage.ru_utime + usage.ru_stime > CPU_SECONDS / 2
