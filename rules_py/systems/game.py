"""The definition of a game: everything the site needs, exported by each folder in `systems/` as GAME."""

from __future__ import annotations

from collections import Counter
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any

from rules_py.base.errors import DeclarationError, join_or
from rules_py.base.problems import ProblemGroup
from rules_py.base.type_check import check_field_types
from rules_py.calculators.calculator import Calculator, Policy
from rules_py.calculators.duel_sides import DuelSides
from rules_py.calculators.house_rules import Option, Values, check_options, options_of
from rules_py.calculators.party_rows import PartyRows
from rules_py.calculators.random_table import RandomTable
from rules_py.sheets.reference_list import ReferenceList, problem_list
from rules_py.sheets.sheet import Sheet
from rules_py.sheets.track import Track
from rules_py.tracker import TrackerSpec


@dataclass(frozen=True)
class Source:
    """The document that a game's rules come from, for the credit on the book's first page."""

    title: str
    author: str
    version: str
    date: str

    def __post_init__(self) -> None:
        check_field_types(self)


@dataclass(frozen=True)
class Blurb:
    """The text of a game's cover, for readers who choose a game. Each field can be omitted.

    feel     what play feels like, in about six words; its default is the game's tagline
    dice     the dice that the cover draws, by their number of faces
    people   the number of people for a first evening, such as "3–5 people"
    length   how long that takes, such as "one evening"
    ready    what the game master needn't prepare, such as "adventure included"
    best_if  the rest of the sentence "Best if you like …"
    """

    feel: str = ""
    dice: tuple[int, ...] = ()
    people: str = ""
    length: str = ""
    ready: str = ""
    best_if: str = ""

    def __post_init__(self) -> None:
        check_field_types(self)


