"""A game's character sheet: its fields, the values that follow from them, and the rules they break."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from rules_py.base.errors import DeclarationError, InputError, join_or
from rules_py.base.jsonable import to_jsonable
from rules_py.base.problems import Problem, ProblemGroup
from rules_py.base.suggest import KnownNames, closest_matches
from rules_py.base.type_check import check_field_types
from rules_py.calculators.house_rules import Option
from rules_py.inputs import Input, Keyed, ListOf, Record
from rules_py.sheets.cost_benefit import CostBenefitSpec, Evaluator
from rules_py.sheets.creation import CreationStep, Total
from rules_py.sheets.panel import Panel, RollButton
from rules_py.sheets.play_mode import Cards, Play, SheetStep
from rules_py.sheets.sheet_parser import HOUSE, MAX_OUT_OF_RANGE, ParsedSheet, parse_sheet
from rules_py.sheets.track import TrackPosition

LAYOUTS = ("lines", "grid", "wide")
"""The layouts available for the fields of a section."""


@dataclass(frozen=True)
class LinkedValues:
    """The current values of two linked fields.

    one, other    their labels
    ones, others  their values, or None if one isn't a whole number
    sum           their fixed sum
    beside        the field of the sheet that contains them
    """

    one: str
    other: str
    ones: int | None
    others: int | None
    sum: int
    beside: str = ""


@dataclass(frozen=True)
class SheetReport:
    """The result of applying the rules to a sheet.

    problems         the broken rules and warnings
    derived          values that follow from the fields, by name
    panels           tables of values and rolls
    notes            texts beside fields, by path
    track_positions  the character's position on tracks, each by the field it is drawn beside
    linked_values    the current values of linked fields; the sheet adds them itself
    steps            the steps available next
    maximums         where a track ends, by path, if below the maximum of its field
    totals           the numbers that stay in sight, such as the points left
    to_do            what is still open, by path, without breaking a rule: sentences for the list of sections
    started_fields   the fields that differ from a blank sheet; the sheet adds them itself
    hidden_problems  the problems of a blank sheet at fields not started yet; the sheet adds them itself
    """

    problems: tuple[Problem, ...]
    derived: Mapping[str, Any]
    panels: tuple[Panel, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)
    track_positions: Mapping[str, TrackPosition] = field(default_factory=dict)
    linked_values: tuple[LinkedValues, ...] = ()
    steps: tuple[SheetStep, ...] = ()
    maximums: Mapping[str, int] = field(default_factory=dict)
    totals: tuple[Total, ...] = ()
    to_do: Mapping[str, str] = field(default_factory=dict)
    started_fields: frozenset[str] = frozenset()
    hidden_problems: tuple[Problem, ...] = ()

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
    def roll_buttons(self) -> tuple[RollButton, ...]:
        """All rolls in the panels."""
        return tuple(roll for panel in self.panels for roll in panel.rolls)

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
    """A group of fields with a heading.

    `layout` is one of LAYOUTS. `paper` is whether the section is printed.
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
class LinkedFields:
    """Two number fields (dotted paths) with a fixed sum: if the reader changes one, the form changes the
    other.
    """

    one: str
    other: str
    sum: int

    def __post_init__(self) -> None:
        check_field_types(self)


