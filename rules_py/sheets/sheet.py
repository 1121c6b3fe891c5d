"""A game's character sheet: its fields, what follows from them, and which rules they break."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from rules_py.base.errors import DeclarationError, InputError, join_or
from rules_py.base.jsonable import to_jsonable
from rules_py.base.problems import Problem, ProblemGroup
from rules_py.base.suggest import KnownNames, closest_matches
from rules_py.base.type_check import check_field_types
from rules_py.inputs import Input, Keyed, ListOf, Record
from rules_py.sheets.cost_benefit import Weighing, Worth
from rules_py.sheets.play_mode import Cards, Play, Step
from rules_py.sheets.sheet_parser import MOST_AS_GIVEN, Reading, read
from rules_py.sheets.track import Standing

LAYOUTS = ("lines", "grid", "wide")
"""How the fields of a section may stand."""


@dataclass(frozen=True)
class Spend:
    """The cost of a roll: `by` less at `field`, the dotted path of a whole number on the sheet.

    A negative `by` marks upward: `Spend("stress", -2)` adds 2 to a field that goes from 0 to 6.

    `when` names a field of the outcome. It says whether the cost is due, or as a whole number how much of it
    is due: `by` is the most, and less than 0 gives back. The field never leaves its limits.

    A roll is refused if the character can't pay all of `by`. One that `clips` can be made all the same: what
    there is no room for is dropped, and the reader is told.
    """

    field: str
    by: int = 1
    when: str = ""
    clips: bool = False

    def __post_init__(self) -> None:
        check_field_types(self)
        if not self.by:
            what = f"cost at {self.field!r}: by"
            raise DeclarationError(what, self.by, "a whole number above 0, or below 0 to mark upward")

    def due(self, values: Mapping[str, Any]) -> Any:
        """Return how much of the cost is due for an outcome with these values, below 0 to give back."""
        said = values.get(self.when) if self.when else True
        return said if not isinstance(said, bool) else abs(self.by) if said else 0

    def to_json(self) -> dict[str, Any]:
        more = {"when": self.when, "clips": self.clips}
        return {"field": self.field, "by": self.by} | {name: each for name, each in more.items() if each}


@dataclass(frozen=True)
class Throw:
    """A roll the sheet offers: a calculator with this character's inputs, and the chance it is usually
    asked for.

    `asks` names the inputs that the moment decides, such as the difficulty: they are asked for at the throw,
    beginning with those of `inputs`. `moment` are those of `inputs` that it has decided before, with the
    words for their values, "" where nothing is to be told: they are nothing that the character brings along.
    What it `spends` is taken off the sheet once it is thrown; see `Spend`.

    `face` is what its button says beside the chance, with the names of inputs in braces, as in `DC {dc}`:
    their values are filled in. Without one the button bears the head of its column.
    """

    calculator: str
    inputs: Mapping[str, Any]
    label: str
    chance: Fraction
    asks: tuple[str, ...] = ()
    spends: tuple[Spend, ...] = ()
    moment: Mapping[str, str] = field(default_factory=dict)
    face: str = ""

    def __post_init__(self) -> None:
        check_field_types(self)
        try:
            self.face.format_map(self.inputs)
        except (LookupError, ValueError) as error:
            names = join_or(f"{{{name}}}" for name in self.inputs)
            raise DeclarationError(f"face of the throw {self.label!r}", self.face, names) from error

    @property
    def shown(self) -> str:
        """The words of its face, the inputs filled in."""
        return self.face.format_map(self.inputs)

    @property
    def told(self) -> str:
        """What the throw is called, in the moment as it is."""
        return ", ".join((self.label, *filter(None, self.moment.values())))

    @property
    def brought(self) -> dict[str, Any]:
        """The inputs that the character brings along."""
        return {
            name: value
            for name, value in self.inputs.items()
            if name not in self.asks and name not in self.moment
        }


@dataclass(frozen=True)
class Panel:
    """A table of derived values.

    Cells are text, whole numbers, Fractions (shown as chances) or Throws (buttons). `paper` says whether it
    is printed. In play those that name the same `fold` stand together behind these words.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    note: str = ""
    paper: bool = True
    fold: str = ""

    def __post_init__(self) -> None:
        check_field_types(self)


