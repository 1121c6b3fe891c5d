"""Write the Python of a mechanic: its scale, its outcome, its function and its calculator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules_py.authoring.mechanics.declaration import Band, Declaration, Statistic, Take
from rules_py.authoring.mechanics.dice_finder import find_dice
from rules_py.authoring.mechanics.heaps import AS_DIE, Heap, Heaps
from rules_py.authoring.mechanics.inputs import quote
from rules_py.authoring.mechanics.names import label_of, python_name
from rules_py.authoring.mechanics.syntax import (
    Both,
    Call,
    Comparison,
    Dice,
    Name,
    Node,
    Not,
    Otherwise,
    Statement,
    Within,
)
from rules_py.authoring.mechanics.translate import Translator
from rules_py.base.errors import join_or
from rules_py.calculators.scale import TONES

_DEFAULT_TONES: Mapping[int, tuple[str, ...]] = {
    1: ("mixed",),
    2: ("good", "bad"),
    3: ("good", "mixed", "bad"),
    4: ("best", "good", "mixed", "bad"),
}
_MAX_LINE = 110


def write_module(game: str, declaration: Declaration) -> str:
    """Return the Python module of the mechanic. Raises MechanicError."""
    return _Module(game, declaration).text()


class _Module:
    def __init__(self, game: str, declaration: Declaration) -> None:
        self._game, self._declared = game, declaration
        self._heaps = find_dice(declaration)
        rule = next(iter(declaration.rules), "")
        self._translator = Translator(
            self._heaps, declaration.inputs, declaration.symbols, declaration.title, rule
        )
        self._imports = {"Calculator", "Dice", "Outcome", "Scale"}
        self._fields: dict[str, str] = {}
        """The named numbers of the outcome by name, with the Python name."""

    def _code(self, key: str, node: Node) -> str:
        with self._declared.source.locating(key):
            return self._translator.code(node).text

    def text(self) -> str:
        declared = self._declared
        self._class = "".join(part.capitalize() for part in declared.id.split("_"))
        reserved = ("Outcome", "Calculator", "Dice", "Scale", "Grade", "Process", "Done", "Fraction", "Odds")
        if self._class in (*reserved, declared.id.upper()):
            self._class += "Outcome"
        rounds = [*self._rounds()] if declared.until else []
        body = [*self._play()] if declared.until else [*self._assign("throw", declared.throw)]
        self._collect_fields()
        body += [*self._notes(), *self._statistics(), *self._band(), *self._return_lines()]
        measures = [*self._measures()]
        name = "roll_once" if declared.takes else declared.id
        parts = [
            [*(f"{name} = {value}" for name, value in self._translator.constants.items()), *self._scales()],
            [*self._outcome()],
            rounds,
            [
                f"def {name}({self._parameters()}) -> {self._class}:",
                f'    """{self._doc()}"""',
                *_indent(body),
            ],
            [*self._take()] if declared.takes else [],
            [*self._calculator(measures)],
        ]
        blank_lines = [""] if parts[0] else ["", ""]
        return "\n".join([*self._header(), *blank_lines, *_separate(parts)]) + "\n"

    def _header(self) -> Iterator[str]:
        yield f'"""{_sentence(self._declared.title)}"""'
        yield ""
        needed = self._translator.imports
        if "Counter" in needed:
            yield "from collections import Counter"
        yield "from dataclasses import dataclass"
        if "Fraction" in needed:
            yield "from fractions import Fraction"
        yield ""
        names = self._imports | {each.input_class for each in self._declared.inputs}
        names |= needed - {"Counter", "Fraction"}
        line = f"from rules_py.author import {', '.join(sorted(names, key=_import_order))}"
        if len(line) <= _MAX_LINE:
            yield line
            return
        yield "from rules_py.author import ("
        yield from (f"    {name}," for name in sorted(names, key=_import_order))
        yield ")"

    def _parameters(self, first: str = "dice: Dice, *, ") -> str:
        inputs = ", ".join(f"{each.python}: {each.type_hint}" for each in self._declared.inputs)
        return f"{first}{inputs}".rstrip(", *") if not inputs else f"{first}{inputs}"

    def _arguments(self) -> str:
        return ", ".join(f"{each.python}={each.python}" for each in self._declared.inputs)

    def _doc(self) -> str:
        return f"Roll the dice and return the outcome of {quote(self._declared.title)[1:-1]}."

    def _assign(self, key: str, statements: Sequence[Statement]) -> Iterator[str]:
        for each in statements:
            with self._declared.source.locating(key):
                yield from self._translator.assign(each.name, each.value)

    # Rounds

    def _state(self) -> list[str]:
        return [each.name for each in self._declared.start]

    def _last_names(self) -> list[str]:
        """Return the names of the numbers from the last round that later lines can use."""
        declared = self._declared
        later = [*(band.condition for band in declared.bands), *(each.value for each in declared.statistics)]
        used = {part.name for node in later if node for part in node.walk() if isinstance(part, Name)}
        used |= {declared.across}
        if not declared.bands:
            used |= {"result"}
        named = dict.fromkeys(each.name for each in (*declared.start, *declared.round))
        return [each for each in named if each in used and not isinstance(self._round_heap(each), Heap)]

    def _round_heap(self, name: str) -> Heap | None:
        statements = {each.name: each.value for each in self._declared.round}
        return self._heaps.of.get(statements[name]) if name in statements else None

    def _rounds(self) -> Iterator[str]:
        self._imports |= {"Done", "Process"}
        declared = self._declared
        self._before_rounds = [*self._assign("throw", declared.throw)]
        rolled = [each.name for each in declared.throw if not self._heaps.of.get(each.value)]
        self._start = [*self._assign("start", declared.start)]
        state = [python_name(each) for each in self._state()]
        ended = [self._translator.names.get(each, python_name(each)) for each in self._last_names()]
        parameters = self._parameters("")
        parameters = ", ".join([parameters, *(python_name(each) for each in rolled)]).strip(", ")
        self._process = f"{declared.id}_rounds"
        self._process_inputs = ", ".join(
            [*(each.python for each in declared.inputs), *map(python_name, rolled)]
        )
        state_hint, end_hint = _tuple_hint(state), _tuple_hint(ended)
        yield f"def {self._process}({parameters}) -> Process[{state_hint}, {end_hint}]:"
        yield '    """Return the rounds."""'
        yield ""
        yield f"    def play(dice: Dice, state: {state_hint}) -> {state_hint} | Done[{end_hint}]:"
        yield '        """Play one round."""'
        yield f"        {_targets(state)} = state"
        yield from _indent(self._assign("round", declared.round), 8)
        assert declared.until
        yield f"        if {self._code('until', declared.until)}:"
        yield f"            return Done({_tuple(ended)})"
        yield f"        return {_tuple(state)}"
        yield ""
        yield "    return Process(play)"

    def _play(self) -> Iterator[str]:
        declared = self._declared
        assert declared.until
        yield from self._before_rounds
        yield from self._start
        state = [python_name(each) for each in self._state()]
        ended = [python_name(each) for each in self._last_names()]
        play_call = f"{self._process}({self._process_inputs}).play(dice, {_tuple(state)})"
        names = {each.name for each in declared.until.walk() if isinstance(each, Name)}
        known = {
            *self._state(),
            *(each.name for each in declared.inputs),
            *(each.name for each in declared.throw),
        }
        target = _targets(ended) if ended else "_"
        if names & {*self._state()} and names <= known | self._words() and {*ended} <= {*state}:
            yield f"if {self._translator.opposite(declared.until)}:"
            yield f"    {target} = {play_call}"
        else:
            yield f"{target} = {play_call}"

    def _words(self) -> set[str]:
        return {str(word) for each in self._declared.inputs if each.kind == "word" for word in each.choices}

    # Outcome

    def _collect_fields(self) -> None:
        declared = self._declared
        names = self._last_names() if declared.until else [each.name for each in declared.throw]
        throw = {each.name: each.value for each in declared.throw}
        for name in dict.fromkeys(names):
            heap = None if declared.until else self._heaps.of.get(throw[name])
            is_number = heap is None or (heap.form <= AS_DIE and heap.kind != "join" and not heap.is_symbols)
            if is_number and name not in self._translator.lists:
                self._fields[name] = python_name(name)
        self._result = "result" if "result" in self._fields else next(reversed(self._fields), "")
        if not declared.bands and not self._result:
            message = "nothing to read: name a number, or write bands under read"
            raise declared.source.error("throw" if declared.throw else "round", message)
        if declared.across and declared.across not in self._fields:
            message = f"“{declared.across}” isn’t a number of the outcome (expected {join_or(self._fields)})"
            raise declared.source.error("across", message)

    def _notes(self) -> Iterator[str]:
        """Yield the lines that show the computed numbers among the steps of a roll."""
        declared = self._declared
        if declared.until:
            return
        throw = {each.name: each.value for each in declared.throw}
        for name, python in self._fields.items():
            if throw[name] not in self._heaps.of and _has_dice(throw[name], self._heaps):
                label = label_of(name)
                if self._hint(python) in ("bool", "str"):
                    expression = python
                else:
                    self._imports.add("wording")
                    expression = f"wording.signed({python})"
                yield f'dice.note(f"{label}: {{{expression}}}")'

    def _statistics(self) -> Iterator[str]:
        self._measured: list[tuple[Statistic, str]] = []
        for statistic in self._declared.statistics:
            if statistic.value is None:
                continue
            if isinstance(statistic.value, Name) and statistic.value.name in self._fields:
                self._measured.append((statistic, self._fields[statistic.value.name]))
                continue
            name = python_name(statistic.name)
            if name in self._fields.values() or name == "band":
                name = f"{statistic.name}_shown"
            yield f"{name} = {self._code('show', statistic.value)}"
            if isinstance(statistic.value, (Comparison, Within, Both, Not)):
                self._translator.conditions.add(name)
            self._fields[f"show {statistic.name}"] = name
            self._measured.append((statistic, name))

    def _band(self) -> Iterator[str]:
        bands = self._declared.bands
        for number, band in enumerate(bands):
            if isinstance(band.condition, Otherwise):
                yield "else:"
            else:
                self._check_result(band)
                yield f"{'elif' if number else 'if'} {self._code('read', band.condition)}:"
            yield f'    band = "{band.key}"'
        if bands and not isinstance(bands[-1].condition, Otherwise):
            values = ", ".join(f"{each} {{{each}}}" for each in self._fields.values())
            yield "else:"
            yield f'    raise LookupError(f"{values} falls into no band")'

    def _check_result(self, band: Band) -> None:
        for node in band.condition.walk():
            if isinstance(node, Name) and node.name == "result" and "result" not in self._translator.names:
                known = join_or(self._fields)
                message = (
                    f"a range without a value is one of result, which throw doesn’t name. Write {known} in …"
                )
                raise self._declared.source.error("read", message, node.at)

    def _return_lines(self) -> Iterator[str]:
        fields = [f"{each}={each}" for each in self._fields.values()]
        fields += ["band=band"] if self._declared.bands else []
        yield f"return {self._class}({', '.join(fields)})"

    def _outcome(self) -> Iterator[str]:
        yield "@dataclass(frozen=True, kw_only=True)"
        scale = (
            "RESULT"
            if self._declared.bands
            else f'Scale("{label_of(self._result)}", "{self._fields[self._result]}")'
        )
        yield f"class {self._class}(Outcome, scale={scale}):"
        yield f'    """The outcome of {quote(self._declared.title)[1:-1]}."""'
        yield ""
        yield from (f"    {name}: {self._hint(name)}" for name in self._fields.values())
        if self._declared.bands:
            yield "    band: str"

    def _hint(self, name: str) -> str:
        return "bool" if name in self._translator.conditions else self._translator.hints.get(name, "int")

    def _scales(self) -> Iterator[str]:
        declared = self._declared
        if declared.bands:
            self._imports |= {"Grade", "by_grade"}
            yield "RESULT = Scale("
            yield '    "Result",'
            yield '    "band",'
            yield "    ("
            for band, tone in add_tones(declared.bands):
                yield f'        Grade("{band.key}", {quote(band.label)}, "{tone}"),'
            yield "    ),"
            yield ")"
        if declared.across:
            yield f'ACROSS = Scale("{label_of(declared.across)}", "{self._fields[declared.across]}")'

    def _take(self) -> Iterator[str]:
        takes = self._declared.takes
        self._imports |= {"Odds", "expand"}
        choices = "".join(self._choice(each) for each in takes)
        rank = (
            "RESULT.rank(outcome.band)" if self._declared.bands else f"outcome.{self._fields[self._result]}"
        )
        yield f"def {self._declared.id}({self._parameters()}) -> {self._class}:"
        yield '    """Roll once, or several times and take one of the outcomes."""'
        yield f"    times, best = {choices}(1, max)"
        yield f"    rolls = [roll_once(dice, {self._arguments()}) for _ in range(times)]"
        yield "    return best(rolls, key=rank)"
        yield ""
        yield ""
        yield f"def {self._declared.id}_odds({self._parameters('*, ')}) -> Odds:"
        yield '    """Return the same odds from those of one roll."""'
        yield f"    times, best = {choices}(1, max)"
        yield f"    once = Odds(*expand(lambda dice: roll_once(dice, {self._arguments()})))"
        yield "    return once.best_of(times, rank, lowest=best is min)"
        yield ""
        yield ""
        yield f"def rank(outcome: {self._class}) -> int:"
        yield '    """Return how welcome an outcome is."""'
        yield f"    return {rank}"

    def _choice(self, take: Take) -> str:
        pair = f"({take.number}, {'max' if take.better else 'min'})"
        names = {each.name: each.python for each in self._declared.inputs}
        outer, self._translator.names = self._translator.names, names
        try:
            return f"{pair} if {self._code('take', take.condition) if take.condition else 'True'} else "
        finally:
            self._translator.names = outer

    def _measures(self) -> Iterator[str]:
        declared = self._declared
        if declared.bands:
            yield 'by_grade("band", "Result", RESULT)'
        for statistic in declared.statistics:
            if statistic.value is None:
                yield from self._mean_rounds()
        for statistic, name in self._measured:
            self._imports.add(statistic.kind)
            test = f"bool(outcome.{name})" if statistic.kind == "chance" else f"outcome.{name}"
            label = (
                label_of(statistic.name)
                if statistic.kind == "chance"
                else f"Mean {label_of(statistic.name).lower()}"
            )
            yield f'{statistic.kind}("{statistic.name}", "{label}", lambda outcome: {test})'
        if not declared.bands and not declared.statistics:
            self._imports.add("mean")
            yield f'mean("mean", "Mean", lambda outcome: outcome.{self._fields[self._result]})'

    def _mean_rounds(self) -> Iterator[str]:
        if not self._declared.until:
            raise self._declared.source.error("show", "mean rounds needs rounds: start, round and until")
        if any("dice" in each for each in (*self._start, *self._before_rounds)):
            raise self._declared.source.error("show", "mean rounds needs rounds that start without dice")
        self._imports.add("value")
        yield 'value("rounds", "Mean rounds", lambda odds, inputs: mean_rounds(**inputs))'

    def _calculator(self, measures: list[str]) -> Iterator[str]:
        declared = self._declared
        if any(each.startswith('value("rounds"') for each in measures):
            yield f"def mean_rounds({self._parameters('*, ')}):"
            yield '    """Return the mean number of rounds."""'
            yield from _indent([*self._before_rounds, *self._start])
            state = _tuple([python_name(each) for each in self._state()])
            yield f"    return {self._process}({self._process_inputs}).solve({state}).steps"
            yield ""
            yield ""
        yield f"{declared.id.upper()} = Calculator("
        yield f'    "{self._game}.{declared.id}",'
        yield f"    {quote(declared.title)},"
        yield f"    {quote(declared.summary)},"
        yield "    ("
        yield from (f"        {each.declaration}," for each in declared.inputs)
        yield "    ),"
        yield f"    mechanic={declared.id},"
        if declared.takes:
            yield f"    closed_form={declared.id}_odds,"
        yield f"    scale={self._class}.scale,"
        if declared.across:
            yield "    second_scale=ACROSS,"
        if measures:
            yield "    measures=("
            yield from (f"        {each}," for each in measures)
            yield "    ),"
        if declared.rules:
            yield f"    rules=({', '.join(map(quote, declared.rules))},),"
        if declared.examples:
            yield "    examples=("
            yield from (f"        {self._example(each)}," for each in declared.examples)
            yield "    ),"
        yield f"    worst_case={self._worst()},"
        yield ")"

    def _example(self, example: Mapping[str, str]) -> str:
        names = {each.name: each.python for each in self._declared.inputs}
        for name in example:
            if name not in names:
                known = join_or(names)
                raise self._declared.source.error("examples", f"unknown input “{name}” (expected {known})")
        return "{" + ", ".join(f'"{names[name]}": {quote(value)}' for name, value in example.items()) + "}"

    def _worst(self) -> str:
        """Return the inputs of the most dice: the upper ends of all ranges."""
        largest = {each.python: each.most for each in self._declared.inputs}
        return "{" + ", ".join(f'"{name}": {quote(value)}' for name, value in largest.items()) + "}"


def add_tones(bands: Sequence[Band]) -> list[tuple[Band, str]]:
    """Return the bands from least to most welcome, each with its tone."""
    silent = [band for band in bands if not band.tone]
    number = len(silent)
    tones = _DEFAULT_TONES.get(number) or [TONES[4 - round(at * 4 / (number - 1))] for at in range(number)]
    defaults = {band.key: tone for band, tone in zip(silent, tones, strict=True)}
    toned = [(band, band.tone or defaults[band.key]) for band in bands]
    toned.reverse()
    return sorted(toned, key=lambda pair: TONES.index(pair[1]))


def _has_dice(node: Node, heaps: Heaps) -> bool:
    """Return whether the value is computed, rather than an input or a number."""
    return any(isinstance(each, (Dice, Call)) or each in heaps.of for each in node.walk())


def _targets(names: Sequence[str]) -> str:
    return ", ".join(names)


def _tuple(names: Sequence[str]) -> str:
    """Return one value unchanged, several as a tuple."""
    return names[0] if len(names) == 1 else f"({_targets(names)})"


def _tuple_hint(names: Sequence[str]) -> str:
    return "int" if len(names) == 1 else "tuple[int, ...]"


def _indent(lines: Iterator[str] | Sequence[str], by: int = 4) -> list[str]:
    return [f"{' ' * by}{line}" if line else "" for line in lines]


def _separate(parts: Sequence[Sequence[str]]) -> list[str]:
    lines: list[str] = []
    for part in parts:
        if part:
            lines += [*part] if not lines else ["", "", *part]
    return lines


def _sentence(title: str) -> str:
    return f"{title.rstrip('.')}."


def _import_order(name: str) -> tuple[int, str]:
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)
