"""The rules behind a set of dice, read in any order: rerolls, explosions, bounds, dice kept, dice counted."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules_py.dice.notation.refusal import Refusal
from rules_py.dice.notation.scanner import Scanner, whole
from rules_py.dice.notation.tree import Condition, Faces, Keep

COMPARE = r"(>=|<=|<>|=|>|<)"
COUNT = r"(\d+)(?![\d.]| *[dw](?:[\d%f{(\[])| *times(?![^\W_]))"
"""A whole number that doesn't start other dice or give the number of repeats."""
_END = r"(?![^\W\d_])"
_NUMBER_WORDS = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
_EDGE = r"(?:(?:with|at) +)?(advantage|adv|disadvantage|disadv|dis)" + _END
_RANK = r"(highest|best|lowest|worst)" + _END


@dataclass(frozen=True)
class NamedFaces:
    """Faces as a reader names them: equal to one of several numbers, or compared with one."""

    sign: str
    numbers: tuple[int, ...]

    def condition(self, *, inclusive: bool = False) -> Condition:
        """Return the condition; in some tools `>` and `<` are `inclusive`."""
        if self.sign in (">", "<"):
            step = 0 if inclusive else 1 if self.sign == ">" else -1
            return Condition(f"{self.sign}=", (self.numbers[0] + step,))
        return Condition(self.sign, self.numbers)

    @property
    def is_strict(self) -> bool:
        return self.sign in (">", "<")


ANY_TOP = NamedFaces("=", ())
"""The face that a rule concerns if none is named."""


@dataclass
class Rules:
    """The rules of a set of dice in the reader's notation.

    `is_count` is False as long as `successes` may also compare the total.
    """

    again: list[NamedFaces] = field(default_factory=list)
    again_word: str = ""
    burst: NamedFaces | None = None
    mark: str = ""
    least: int | None = None
    most: int | None = None
    only: NamedFaces | None = None
    only_drops: bool = False
    keep: Keep | None = None
    keep_word: str = ""
    edge: str = ""
    successes: NamedFaces | None = None
    is_count: bool = False
    failures: list[NamedFaces] = field(default_factory=list)
    doubled: list[NamedFaces] = field(default_factory=list)