@dataclass(frozen=True)
class Game:
    """A game and its book. What some fields imply is added to others: a table's calculator, for instance.

    id           the name of its folders, and the first part of its calculators' IDs
    title        the title of the book
    tagline      one sentence for the first page of its book
    blurb        what its cover on the home page says
    order        its position on the home page
    source       the document behind it; None for a folder of tools that belongs to no game
    numbers      the numbers of all rules and rulings, each of which the book must state exactly once
    calculators  its calculators
    policy       the settings of all its calculators
    sheet        its character sheet
    references   its reference lists
    tracks       its tracks of stages
    tables       its random tables, each of which adds a calculator
    problems     its problem codes, which are added as a reference list
    tracker      its encounter tracker
    motif        the drawing and colours of its book: one of `rules_py.present.motifs.FACES`
    cover        an SVG file beside its Python that replaces the drawing of the motif
    sides        the calculators whose sides can be filled from characters and from the tracker's samples
    parties      the calculators whose list of characters can be filled from saved sheets
    options      its house rules: all that a table may switch, choose or count otherwise. House rules of
                 calculators that aren't listed are added
    """

    id: str
    title: str
    tagline: str
    _: KW_ONLY
    order: int
    blurb: Blurb = Blurb()
    source: Source | None = None
    numbers: tuple[str, ...] = ()
    calculators: tuple[Calculator, ...] = ()
    policy: Policy = Policy()
    sheet: Sheet | None = None
    references: tuple[ReferenceList, ...] = ()
    tracks: tuple[Track, ...] = ()
    tables: tuple[RandomTable, ...] = ()
    problems: tuple[ProblemGroup, ...] = ()
    tracker: TrackerSpec[Any] | None = None
    motif: str = "leaf"
    cover: str = ""
    sides: tuple[DuelSides, ...] = ()
    parties: tuple[PartyRows, ...] = ()
    options: tuple[Option, ...] = ()

    def __post_init__(self) -> None:
        check_field_types(self)
        self._set(calculators=self._with_table_calculators())
        if self.problems:
            problems = problem_list(self.problems)
            declared = (each for each in self.references if each != problems)
            self._set(references=(*declared, problems))
        for each in self.calculators:
            if each.game != self.id:
                raise DeclarationError(f"game {self.id}: id of a calculator", each.id, f"{self.id}.NAME")
        ids = Counter(each.id for each in self.calculators)
        if duplicates := [each for each, times in ids.items() if times > 1]:
            raise DeclarationError(f"game {self.id}: calculators", duplicates, "each id only once")
        for sides in self.sides:
            self._check_sides(sides)
        for party in self.parties:
            self._check_inputs(party.calculator, "parties", (party.rows,))
        self._check_listed_options()
        self._set(options=options_of(self.options, [each.inputs for each in self.calculators]))
        self._check_options()
        if self.sheet and self.options:
            self._set(sheet=replace(self.sheet, house_inputs=self._house_inputs()))

    def _set(self, **completed: Any) -> None:
        """Complete fields with what follows from others.

        A copy made by `dataclasses.replace` starts with complete fields, to which nothing is added again.
        """
        for name, value in completed.items():
            object.__setattr__(self, name, value)

    def _with_table_calculators(self) -> tuple[Calculator, ...]:
        """Return the declared calculators and those of the tables, with the policy of the game."""
        of_tables = [replace(each.calculator, policy=self.policy) for each in self.tables]
        declared = (replace(each, policy=self.policy) for each in self.calculators)
        return (*(each for each in declared if each not in of_tables), *of_tables)

    def _check_listed_options(self) -> None:
        """Raise DeclarationError unless sheet and tracker have house rules that the game lists."""
        check_options(f"game {self.id}", self.options)
        if self.sheet:
            check_options(f"sheet of {self.id}", self.sheet.options, self.options)
        if self.tracker:
            check_options(f"tracker of {self.id}", self.tracker.options, self.options)

    def _check_options(self) -> None:
        """Raise DeclarationError unless calculators have the house rules of the game, with its rules."""
        known = {each.name: each.input for each in self.options}
        for calculator in self.calculators:
            for each in calculator.inputs:
                if each.house_rule and known.get(each.name, each) != each:
                    what = f"calculator {calculator.id}: house rule {each.name!r}"
                    raise DeclarationError(what, each, f"the input of the game's option, {known[each.name]}")
        book = {each.name: each.book_value for each in self.options}
        for option in self.options:
            self._check_sentences(option, book)
            for number in (option.input.rule, *option.sentences):
                if number and number not in self.numbers:
                    what = f"game {self.id}: rule of the house rule {option.name!r}"
                    raise DeclarationError(what, number, "a number of the game")

    def _check_sentences(self, option: Option, book: Values) -> None:
        """Raise DeclarationError unless braces in an option's sentences hold names of options."""
        for number, sentence in option.sentences.items():
            for text in [sentence] if isinstance(sentence, str) else sentence.values():
                try:
                    text.format(value="", **book)
                except (KeyError, IndexError, ValueError) as error:
                    what = f"game {self.id}: house rule {option.name!r}: sentence of {number}"
                    raise DeclarationError(what, str(error), "{value} or {name of an option}") from None

    def _house_inputs(self) -> dict[str, frozenset[str]]:
        """Return the names of the house rules that each calculator takes, by its ID."""
        return {
            calculator.id: frozenset(each.name for each in calculator.inputs if each.house_rule)
            for calculator in self.calculators
        }

    def _check_sides(self, sides: DuelSides) -> None:
        self._check_inputs(sides.calculator, "sides", sides.inputs)
        if not (self.tracker and self.tracker.setup):
            message = "a calculator with sides needs a tracker with a setup"
            raise DeclarationError(f"game {self.id}: tracker", None, "", message=message)

    def _check_inputs(self, calculator: str, what: str, inputs: tuple[str, ...]) -> None:
        """Raise DeclarationError unless these are inputs of a calculator of the game."""
        known = {each.id: each for each in self.calculators}
        if calculator not in known:
            raise DeclarationError(f"game {self.id}: {what}", calculator, join_or(known), kind="calculator")
        names = [each.name for each in known[calculator].inputs]
        if not inputs or not set(inputs) <= set(names):
            raise DeclarationError(f"game {self.id}: {what} of {calculator}", inputs, join_or(names))

    def reference(self, name: str) -> ReferenceList | None:
        return next((each for each in self.references if each.name == name), None)

    def sides_of(self, calculator: str) -> DuelSides | None:
        return next((each for each in self.sides if each.calculator == calculator), None)

    def party_of(self, calculator: str) -> PartyRows | None:
        return next((each for each in self.parties if each.calculator == calculator), None)


def numbered(prefix: str, last: int, width: int = 0) -> tuple[str, ...]:
    """Return the rule numbers `prefix-1` to `prefix-last`, padded with zeros to `width` digits."""
    return tuple(f"{prefix}-{number:0{width}}" for number in range(1, last + 1))