@dataclass(frozen=True)
class Template:
    """Values to apply to a sheet at once, such as the traits of a people.

    `values` maps fields to values; entries under names that the reader entered are kept. For a field that is
    a list, `adds` are entries to append, except for those already in it.
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
    """The declaration of a character sheet.

    version        raised when the form of the saved data changes
    sections       the fields, from top to bottom
    evaluate       `evaluate(sheet)` receives a ParsedSheet with valid values, reports broken rules with
                   `sheet.add_problem`, and returns a SheetReport
    codes          the problems that it can report
    linked_fields  pairs of fields with a fixed sum
    templates      values to apply at once
    templates_title  the heading above their buttons
    creation       the steps of making a character, in the book's order; by default one for each section
    play           the play mode
    cards          the lists whose entries are chosen from cards
    cost_benefit   measures the costs and benefits of choices
    upgrade        `upgrade(data, version)` converts data of an older version
    options        the game's house rules that reach the sheet: those that its rules read in `sheet.house`,
                   and those of the calculators that it rolls
    house_inputs   the house rules that each calculator takes, by its ID; set by the game
    """

    version: int
    sections: tuple[Section, ...]
    evaluate: Callable[[ParsedSheet], SheetReport]
    codes: ProblemGroup = ProblemGroup("the sheet")
    linked_fields: tuple[LinkedFields, ...] = ()
    templates: tuple[Template, ...] = ()
    templates_title: str = "Apply a template"
    creation: tuple[CreationStep, ...] = ()
    play: Play = Play()
    cards: tuple[Cards, ...] = ()
    cost_benefit: CostBenefitSpec | None = None
    upgrade: Callable[[Mapping[str, Any], int], Mapping[str, Any]] = field(default=lambda data, version: data)
    options: tuple[Option, ...] = ()
    house_inputs: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_field_types(self, self._wrong)
        known = [each.name for each in self.fields]
        if len(set(known)) != len(known) or "" in known:
            raise self._wrong("fields", known, "a different name for each")
        self._check_paths()
        self._check_highest()
        uses = [
            *((f"template {each.id!r}", (*each.values, *each.adds)) for each in self.templates),
            *((f"step {each.title!r}", each.fields) for each in self.creation),
        ]
        for what, names in uses:
            for name in names:
                if name not in known:
                    raise DeclarationError(what, name, join_or(known), kind="field")
        for each in self.fields:
            self._check_codes(each, each.name)

    def _wrong(self, what: str, value: object, expected: str, *, kind: str = "") -> DeclarationError:
        return DeclarationError(f"sheet: {what}", value, expected, kind=kind)

    def _check_paths(self) -> None:
        """Raise DeclarationError for a dotted path that leads to no field."""
        for tied in self.linked_fields:
            for path in (tied.one, tied.other):
                self.label(path)
        for path in (*(each.field for each in self.play.fields), *self.play.facts):
            self.label(path)

    def _check_highest(self) -> None:
        """Raise DeclarationError unless `play.highest` names inputs of the situation and house rules."""
        situation = [each.name for each in self.play.situation]
        options = [each.name for each in self.options]
        for name, option in self.play.highest.items():
            if name not in situation:
                raise self._wrong("situation with a highest value", name, join_or(situation), kind="input")
            if option not in options:
                raise self._wrong(f"highest {name}", option, join_or(options), kind="house rule")

    def _check_codes(self, field: Input, path: str) -> None:
        """Raise DeclarationError if a field, or a part of one, names an undeclared problem.

        An invalid value with another `code` is reported with the input's own message, because calculators may
        share the input. So such a code is a mistake only if it resembles a declared one.
        """
        known = [each.code for each in self.codes]
        for what in ("missing", "twice", "unknown", "code", "not_whole"):
            code = getattr(field, what, "")
            if not code or code in known:
                continue
            if what not in ("code", "not_whole") or (code != Input.code and closest_matches(code, known)):
                expected = KnownNames(f"{join_or(known)}, or a new ProblemType", known)
                raise self._wrong(f"{what} of {path}", code, expected, kind="code")
        for part in _inside(field):
            self._check_codes(part, f"{path}.{part.name}" if part.name else path)

    @property
    def fields(self) -> tuple[Input, ...]:
        """Every field, in order."""
        return tuple(each for section in self.sections for each in section.fields)

    @property
    def creation_steps(self) -> tuple[CreationStep, ...]:
        """The steps of making a character, in order."""
        return self.creation or tuple(
            CreationStep(
                section.title,
                section.help,
                tuple(each.name for each in section.fields),
                templates=bool(self.templates) and not place,
            )
            for place, section in enumerate(self.sections)
        )

    def label(self, path: str) -> str:
        """Return the label of the field at this dotted path."""
        field = self.at(path)
        return field.label or field.name

    def at(self, path: str) -> Input:
        """Return the field at this dotted path."""
        fields, field = self.fields, None
        for name in path.split("."):
            field = next((each for each in fields if each.name == name), None)
            fields = field.fields if isinstance(field, Record) else ()
        if field is None:
            raise DeclarationError("sheet", path, join_or(each.name for each in self.fields), kind="field")
        return field

    def blank(self) -> dict[str, Any]:
        """Return the data of a new character."""
        return {each.name: each.initial_value for each in self.fields}

    def parse(self, data: Mapping[str, Any]) -> ParsedSheet:
        """Parse the data with the sheet's fields, without evaluating the rules.

        Raises InputError (`bad_sheet`) for data that is no sheet at all.
        """
        return parse_sheet(self.fields, data, self.codes, self.options)

    def check(self, data: Mapping[str, Any]) -> SheetReport:
        """Return the sheet's report for this data, with problems in the order of the fields.

        Raises InputError (`bad_sheet`) for data that is no sheet at all.
        """
        return self.parse_and_evaluate(data)[1]

    def parse_and_evaluate(self, data: Mapping[str, Any]) -> tuple[ParsedSheet, SheetReport]:
        """Return the parsed sheet and its report."""
        reading = self.parse(data)
        report = self.evaluate(reading)
        panels = self._with_house_rules(report.panels, reading.house)
        places = {each.name: place for place, each in enumerate(self.fields)}
        problems = (*reading.problems, *report.problems)
        in_order = sorted(problems, key=lambda each: places.get(each.top, len(places)))
        started = frozenset(each.name for each in self.fields if _is_started(each, data))
        house = data.get(HOUSE)
        unstarted = self._problems_of_blank_under(reading.house) if house else self._problems_of_blank
        return reading, replace(
            report,
            panels=panels,
            problems=tuple(in_order),
            linked_values=self._linked_values(data),
            started_fields=started,
            hidden_problems=tuple(each for each in in_order if each.top not in started and each in unstarted),
        )

    def panels_in_play(
        self, reading: ParsedSheet, report: SheetReport, situation: Mapping[str, Any]
    ) -> tuple[Panel, ...]:
        """Return the panels with the rolls of a parsed sheet in a situation, for the play mode."""
        if self.play.rolls is None:
            return report.panels
        return self._with_house_rules(self.play.rolls(reading, situation), reading.house)

    def _with_house_rules(self, panels: Iterable[Panel], house: Mapping[str, Any]) -> tuple[Panel, ...]:
        """Return the panels with the table's house rules among the inputs of their rolls.

        The book's values are left out, so that rolls by the book are saved and shared without house rules.
        """
        other = {each.name: house[each.name] for each in self.options if house[each.name] != each.book_value}
        if not other:
            return tuple(panels)
        return tuple(each.map_rolls(lambda roll: self._roll_by(other, roll)) for each in panels)

    def _roll_by(self, house: Mapping[str, Any], roll: RollButton) -> RollButton:
        accepted = self.house_inputs.get(roll.calculator, frozenset())
        more = {name: value for name, value in house.items() if name in accepted and name not in roll.inputs}
        return replace(roll, inputs={**roll.inputs, **more}) if more else roll

    @cached_property
    def _problems_of_blank(self) -> frozenset[Problem]:
        return self._problems_of_blank_under({})

    def _problems_of_blank_under(self, house: Mapping[str, Any]) -> frozenset[Problem]:
        """Return the problems of a blank sheet under these house rules."""
        reading = self.parse(self.blank() | {HOUSE: house})
        report = self.evaluate(reading)
        return frozenset((*reading.problems, *report.problems))

    def _linked_values(self, data: Mapping[str, Any]) -> tuple[LinkedValues, ...]:
        return tuple(
            LinkedValues(
                self.label(each.one),
                self.label(each.other),
                _whole_number(data, each.one),
                _whole_number(data, each.other),
                each.sum,
                each.one.partition(".")[0],
            )
            for each in self.linked_fields
        )

    def apply_template(self, data: Mapping[str, Any], template_id: Any) -> dict[str, Any]:
        """Return the data with a template applied. Raises InputError (`unknown_template`)."""
        known = {each.id: each for each in self.templates}
        if not isinstance(template_id, str) or template_id not in known:
            expected = join_or(known) if known else "none, as this sheet has no templates"
            raise InputError.at("template", template_id, expected, code="unknown_template")
        template = known[template_id]
        merged = _merge(data, template.values)
        for each in self.fields:
            if isinstance(each, Keyed) and each.name in template.values:
                merged[each.name] = _join_rows(data.get(each.name), template.values[each.name])
        for name, entries in template.adds.items():
            current_value = merged.get(name)
            rows = list(current_value) if isinstance(current_value, list) else []
            merged[name] = rows + [
                dict(each) for each in entries if not any(_holds(one, each) for one in rows)
            ]
        return merged

    def cost_benefit_evaluator(self, parsed: ParsedSheet) -> Evaluator | None:
        """Return the evaluator of choices on this sheet, or None if its choices aren't compared."""
        return Evaluator.of(self.cost_benefit, self.fields, parsed) if self.cost_benefit else None