class RuleReader:
    """Reads the rules of one set of dice from a scanner."""

    def __init__(self, scanner: Scanner, count: int, faces: Faces) -> None:
        self.scanner = scanner
        self.count = count
        self.faces = [face for face, _ in faces]
        self.rules = Rules()

    def read(self) -> bool:
        """Read one rule, if there is one."""
        if self.rules.successes and not self.rules.is_count and self.scanner.peek(COMPARE):
            self.rules.is_count = True  # the comparison is about the number of dice
            return False
        return (
            self._explosion()
            or self._reroll_rule()
            or self._bound()
            or self._advantage_rule()
            or self._keep()
            or self._counting()
        )

    def _read_selection(self, *, needs_face: bool = False) -> NamedFaces | None:
        """Read the faces that a rule concerns. With `needs_face`, don't consume a comparison that no face
        fits.
        """
        scanner = self.scanner
        before = scanner.at
        sign = scanner.take(COMPARE)
        first = scanner.take(r"((?:(?<=[<>=])-)?\d+)(?![\d.])")
        if not first:
            scanner.at = before
            return None
        numbers = [_read_face(first[1])]
        while more := scanner.take(r",\s*(-?\d+)(?!\d| *[dwt])"):
            numbers.append(_read_face(more[1]))
        which = NamedFaces(sign[1] if sign else "=", tuple(numbers))
        if needs_face and sign and not any(face in which.condition() for face in self.faces):
            scanner.at = before
            return None
        return which

    def _refuse_repeat(self, is_written: bool) -> None:
        """Raise Refusal for a rule that is written twice."""
        if is_written:
            raise Refusal("twice", "These dice have the same rule twice.")

    def _explosion(self) -> bool:
        self._require_no_remark()
        match = self.scanner.take(r"(!!|!)(p(?![lh])|o)?") or self.scanner.take(
            r"(exploding|explode)()" + _END
        )
        if not match:
            match = self.scanner.take(r"(xo|x|e)()(?=\s*(?:[<>=]|$|[-+*/,)}\[]))") or self.scanner.take(
                r"(xo|e)()(?=\s*\d)"
            )
        if not match:
            return False
        self._refuse_repeat(self.rules.burst is not None)
        mark, more = match.groups()
        self.rules.mark = {"!": "!", "!!": "!!", "xo": "!o"}.get(mark, "!") + (more or "")
        self.rules.burst = self._read_selection(needs_face=True) or ANY_TOP
        # After a comparison, an explosion shows that the comparison counts dice.
        self.rules.is_count = self.rules.is_count or self.rules.successes is not None
        return True

    def _require_no_remark(self) -> None:
        """Raise Refusal for a ! followed by words, which starts a remark in some tools."""
        scanner = self.scanner
        remark = scanner.peek(r"! +([^\W\d_]{3,}.*)")
        if (
            remark
            and scanner.text[remark.start() - 1] == " "
            and not remark[1].startswith(("drop", "keep", "reroll"))
        ):
            dice = scanner.raw[: scanner.at].rstrip()
            message = "A ! by itself can mean exploding dice, or begin a remark."
            raise Refusal("ambiguous", message, f"{dice}!", f"{dice} [{remark[1].strip()}]")

    def _reroll_rule(self) -> bool:
        if self.scanner.take(r"reroll" + _END):
            self._refuse_repeat(bool(self.rules.again))
            number = r"(?:(\d+)(?: ?['’]?s)?|(ones|twos|threes|fours|fives|sixes))" + _END
            match = self.scanner.take(number)
            while match:
                face = _NUMBER_WORDS[match[2]] if match[2] else whole(match[1])
                self.rules.again.append(NamedFaces("=", (face,)))
                match = self.scanner.take(r"(?:and|or|,) *" + number)
            self.rules.again_word = "reroll"
        elif match := self.scanner.take(r"(rr|ro|ir|r)" + _END):
            word = match[1]
            self._refuse_repeat(
                bool(self.rules.again) and (self.rules.again_word != word or word == "reroll")
            )
            self.rules.again_word = word
            which = self._read_selection() or NamedFaces("=", (self.faces[0],))
            if not any(face in which.condition() for face in self.faces):
                raise bad_face(self.faces, which)
            self.rules.again.append(which)
        else:
            return False
        return True

    def _bound(self) -> bool:
        if not (match := self.scanner.take(r"(min|mi|max|ma) *(\d+)(?![\d.])")):
            return False
        if match[1].startswith("mi"):
            self._refuse_repeat(self.rules.least is not None)
            self.rules.least = whole(match[2])
        else:
            self._refuse_repeat(self.rules.most is not None)
            self.rules.most = whole(match[2])
        return True

    def explode(self) -> None:
        """Make the dice explode on their highest face, for a word in front of them."""
        self.rules.burst, self.rules.mark = ANY_TOP, "!"

    def _advantage_rule(self) -> bool:
        if not (match := self.scanner.take(_EDGE)):
            return False
        self._once_kept()
        self.rules.edge = "adv" if match[1].startswith("adv") else "dis"
        return True

    def read_count(self) -> NamedFaces | None:
        """Read a comparison that counts, if there is one."""
        return self._read_selection() if self.scanner.peek(COMPARE + r"(?:-| *)" + COUNT) else None

    def read_rank(self) -> bool:
        """Read a rule that keeps or drops the highest or lowest."""
        return not self.scanner.peek(r"[kd] *[<>=]") and self._keep()

    def _keep(self) -> bool:
        scanner = self.scanner
        if match := scanner.take(r"([kd]) *(?=[<>=])"):
            self._refuse_repeat(self.rules.only is not None)
            self.rules.only, self.rules.only_drops = self._read_selection(), match[1] == "d"
            return self.rules.only is not None
        if match := scanner.take(r"(keep|drop)(?: +the)?" + _END):
            word = match[1]
            before = scanner.take(COUNT)
            rank = scanner.take(_RANK)
            after = None if before else scanner.take(COUNT)
            number = before or after
            if not (number or rank):
                scanner.at = match.start()
                return False
            is_high = rank[1] in ("highest", "best") if rank else word == "keep"
            self.add_keep(word == "keep", is_high, whole(number[1]) if number else 1)
            return True
        if match := scanner.take(r"- *(\d*) *([hl])" + _END):
            self.add_keep(False, match[2] == "h", whole(match[1] or "1"))
            return True
        if match := scanner.take(
            r"(kh|kl|k|h|l|dh|dl|d|ph|pl)(?:(?= *\d) *" + COUNT + r"|(?! *\d)" + _END + ")"
        ):
            word, digits = match.groups()
            self.rules.keep_word = self.rules.keep_word or (word if digits and word == "k" else "")
            self.add_keep(
                word in ("kh", "kl", "k", "h", "l"),
                word in ("kh", "k", "h", "dh", "ph"),
                whole(digits or "1"),
            )
            return True
        return False

    def _once_kept(self) -> None:
        if self.rules.keep or self.rules.edge:
            raise Refusal("twice", "These dice have two rules about which of them count.")

    def add_keep(self, is_kept: bool, is_high: bool, number: int) -> None:
        """Add a rule that keeps or drops the highest or lowest dice."""
        keep = self.rules.keep
        if (
            keep
            and not is_kept
            and keep.count is None
            and not (keep.drop_highest if is_high else keep.drop_lowest)
        ):
            self.rules.keep = Keep(
                None, True, keep.drop_highest + number * is_high, keep.drop_lowest + number * (not is_high)
            )
            return
        self._once_kept()
        if is_kept:
            if not 1 <= number <= self.count:
                raise Refusal("keep_range", f"Can’t keep {number} of {_dice(self.count)}.")
            self.rules.keep = Keep(number, is_high)
        else:
            self.rules.keep = Keep(None, True, number * is_high, number * (not is_high))

    def _counting(self) -> bool:
        rules = self.rules
        if match := self.scanner.take(r"f" + r"(?=\s*[<>=\d])"):
            which = self._read_selection()
            if which is None:
                self.scanner.at = match.start()
                return False
            rules.failures.append(which)
            rules.is_count = True
            return True
        if match := self.scanner.take(r"t(?=\s*[<>=\d])"):
            which = self._read_selection()
            if which is None:
                self.scanner.at = match.start()
                return False
            if rules.successes is None:
                rules.successes = NamedFaces(">=", which.numbers) if which.sign == "=" else which
            else:
                rules.doubled.append(which)
                rules.is_count = True
            return True
        if rules.successes is None and self.scanner.peek(COMPARE + r"(?:-| *)" + COUNT):
            rules.successes = self._read_selection()
            return rules.successes is not None
        return False


def _read_face(digits: str) -> int:
    """Return a face, which may be below 0."""
    return -whole(digits[1:]) if digits.startswith("-") else whole(digits)


def _dice(number: int) -> str:
    return "1 die" if number == 1 else f"{number} dice"


def bad_face(faces: list[int], which: NamedFaces, more: str = "") -> Refusal:
    """Return the refusal of faces that a die doesn't have."""
    number = which.numbers[0]
    die = f"d{len(faces)}" if faces == list(range(1, len(faces) + 1)) else "die with these faces"
    return Refusal("bad_face", f"A {die} never shows {number}{more}.")
