"""Which few are kept: of all that is tried, those by which a place is come to that was come to once or not at
all.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from random import Random
from time import process_time
from typing import Any

from rules_py.base.errors import InputError
from tests.mutation.boundary_search.bounds import Place, Watch
from tests.mutation.boundary_search.drawing import Kind

LEAST = 200
"""As many characters does each that is kept cost besides its own: it has to be tried, and read."""
DRAWN = 40
"""So many are drawn before any is changed."""
IDLE = 0.45
"""After so much of its time without anything new a climb is given up; others may need the time."""


@dataclass(frozen=True)
class Kept:
    """What is kept, all places that it comes to, and how many characters it costs."""

    tried: Any
    places: frozenset[Place]
    size: int


class Chooser:
    """Chooses until each place is come to `often` enough; of what is on record first each is counted."""

    def __init__(
        self, watch: Watch, places: Iterable[Place], *, often: int, say: Callable[[str], None]
    ) -> None:
        self.watch, self.often, self.say = watch, often, say
        self.places = frozenset(places)
        self.times: Counter[Place] = Counter()
        self.known: dict[str, list[Any]] = {}
        watch.sought = {*self.places}
        self.wanted = self.places

    def count_known(self, kind: Kind) -> None:
        """What is on record needn't be chosen again; what is tried next is near it."""
        known = self.known.setdefault(kind.name, [])
        for each in kind.known():
            seen = self.watch.seen(lambda each=each: kind.come_of(each))
            assert seen
            self._count(seen.places & self.places)
            known.append(each)

    def chosen(self, kind: Kind, random: Random, seconds: float) -> list[Kept]:
        """Those few of all that were tried in so many seconds of processor time."""
        times, self.wanted = Counter(self.times), frozenset(self.watch.sought)
        return self._few(self._climbed(kind, random, seconds), times)

    def alike(self, whole: Callable[[], object], shorter: Callable[[], object]) -> bool:
        """Whether both come to the same, and the shorter one to all places for which the other was chosen:
        one that is read as it is usually comes to fewer.
        """
        found = list[object]()
        one, other = (self.watch.seen(lambda do=do: found.append(do())) for do in (whole, shorter))
        assert one and other
        return found[0] == found[1] and one.places & self.wanted <= other.places

    def _climbed(self, kind: Kind, random: Random, seconds: float) -> list[Kept]:
        """Climb from what came to something new, or nearer to a comparison that is never even."""
        near, kept = [*self.known.get(kind.name, ())], list[Kept]()
        first = deque(kind.first())
        drawn = 0
        began = last = process_time()
        while self.watch.sought and process_time() < min(began + seconds, last + seconds * IDLE):
            try:
                if first:
                    tried = first.popleft()
                elif drawn < DRAWN or not near or random.random() < 0.1:
                    drawn += 1
                    tried = kind.drawn(random)
                else:
                    tried = self._near(kind, near, random)
            except (InputError, TypeError, ValueError):
                continue  # nothing to try just now, or nothing that can be written down
            try:
                seen = self.watch.seen(lambda tried=tried: kind.come_of(tried), kind.seconds)
            except Exception as error:
                self.say(f"{kind.name} fails with {error!r}: {kind.told(tried)}")
                continue
            if seen is None:
                continue
            new, places = seen.places & self.watch.sought, seen.places & self.places
            if new:
                self._count(places)
                kept.append(Kept(tried, places, LEAST + len(json.dumps(kind.told(tried)))))
                last = process_time()
            if new or seen.nearer or not near:
                near.append(tried)
        return kept

    def _near(self, kind: Kind, near: list[Any], random: Random) -> Any:
        """Another one, near one of those."""
        place = random.randrange(len(near))
        if random.random() < 0.5:  # what came last is best climbed on from
            place = max(place, random.randrange(len(near)))
        return kind.changed(near[place], random, near)

    def _count(self, places: Iterable[Place]) -> None:
        for each in places:
            self.times[each] += 1
            if self.times[each] >= self.often:
                self.watch.sought.discard(each)

    def _few(self, kept: list[Kept], times: Counter[Place]) -> list[Kept]:
        """As few of them as come to each place as often as all do, if that isn't oftener than enough: again
        and again the one with most for its size. `times` is how often what is on record comes to each.
        """
        come = Counter(place for each in kept for place in each.places)
        wanted = {place: min(self.often - times[place], many) for place, many in come.items()}
        found = list[Kept]()

        def worth(each: Kept) -> float:
            return sum(wanted[place] > 0 for place in each.places) / each.size

        # what one is worth only falls as others are taken: who is still worth as much as the next one was is
        # the best
        left = [(-worth(each), place) for place, each in enumerate(kept)]
        heapify(left)
        while left:
            _, place = heappop(left)
            now = worth(kept[place])
            if left and now < -left[0][0]:
                heappush(left, (-now, place))
            elif now:
                found.append(kept[place])
                wanted |= {each: wanted[each] - 1 for each in kept[place].places}
        return found