def _inside(field: Input) -> tuple[Input, ...]:
    """Return the inputs that a composite input consists of."""
    if isinstance(field, Record):
        return field.fields
    if isinstance(field, ListOf):
        return (field.item,)
    return (field.key, field.value) if isinstance(field, Keyed) else ()


def _is_started(field: Input, data: Mapping[str, Any]) -> bool:
    """Return whether a field differs from its value on a blank sheet."""
    if field.name not in data:
        return False
    value, blank = data[field.name], to_jsonable(field.initial_value)
    if isinstance(field, Keyed):  # a form has rows, the blank sheet a mapping
        value, blank = field.as_rows(value), field.as_rows(blank)
    return bool(value != blank)


def _whole_number(data: Mapping[str, Any], path: str) -> int | None:
    """Return the whole number at a dotted path, or None if there is none small enough to be drawn."""
    value: Any = data
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    whole = isinstance(value, int) and not isinstance(value, bool)
    return value if whole and abs(value) <= MAX_OUT_OF_RANGE else None


def _holds(entry: Any, values: Mapping[str, Any]) -> bool:
    """Return whether a list entry has all these values."""
    return isinstance(entry, Mapping) and all(entry.get(name) == value for name, value in values.items())


def _join_rows(value: Any, more: Mapping[str, Any]) -> list[Any]:
    """Return the rows of a mapping unchanged, followed by those of another mapping whose names it doesn't
    have.
    """
    entries = Keyed.as_rows(value)
    rows = list(entries) if isinstance(entries, list) else []
    known = [row.get("of") for row in rows if isinstance(row, Mapping)]
    return rows + [row for row in Keyed.as_rows(deepcopy(more)) if row["of"] not in known]


def _merge(data: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data with these values merged in recursively, so that omitted parts are preserved."""
    merged = dict(data)
    for name, value in values.items():
        current_value = merged.get(name)
        if isinstance(current_value, Mapping) and isinstance(value, Mapping):
            merged[name] = _merge(current_value, value)
        else:
            merged[name] = deepcopy(value)
    return merged
