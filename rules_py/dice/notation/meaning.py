"""The combined meaning of all rules of a set of dice, and alternative readings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules_py.dice.dice import MAX_EXPLOSIONS
from rules_py.dice.notation.canonical import has_one_die, simplest
from rules_py.dice.notation.dice_rules import ANY_TOP, NamedFaces, Rules, bad_face
from rules_py.dice.notation.refusal import Refusal
from rules_py.dice.notation.tree import Condition, DiceSet, Faces, Keep

FUDGE = ("F", "F.1")
"""The sides of Fudge dice, which are neither rerolled nor explode."""


@dataclass(frozen=True)
class ReadSet:
    """The readings of a set: its dice counted, added up, and as other tools read them.

    dice_set   the set with its comparison as a count, or unchanged if it has none
    compared   the set without its comparison, and the comparison, if that may test the total instead
    other      the set as some other tools read it
    """

    dice_set: DiceSet
    compared: tuple[DiceSet, NamedFaces] | None = None
    other: ReadSet | None = None


def mean_set(count: int, faces: Faces, sides: str, rules: Rules, text: str) -> ReadSet:
    """Return the set of dice that the rules describe. `text` is the set without its rules, for a message.

    Raises Refusal for rules that contradict each other or that no die can fulfil.
    """
    read_set = _mean(count, faces, sides, rules, text)
    for other in _other_rules(rules, bool(read_set.dice_set.extra), count, faces):
        try:
            return replace(read_set, other=_mean(count, faces, sides, other, text))
        except Refusal:
            continue
    return read_set


def _mean(count: int, faces: Faces, sides: str, rules: Rules, text: str) -> ReadSet:
    if rules.edge:
        count, keep = _with_edge(count, sides, rules.edge)
        rules = replace(rules, keep=keep)
    values = [face for face, _ in faces]
    if sides in FUDGE and (rules.again or rules.burst):
        raise Refusal("fudge", "Fudge dice can be added up, kept or counted, but not rerolled or exploded.")
    rerolled = _faces(values, rules.again)
    until = rules.again_word in ("rr", "ir") and bool(rerolled)
    if until and len(rerolled) == len(values):
        raise Refusal("forever", "This die would be rerolled forever.")
    extra = _extra(values, rules)
    if extra and {*values} - ({*rerolled} if until else set()) <= extra:
        raise Refusal("forever", "This die would explode forever.")
    bounds = (rules.least, rules.most)
    plain = DiceSet(
        count,
        faces,
        sides,
        rerolled,
        until,
        extra,
        1 if rules.mark.endswith("o") else MAX_EXPLOSIONS,
        rules.mark.startswith("!!"),
        rules.mark.endswith("p"),
        *bounds,
        _only(values, rules),
    )
    plain = replace(plain, keep=_keep(plain, rules.keep))
    if rules.failures and not rules.successes:
        good = -(-3 * len(values) // 4)
        faces_named = ",".join(map(str, rules.failures[0].numbers))
        raise Refusal(
            "unsaid",
            f"f{faces_named} subtracts failures from successes: first write which dice are successes.",
            f"{text}>={good}f{faces_named}",
            f"{text}={faces_named}",
        )
    if not rules.successes:
        return ReadSet(plain)
    dice_set = _count_set(plain, rules)
    if rules.is_count:
        return ReadSet(dice_set)
    return ReadSet(dice_set, (plain, rules.successes))


def _with_edge(count: int, sides: str, edge: str) -> tuple[int, Keep | None]:
    if count == 1 or (count == 2 and sides == "20"):
        return 2, Keep(1, edge == "adv")
    rank, word = ("kh", "better") if edge == "adv" else ("kl", "worse")
    die = f"d{sides}"
    raise Refusal(
        "ambiguous",
        f"With {count}{die}, {edge} can mean one more die, or the {word} of them.",
        f"{count + 1}{die}{rank}{count}",
        f"{count}{die}{rank}1",
    )


def _faces(faces: list[int], which: Iterable[NamedFaces]) -> frozenset[int]:
    conditions = [each.condition() for each in which]
    for each, condition in zip(which, conditions, strict=True):
        _require_face(faces, each, condition)
    return frozenset(face for face in faces if any(face in each for each in conditions))


def _require_face(faces: list[int], which: NamedFaces, condition: Condition, more: str = "") -> None:
    """Raise Refusal for faces that the die doesn't have."""
    is_listed = which.sign == "=" and not {*which.numbers} <= {*faces}
    if is_listed or not any(face in condition for face in faces):
        raise bad_face(faces, which, more)


def _extra(faces: list[int], rules: Rules) -> frozenset[int]:
    if rules.burst is None:
        return frozenset()
    return frozenset(faces[-1:]) if rules.burst is ANY_TOP else _faces(faces, [rules.burst])


