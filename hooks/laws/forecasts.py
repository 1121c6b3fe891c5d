"""A forecast's course against the very deeds of its desk: a slow and obvious count of every face of every die."""

from __future__ import annotations

from fractions import Fraction

from rules_py.desk import Desk
from rules_py.dice.expand import expand


def places_gone_through(desk: Desk, state, *, most: int) -> int:
    """Follows a scene deed by deed and compares where each leads to; says from how many places."""
    forecast, deeds = desk.forecast, desk.deeds
    course = forecast.course(state)
    known = {course.start: state}
    ahead = [course.start]
    compared = 0
    while ahead and compared < most:
        place = ahead.pop(0)
        now = known[place]
        assert course.won(place) == forecast.won(now)
        event = forecast.deed(now)
        assert (event is None) == bool(course.won(place))
        if event is None:
            continue
        reached = {}
        deed, _, read = deeds.read(now, event)

        def done(dice, now=now, deed=deed, read=read, reached=reached):
            after = deed.done(now, read, dice)[0]
            place = course.read(after)
            reached[place] = after
            return place

        counts, _ = expand(done)
        assert shares(counts) == shares(course.ways(place)), (event, place)
        ended = {forecast.round(after) > forecast.round(now) for after in reached.values()}
        assert ended == {course.ends_round(place)}
        compared += 1
        for each, after in reached.items():
            if each not in known:
                known[each] = after
                ahead.append(each)
    return compared


def shares(weights):
    whole = sum(weights.values())
    return {place: Fraction(weight, whole) for place, weight in weights.items()}