@dataclass(frozen=True)
class Shared:
    """Two numbers that come to one `sum`, as they stand: what each is called, and how much of it each has,
    none where that is no whole number. `beside` is the field of the sheet that they are part of.
    """

    one: str
    other: str
    ones: int | None
    others: int | None
    sum: int
    beside: str = ""


@dataclass(frozen=True)
class SheetReport:
    """What the rules make of a sheet: `derived` values as plain data, `panels` to show them, and the
    problems.

    `standings` says where the character stands on ladders, each by the field it is drawn beside; `shared`
    are the sheet's tied fields as they stand, which the sheet adds itself. `steps` are what may be done next,
    `full` says where a track is full, by its path, if before its field's own highest value. `tally` says in a
    sentence what is left to spend.

    The sheet itself adds `begun`, the names of the fields that are no longer as on a blank sheet, and
    `untouched`, those of the problems that a blank sheet has as well, at fields that nobody has begun: they
    are still to be done rather than wrong.
    """

    problems: tuple[Problem, ...]
    derived: Mapping[str, Any]
    panels: tuple[Panel, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)
    standings: Mapping[str, Standing] = field(default_factory=dict)
    shared: tuple[Shared, ...] = ()
    steps: tuple[Step, ...] = ()
    full: Mapping[str, int] = field(default_factory=dict)
    tally: str = ""
    begun: frozenset[str] = frozenset()
    untouched: tuple[Problem, ...] = ()

    @property
    def legal(self) -> bool:
        return not self.errors

    @property
    def errors(self) -> list[str]:
        """The codes of the breaches, sorted, each once."""
        return self._codes("error")

    @property
    def warnings(self) -> list[str]:
        """The codes of the warnings, sorted, each once."""
        return self._codes("warning")

    def _codes(self, severity: str) -> list[str]:
        return sorted({problem.code for problem in self.problems if problem.severity == severity})

    @property
    def throws(self) -> tuple[Throw, ...]:
        """Every throw that the panels offer."""
        cells = (cell for panel in self.panels for row in panel.rows for cell in row)
        return tuple(each for each in cells if isinstance(each, Throw))

    def to_json(self) -> dict[str, Any]:
        return {
            "legal": self.legal,
            "errors": self.errors,
            "warnings": self.warnings,
            "problems": [problem.to_json() for problem in self.problems],
            "derived": to_jsonable(self.derived),
        }


@dataclass(frozen=True)
class Section:
    """Fields that stand together on the sheet. `layout` is one of LAYOUTS; `paper` says whether they are
    printed.
    """

    title: str
    fields: tuple[Input, ...]
    help: str = ""
    layout: str = "lines"
    paper: bool = True

    def __post_init__(self) -> None:
        check_field_types(self)
        if self.layout not in LAYOUTS:
            raise DeclarationError(f"section {self.title!r}: layout", self.layout, join_or(LAYOUTS))


@dataclass(frozen=True)
class Tied:
    """Two number fields (dotted paths) that always come to one sum: as the reader moves one, the form
    moves the other, and a see-saw drawn beside them tilts.
    """

    one: str
    other: str
    sum: int

    def __post_init__(self) -> None:
        check_field_types(self)


