"""Many texts searched in one pass: most of a session's turns hold no match, and asking each of them costs more."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import accumulate

import re2


class Joined:
    """Texts by turn, laid end to end with a line break between them."""

    def __init__(self, texts: Mapping[int, str]) -> None:
        encoded = [text.encode(errors="replace") for text in texts.values()]
        self._turns = tuple(texts)
        self._starts = tuple(accumulate((len(text) + 1 for text in encoded), initial=0))
        self._bytes = b"\n".join(encoded)

    def matching(self, pattern: re2._Regexp[str]) -> Iterator[int]:
        """Every turn in which the pattern matches, in order, and now and then the neighbour of one.

        The pattern may begin with `^` only where a line break will do as well."""
        at, done = 0, -1
        while at < self._starts[-1] and (match := pattern.search(self._bytes, at)):
            first = bisect_right(self._starts, match.start()) - 1
            last = bisect_right(self._starts, max(match.start(), match.end() - 1), lo=first) - 1
            yield from self._turns[max(first, done + 1) : last + 1]
            # The line break before the next text may be what its match begins with; alone it is no text's.
            at = self._starts[last + 1] - (last > done)
            done = max(done, last)