def _only(faces: list[int], rules: Rules) -> Condition | None:
    if rules.only is None:
        return None
    condition = rules.only.condition()
    _require_face(faces, rules.only, condition)
    faces_left = [face for face in faces if (face in condition) != rules.only_drops]
    if not faces_left:
        raise Refusal("keep_range", "No dice would be left.")
    return simplest(faces_left, faces) if len(faces_left) < len(faces) else None


def _keep(dice: DiceSet, keep: Keep | None) -> Keep | None:
    """Return the canonical form of the rule that keeps dice. Raises Refusal if it would keep none."""
    if keep is None:
        return None
    dropped = keep.drop_highest + keep.drop_lowest
    if keep.count is None and dropped >= dice.count:
        raise Refusal(
            "keep_range",
            f"None of {dice.count} dice would be left." if dice.count > 1 else "No die would be left.",
        )
    if dice.adds_singly:
        if dice.extra != {dice.faces[-1][0]} or (keep.drop_highest and keep.drop_lowest) or dice.penetrating:
            raise Refusal(
                "unsupported",
                "Single added dice can’t be kept here. With !! a die and those it adds are one.",
            )
        return keep if dropped or keep.count else None
    if not dropped and (keep.count is None or keep.count == dice.count):
        return None
    if keep.drop_highest and keep.drop_lowest:
        return keep
    if keep.drop_highest:
        return Keep(dice.count - keep.drop_highest, highest=False)
    return Keep(dice.count - keep.drop_lowest) if keep.drop_lowest else keep


def _count_set(dice: DiceSet, rules: Rules) -> DiceSet:
    assert rules.successes is not None
    faces = [face for face, _ in dice.faces]
    failures, doubled = _faces(faces, rules.failures), _faces(faces, rules.doubled)
    condition = rules.successes.condition()
    if not dice.compound and not dice.penetrating:
        values = sorted({dice.value(face) for face in faces})
        if rules.is_count:
            _require_face(values, rules.successes, condition)
        if any(value in condition for value in values):
            condition = simplest([value for value in values if value in condition], values)
    if any(face in condition for face in failures):
        raise Refusal("bad_face", "A face can’t be a success and a failure.")
    if not all(face in condition for face in doubled):
        raise Refusal("bad_face", "Only a success can count twice.")
    return replace(dice, successes=condition, failures=failures, doubled=doubled)


def tests_total(read: ReadSet) -> bool:
    """Return whether the comparison after a set without other terms tests its total instead of counting."""
    if read.compared is None:
        return False
    plain, which = read.compared
    if has_one_die(plain):
        return True
    if plain.compound or plain.penetrating:
        return False
    condition = which.condition()
    fitting = [face for face, _ in plain.faces if plain.value(face) in condition]
    return len(fitting) in (0, len(plain.faces))


def require_count(read: ReadSet) -> None:
    """Raise Refusal if no die can fulfil the comparison behind a set that counts."""
    if read.compared is None:
        return
    plain, which = read.compared
    if not plain.compound and not plain.penetrating:
        values = sorted({plain.value(face) for face, _ in plain.faces})
        advice = "; to test the total put the comparison at the end"
        _require_face(values, which, which.condition(), advice)


def _other_rules(rules: Rules, explodes: bool, count: int, faces: Faces) -> Iterable[Rules]:
    """Return the rules as other tools would read them, in the order in which to offer them."""
    if explodes and rules.keep and not rules.mark.startswith("!!"):
        yield replace(rules, mark="!" + rules.mark)
    bursts_on = rules.burst and rules.burst is not ANY_TOP and rules.burst.sign in (">=", "<=")
    if bursts_on and not rules.successes:
        yield replace(rules, burst=ANY_TOP, successes=rules.burst, is_count=True)
    yield from _inclusive(rules)
    if rules.again_word == "r" and len(rules.again) == 1 and rules.again[0].sign == "=":
        yield replace(rules, again_word="rr")
    if rules.keep_word and rules.keep and rules.keep.count in [face for face, _ in faces]:
        yield replace(rules, keep=None, only=NamedFaces("=", (rules.keep.count,)))


def _inclusive(rules: Rules) -> Iterable[Rules]:
    """Return the rules with `>` and `<` including their number, as in some tools."""

    def as_inclusive(which: NamedFaces) -> NamedFaces:
        return replace(which, sign=f"{which.sign}=")

    if rules.burst and rules.burst.is_strict:
        yield replace(rules, burst=as_inclusive(rules.burst))
    if rules.again_word == "r" and rules.again[0].is_strict:
        yield replace(rules, again=[as_inclusive(rules.again[0]), *rules.again[1:]])
    if rules.successes and rules.successes.is_strict and not rules.failures:
        yield replace(rules, successes=as_inclusive(rules.successes))