@dataclass(frozen=True)
class Template:
    """Part of a sheet to be taken over at once, such as what a people brings along: `values` by field.

    Names of the reader's own that are there keep what stands beside them. Of a field that is a list, `adds`
    are entries to be added to it; one that is there already is not.
    """

    id: str
    title: str
    values: Mapping[str, Any]
    help: str = ""
    adds: Mapping[str, tuple[Mapping[str, Any], ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_field_types(self)


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """The declaration: `sections` from top to bottom, and `judge`, which says what follows from the values.

    The fields read whatever data they are given and tell what can't be, by the codes they name;
    `judge(reading)` gets sound values, tells what else breaks a rule (`reading.problem`), and returns what
    follows from them. `codes` are the problems of this sheet in words. `version` is raised when the shape of
    the data changes; `upgrade(data, version)` then turns data of an older version into the present one.
    `tied` names the pairs of fields that move together, `templates` parts that are applied at once. `play`
    says how it is played, `cards` which of its lists are chosen from cards, `worth` how the choices on them
    are weighed.
    """

    version: int
    sections: tuple[Section, ...]
    judge: Callable[[Reading], SheetReport]
    codes: ProblemGroup = ProblemGroup("the sheet")
    tied: tuple[Tied, ...] = ()
    templates: tuple[Template, ...] = ()
    play: Play = Play()
    cards: tuple[Cards, ...] = ()
    worth: Worth | None = None
    upgrade: Callable[[Mapping[str, Any], int], Mapping[str, Any]] = field(default=lambda data, version: data)

    def __post_init__(self) -> None:
        check_field_types(self, self._wrong)
        known = [each.name for each in self.fields]
        if len(set(known)) != len(known) or "" in known:
            raise self._wrong("names of its fields", known, "a name for each, and each once")
        for tied in self.tied:
            for path in (tied.one, tied.other):
                self.label(path)
        for path in (*(each.field for each in self.play.tracks), *self.play.facts):
            self.label(path)
        for template in self.templates:
            for name in (*template.values, *template.adds):
                if name not in known:
                    raise DeclarationError(f"field of the template {template.id!r}", name, join_or(known))
        for each in self.fields:
            self._check_codes(each, each.name)

    def _wrong(self, what: str, given: object, allowed: str) -> DeclarationError:
        return DeclarationError(f"sheet: {what}", given, allowed)

    def _check_codes(self, declared: Input, path: str) -> None:
        """Stop where a field, or a part of one, names a problem that the sheet doesn't declare.

        A bad value of another `code` is told in the field's own words, as an input may be a calculator's too;
        so of that only a name that is much like a declared one is a slip.
        """
        known = [each.code for each in self.codes]
        for what in ("missing", "twice", "unknown", "code", "not_whole"):
            code = getattr(declared, what, "")
            if not code or code in known:
                continue
            if what not in ("code", "not_whole") or (code != Input.code and closest_matches(code, known)):
                allowed = KnownNames(f"{join_or(known)}; declare a ProblemType for it", known)
                raise self._wrong(f"{what} of {path}", code, allowed)
        for part in _inside(declared):
            self._check_codes(part, f"{path}.{part.name}" if part.name else path)

    @property
    def fields(self) -> tuple[Input, ...]:
        """Every field, in order."""
        return tuple(each for section in self.sections for each in section.fields)

    def label(self, path: str) -> str:
        """What the field at this dotted path is called."""
        found = self.at(path)
        return found.label or found.name

    def at(self, path: str) -> Input:
        """The field at this dotted path."""
        fields, found = self.fields, None
        for name in path.split("."):
            found = next((each for each in fields if each.name == name), None)
            fields = found.fields if isinstance(found, Record) else ()
        if found is None:
            raise DeclarationError("path of a field", path, join_or(each.name for each in self.fields))
        return found

    def blank(self) -> dict[str, Any]:
        """A new character's data."""
        return {each.name: each.initial_value for each in self.fields}

    def read(self, data: Mapping[str, Any]) -> Reading:
        """The data as the fields read it, before the rules judge it.

        Raises InputError (`bad_sheet`) for data that is no sheet at all.
        """
        return read(self.fields, data, self.codes)

    def check(self, data: Mapping[str, Any]) -> SheetReport:
        """What the rules make of this data; the problems stand in the order of the fields.

        Raises InputError (`bad_sheet`) for data that is no sheet at all.
        """
        return self.judged(data)[1]

    def judged(self, data: Mapping[str, Any]) -> tuple[Reading, SheetReport]:
        """The data as it was read, and what the rules make of it."""
        reading = self.read(data)
        report = self.judge(reading)
        places = {each.name: place for place, each in enumerate(self.fields)}
        found = (*reading.problems, *report.problems)
        in_order = sorted(found, key=lambda each: places.get(each.top, len(places)))
        begun = frozenset(each.name for each in self.fields if _is_begun(each, data))
        return reading, replace(
            report,
            problems=tuple(in_order),
            shared=self._shared(data),
            begun=begun,
            untouched=tuple(
                each for each in in_order if each.top not in begun and each in self._problems_of_blank
            ),
        )

    @cached_property
    def _problems_of_blank(self) -> frozenset[Problem]:
        reading = self.read(self.blank())
        report = self.judge(reading)
        return frozenset((*reading.problems, *report.problems))

    def _shared(self, data: Mapping[str, Any]) -> tuple[Shared, ...]:
        return tuple(
            Shared(
                self.label(each.one),
                self.label(each.other),
                _whole_number(data, each.one),
                _whole_number(data, each.other),
                each.sum,
                each.one.partition(".")[0],
            )
            for each in self.tied
        )

    def with_template(self, data: Mapping[str, Any], template_id: Any) -> dict[str, Any]:
        """The data with a template applied. Raises InputError (`unknown_template`)."""
        known = {each.id: each for each in self.templates}
        if not isinstance(template_id, str) or template_id not in known:
            allowed = join_or(known) if known else "no template: this sheet has none"
            raise InputError.at("template", template_id, allowed, code="unknown_template")
        template = known[template_id]
        merged = _merged(data, template.values)
        for each in self.fields:
            if isinstance(each, Keyed) and each.name in template.values:
                merged[each.name] = _joined(data.get(each.name), template.values[each.name])
        for name, entries in template.adds.items():
            there = merged.get(name)
            held = list(there) if isinstance(there, list) else []
            merged[name] = held + [
                dict(each) for each in entries if not any(_holds(one, each) for one in held)
            ]
        return merged

    def weighing(self, data: Mapping[str, Any]) -> Weighing | None:
        """The sheet with this data, against which its choices are weighed."""
        return Weighing.of(self.worth, self.fields, self.codes, data) if self.worth else None


def _inside(declared: Input) -> tuple[Input, ...]:
    """The inputs that this one is made of."""
    if isinstance(declared, Record):
        return declared.fields
    if isinstance(declared, ListOf):
        return (declared.item,)
    return (declared.key, declared.value) if isinstance(declared, Keyed) else ()


def _is_begun(declared: Input, data: Mapping[str, Any]) -> bool:
    """Whether a field is no longer as on a blank sheet."""
    if declared.name not in data:
        return False
    given, blank = data[declared.name], to_jsonable(declared.initial_value)
    if isinstance(declared, Keyed):  # a form has rows of what the blank sheet maps
        given, blank = declared.as_rows(given), declared.as_rows(blank)
    return bool(given != blank)


def _whole_number(data: Mapping[str, Any], path: str) -> int | None:
    """Return the whole number at a dotted path, or None where there is none that could be drawn."""
    value: Any = data
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    whole = isinstance(value, int) and not isinstance(value, bool)
    return value if whole and abs(value) <= MOST_AS_GIVEN else None


def _holds(entry: Any, wanted: Mapping[str, Any]) -> bool:
    """Whether an entry of a list says all that another says."""
    return isinstance(entry, Mapping) and all(entry.get(name) == value for name, value in wanted.items())


def _joined(held: Any, more: Mapping[str, Any]) -> list[Any]:
    """Return the rows of a mapping as they are, and those of another under names that it hasn't."""
    given = Keyed.as_rows(held)
    rows = list(given) if isinstance(given, list) else []
    known = [row.get("of") for row in rows if isinstance(row, Mapping)]
    return rows + [row for row in Keyed.as_rows(deepcopy(more)) if row["of"] not in known]


def _merged(data: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """The data with these values in it; of mappings each part, so that what a template leaves out stays."""
    merged = dict(data)
    for name, value in values.items():
        there = merged.get(name)
        if isinstance(there, Mapping) and isinstance(value, Mapping):
            merged[name] = _merged(there, value)
        else:
            merged[name] = deepcopy(value)
    return merged
