"""What methods of well-known generic containers give back, as data: which type argument, or the container again.

"last"/"first": that type argument · "same": the container itself · "wrap_last"/"wrap_first": a container of that argument.
"""

from __future__ import annotations

JAVA_RESULTS: dict[str, str] = {
    "get": "last", "getFirst": "last", "getLast": "last", "getOrDefault": "last", "orElse": "last", "orElseThrow": "last", "orElseGet": "last",
    "next": "last", "previous": "last", "remove": "last", "poll": "last", "peek": "last", "pop": "last", "element": "last", "take": "last",
    "first": "last", "computeIfAbsent": "last", "put": "last", "putIfAbsent": "last", "findFirst": "same", "findAny": "same", "join": "last",
    "getValue": "last", "getKey": "first", "iterator": "same", "listIterator": "same", "stream": "same", "parallelStream": "same",
    "filter": "same", "sorted": "same", "distinct": "same", "limit": "same", "skip": "same", "subList": "same", "toList": "same",
    "values": "wrap_last", "keySet": "wrap_first", "descendingIterator": "same", "min": "same", "max": "same", "removeFirst": "last",
    "removeLast": "last", "pollFirst": "last", "pollLast": "last", "peekFirst": "last", "peekLast": "last", "entrySet": "entries", "set": "last",
}

PYTHON_RESULTS: dict[str, str] = {
    "get": "last", "pop": "last", "popleft": "last", "setdefault": "last", "values": "wrap_last", "keys": "wrap_first", "copy": "same",
    "popitem": "last", "__getitem__": "last",
}
