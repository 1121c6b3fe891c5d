"""Parse the expressions of a mechanic, by recursive descent.

The grammar has dice, words and numbers side by side (`pool d6`, `4..5 ->`), which is simpler to read by hand
than to describe to a parser library that every browser would have to load.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from rules_py.authoring.mechanics.syntax import (
    Arithmetic,
    Both,
    Call,
    Comparison,
    Conditional,
    Dice,
    Die,
    Faces,
    Name,
    Negative,
    Node,
    Not,
    Number,
    Otherwise,
    ReadError,
    Within,
)
from rules_py.base.errors import join_or, suggestion

VERBS = {
    "count": (1, 1),
    "highest": (1, 9),
    "lowest": (1, 9),
    "reroll": (1, 1),
    "drop": (1, 1),
    "width": (1, 1),
    "doubles": (1, 1),
    "each": (2, 2),
    "beats": (2, 2),
    "pairs": (2, 2),
    "rest": (2, 2),
    "biggest": (1, 1),
    "size": (1, 1),
    "roll": (1, 1),
    "smaller": (1, 1),
    "floor": (1, 1),
    "ceil": (1, 1),
    "abs": (1, 1),
    "sign": (1, 1),
}
"""The verbs, each with its fewest and most arguments besides faces."""
WITH_FACES = {"count": True, "reroll": True, "drop": True, "width": False}
"""The verbs that take faces, and whether they need them."""
WORDS = ("and", "or", "not", "if", "else", "in", "it")
"""The words of the language, which name no value."""

_PLAIN = str.maketrans({"−": "-", "–": "-", "×": "*", "÷": "/", "·": "*"})
_SIGNS = {"≤": "<=", "≥": ">=", "≠": "!=", "==": "=", "<>": "!="}
_OF = re.compile(r"\b(?P<function>highest|lowest) of (?P<dice>\w+)")
_BLANKS = re.compile(r"\s*")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_NAME = re.compile(r"[A-Za-z_]\w*")
_DIE = re.compile(r"[dD](?=[\d%({\[]|F\b)")
_KEEP = re.compile(r"(kh|kl|k)(?=\d|\()")
_COMPARISON = re.compile(r"<=|>=|!=|<>|==|[=<>≤≥≠]")
_HYPHENATED = re.compile(r"(\d+)\s*-\s*(\d+)(?=\s*(?:[,)]|$|(?:and|or|if|else)\b))")
_WHOLE = re.compile(r"[-+]?\d+")
_PIECE = re.compile(r"\w+|\S[^\w\s]*")


def plain(text: str) -> str:
    """Return the text with typographic signs replaced by those on a keyboard, at the same positions."""
    return re.sub(r"(?<=\d)–(?=\d)", "~", text).translate(_PLAIN)


class Parser:
    """The parser of one text; `position` is its start within the text of its key."""

    def __init__(self, text: str, position: int = 0) -> None:
        self._text, self._start, self._at = plain(text), position, 0
        self._in_range = False
        self._blanks()

    def expression(self) -> Node:
        """Return the whole text as one expression."""
        return self._whole(self._conditional)

    def band(self) -> Node:
        """Return the whole text as the condition of a band: a range, an expression, or `else`."""
        if self._word("else"):
            return self._whole(lambda: Otherwise(self._place))
        return self._whole(self._range_or_condition)

    def _whole(self, read: Callable[[], Node]) -> Node:
        node = read()
        if self._at < len(self._text):
            expected = "an operator such as + or =, or the end"
            match = _OF.search(self._text)
            hint = f". Write {match['function']}({match['dice']})." if match else ""
            raise self._error(f"expected {expected} at “{self._rest()}”{hint}")
        return node

    @property
    def _place(self) -> int:
        return self._start + self._at

    def _error(self, message: str, at: int | None = None) -> ReadError:
        return ReadError(message, self._place if at is None else at)

    def _rest(self) -> str:
        """Return the text from the position at which parsing stopped."""
        match = _PIECE.match(self._text, self._at)
        return match[0] if match else ""

    def _blanks(self) -> None:
        self._at = _BLANKS.match(self._text, self._at).end()  # type: ignore[union-attr]  # always matches

    def _take(self, pattern: re.Pattern[str]) -> str:
        """Consume and return the match of the pattern, and consume the blanks after it; return "" without a
        match.
        """
        match = pattern.match(self._text, self._at)
        if not match:
            return ""
        self._at = match.end()
        self._blanks()
        return match[0]

    def _sign(self, sign: str) -> bool:
        if not self._text.startswith(sign, self._at):
            return False
        self._at += len(sign)
        self._blanks()
        return True

    def _word(self, word: str) -> bool:
        return bool(self._take(re.compile(rf"{word}\b")))

    def _expect_closing(self, sign: str, opened: int) -> None:
        if not self._sign(sign):
            piece = f"“{self._rest()}”" if self._at < len(self._text) else "the end"
            raise self._error(f"expected “{sign}” at {piece}, to close the bracket", opened)

    def _conditional(self) -> Node:
        at, value = self._place, self._or()
        if not self._word("if"):
            return value
        condition = self._or()
        if not self._word("else"):
            raise self._error("“if” needs “else” and another value", at)
        return Conditional(at, value, condition, self._conditional())

    def _or(self) -> Node:
        at, node = self._place, self._and()
        while self._word("or"):
            node = Both(at, "or", node, self._and())
        return node

    def _and(self) -> Node:
        at, node = self._place, self._not()
        while self._word("and"):
            node = Both(at, "and", node, self._not())
        return node

    def _not(self) -> Node:
        at = self._place
        return Not(at, self._not()) if self._word("not") else self._comparison()

    def _comparison(self) -> Node:
        at, node = self._place, self._sum()
        if self._word("in"):
            low, high = self._range(self._place)
            return Within(at, node, low, high)
        if sign := self._take(_COMPARISON):
            node = Comparison(at, _SIGNS.get(sign, sign), node, self._sum())
            if self._text.startswith(("=", "<", ">"), self._at):
                raise self._error("two comparisons in a row: join them by “and”")
        return node

    def _range(self, at: int) -> tuple[Node | None, Node | None]:
        """Return the ends of `3..5`, `3-5`, `..5`, `5..`, `5+` or `5`, which may be open."""
        if ends := self._read_hyphen_range():
            return ends
        low = None if self._at_dots() else self._end_of_range()
        if self._take_dots():
            high = None if self._ends() else self._sum()
            if low is None and high is None:
                raise self._error("a range needs an end, such as 3..5", at)
            return low, high
        if self._at_open_plus():
            self._sign("+")
            return low, None
        return low, low

    def _read_hyphen_range(self) -> tuple[Node, Node] | None:
        """Return the ends of `7-9`, a common way to print a range, if it is the whole text."""
        match = _HYPHENATED.match(self._text, self._at)
        if not match or int(match[1]) >= int(match[2]):
            return None
        low, high = (Number(self._start + match.start(each), Fraction(match[each])) for each in (1, 2))
        self._at = match.end()
        self._blanks()
        return low, high

    def _end_of_range(self) -> Node:
        """Return an end of a range, after which a `+` may leave the other end open."""
        self._in_range = True
        try:
            return self._sum()
        finally:
            self._in_range = False

    def _at_dots(self) -> bool:
        return self._text.startswith(("..", "~"), self._at)

    def _take_dots(self) -> bool:
        return self._sign("...") or self._sign("..") or self._sign("~")

    def _at_open_plus(self) -> bool:
        """Return whether a `+` follows with nothing to add, as in `10+`, where a range is possible."""
        return bool(re.compile(r"\+\s*(?:[,)]|$)").match(self._text, self._at))

    def _ends(self) -> bool:
        return self._at == len(self._text) or self._text[self._at] in ",)"

    def _range_or_condition(self) -> Node:
        """Return a condition; a range without a value is one of `result`."""
        at, before = self._place, self._at
        result = Name(at, "result")
        if sign := self._take(_COMPARISON):
            return Comparison(at, _SIGNS.get(sign, sign), result, self._sum())
        if ends := self._read_hyphen_range():
            return Within(at, result, *ends)
        if not self._at_dots():
            try:
                node = self._end_of_range()
            except ReadError:
                node = None
            bare = isinstance(node, Number) or (isinstance(node, Negative) and isinstance(node.value, Number))
            if not (self._at_dots() or self._at_open_plus() or (bare and self._at == len(self._text))):
                self._at = before
                return self._conditional()
            self._at = before
        low, high = self._range(at)
        return Within(at, result, low, high)

    def _sum(self) -> Node:
        at, node = self._place, self._product()
        while self._text.startswith(("+", "-"), self._at) and not (self._in_range and self._at_open_plus()):
            sign = self._text[self._at]
            self._sign(sign)
            node = Arithmetic(at, sign, node, self._product())
        return node

    def _product(self) -> Node:
        at, node = self._place, self._read_signed()
        while self._text.startswith(("*", "/"), self._at):
            sign = self._text[self._at]
            self._sign(sign)
            node = Arithmetic(at, sign, node, self._read_signed())
        return node

    def _read_signed(self) -> Node:
        at = self._place
        if self._sign("-"):
            return Negative(at, self._read_signed())
        self._sign("+")
        return self._dice()

    def _dice(self) -> Node:
        at = self._place
        count = None if _DIE.match(self._text, self._at) else self._primary()
        if not _DIE.match(self._text, self._at):
            return count or self._primary()
        self._at += 1
        die = self._die(at)
        burst = (
            "!!"
            if self._sign("!!")
            else "!"
            if not self._text.startswith("!=", self._at) and (self._sign("!"))
            else ""
        )
        keep = None
        if word := self._take(_KEEP):
            keep = self._primary()
        return Dice(at, count, die, burst, keep, word != "kl")

    def _die(self, at: int) -> Die:
        if self._sign("%"):
            return Die(at, Number(at, Fraction(100)))
        if self._sign("F"):
            return Die(at, Number(at, Fraction(3)), lowest=-1)
        if self._sign("["):
            name = self._take(_NAME)
            self._expect_closing("]", at)
            return Die(at, symbols=name)
        if self._sign("{"):
            return self._listed_die(at)
        if self._sign("("):
            sides = self._conditional()
            self._expect_closing(")", at)
            return Die(at, sides)
        return Die(at, Number(at, Fraction(self._take(re.compile(r"\d+")))))

    def _listed_die(self, at: int) -> Die:
        faces: list[int] = []
        while True:
            low = self._take(_WHOLE)
            if not low:
                raise self._error("expected a whole number among the faces of a die", at)
            high = self._take(_WHOLE) if self._take_dots() else low
            if not high or int(high) < int(low):
                raise self._error("expected a range from the lower to the higher face", at)
            faces += range(int(low), int(high) + 1)
            if len(faces) > 1000:
                raise self._error("a die has at most 1000 faces", at)
            if not self._sign(","):
                break
        self._expect_closing("}", at)
        if faces == [*range(faces[0], faces[0] + len(faces))]:
            return Die(at, Number(at, Fraction(len(faces))), lowest=faces[0])
        return Die(at, faces=tuple(faces))

    def _primary(self) -> Node:
        at = self._place
        if self._sign("("):
            node = self._conditional()
            self._expect_closing(")", at)
            return node
        if number := self._take(_NUMBER):
            return Number(at, Fraction(number))
        name = self._take(_NAME)
        if not name:
            self._complain(at)
        if self._text.startswith("(", self._at) and name not in WORDS:
            return self._call(name, at)
        if name in WORDS and name != "it":
            raise self._error(f"expected a value, got the word “{name}”", at)
        return Name(at, name)

    def _complain(self, at: int) -> None:
        if self._at == len(self._text):
            raise self._error(f"“{self._text.strip()}” ends too early: a value is missing", at)
        message = f"expected a number, a name or dice such as 2d6, got “{self._rest()}”"
        raise self._error(message, at)

    def _call(self, verb: str, at: int) -> Call:
        if verb not in VERBS:
            known = join_or(VERBS)
            hint = suggestion(verb, known)
            raise self._error(f"unknown verb “{verb}” (verbs are {', '.join(VERBS)}). {hint}".strip(), at)
        self._sign("(")
        fewest, most = VERBS[verb]
        arguments, faces = [self._conditional()], []
        while self._sign(","):
            if verb in WITH_FACES:
                faces.append(self._faces())
            else:
                arguments.append(self._conditional())
        self._expect_closing(")", at)
        if not fewest <= len(arguments) <= most:
            number = "one value" if most == 1 else f"{fewest} values" if fewest == most else "values"
            raise self._error(f"{verb} takes {number} in its brackets", at)
        if WITH_FACES.get(verb) and not faces:
            raise self._error(
                f"{verb} needs faces: {verb}({self._first_argument(at)}, 6), or >= 5, or 2..5", at
            )
        return Call(at, verb, tuple(arguments), tuple(faces))

    def _first_argument(self, at: int) -> str:
        return self._text[at - self._start : self._at].partition("(")[2].strip().rstrip(")").strip() or "dice"

    def _faces(self) -> Faces:
        at = self._place
        if sign := self._take(_COMPARISON):
            return Faces(at, _SIGNS.get(sign, sign), self._sum())
        low, high = self._range(at)
        return Faces(at, "=" if low is high else "..", low, high)
