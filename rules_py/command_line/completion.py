"""Shell completion: the possible next words of a command."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from rules_py.calculators.calculator import Calculator
from rules_py.inputs import Choice, Flag, Input, Int, ListOf, Record
from rules_py.systems import registry

BASH = r"""# Completes diceleaf's commands in bash: eval "$(diceleaf completion)", for instance in ~/.bashrc
_diceleaf() {
  local typed=${COMP_LINE:0:COMP_POINT} command=${COMP_WORDS[0]/#\~/$HOME} last word
  last=${typed##*[[:space:]]}
  COMPREPLY=()
  while IFS= read -r word; do
    # bash takes what stands behind an equals sign for a word of its own
    [[ $last == *=* ]] && word=${word#*=}
    COMPREPLY+=("$word")
  done < <("$command" complete "$typed" 2>/dev/null)
  [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace
}
complete -o default -F _diceleaf diceleaf"""

ZSH = r"""# Completes diceleaf's commands in zsh: eval "$(diceleaf completion zsh)", for instance in ~/.zshrc
_diceleaf() {
  local -a found
  local command=${words[1]/#\~/$HOME}
  found=(${(f)"$($command complete "${(j: :)words[1,CURRENT-1]} $PREFIX" 2>/dev/null)"})
  (( $#found )) || { _files; return }
  compadd -S '' -- ${(M)found:#*=}
  compadd -- ${found:#*=}
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }
compdef _diceleaf diceleaf"""

FISH = """# Completes diceleaf's commands in fish: diceleaf completion fish | source, as in config.fish
function __diceleaf
    set -l command (commandline -opc)[1]
    eval $command complete (string escape -- (commandline -cp)) 2>/dev/null
end
complete -c diceleaf -f -a '(__diceleaf)'
complete -c diceleaf -n '__fish_seen_subcommand_from sheet new' -F"""

SHELLS: Mapping[str, str] = {"bash": BASH, "zsh": ZSH, "fish": FISH}
"""The script for each shell."""

COMMANDS = ("list", "odds", "roll", "resolve", "ask", "sheet", "coverage", "new", "completion")
_KINDS: Mapping[str, Callable[[Calculator], bool]] = {
    "odds": lambda each: each.has_odds,
    "roll": lambda each: each.rolls_dice,
    "resolve": lambda each: each.rolls_dice,
    "ask": lambda each: each.answer is not None,
}
_OPTIONS = {
    "roll": ("--seed",),
    "resolve": ("--dice",),
    "new": ("--title", "--plain", "--licence", "--author", "--no-git", "--update"),
}
_WITHOUT_JSON = ("coverage", "new", "completion")
_MAX_NUMBERS = 30


def completions(line: str) -> list[str]:
    """Return the possible completions of the last word of a line."""
    words = re.split(r"\s+", line.lstrip())
    *before, last = words[1:] or [""]
    return sorted({each for each in _candidates(before, last) if each.startswith(last)})


def _candidates(before: Sequence[str], last: str) -> Iterable[str]:
    if not before:
        return COMMANDS
    command, *rest = before
    positional = [each for each in rest if not each.startswith("-")]
    if last.startswith("-"):
        return ("--help", *_OPTIONS.get(command, ()), *(() if command in _WITHOUT_JSON else ("--json",)))
    if not positional:
        return SHELLS if command == "completion" else _first(command)
    if command in _KINDS and (calculator := _calculator(positional[0])):
        return _of_inputs(calculator, positional[1:], last)
    return ()


def _first(command: str) -> Iterable[str]:
    """Return the possible words after the command."""
    games = registry.games()
    if command == "coverage":
        return [game.id for game in games]
    if command == "sheet":
        return [game.id for game in games if game.sheet]
    every = [each for game in games for each in game.calculators]
    if command == "list":
        return [*(game.id for game in games), *(each.id for each in every)]
    return [each.id for each in every if command in _KINDS and _KINDS[command](each)]


def _calculator(name: str) -> Calculator | None:
    every = (each for game in registry.games() for each in game.calculators)
    return next((each for each in every if each.id == name), None)


def _of_inputs(calculator: Calculator, words: Sequence[str], last: str) -> Iterable[str]:
    """Return names of inputs that are still missing; after an equals sign, values of one."""
    inputs = dict(_paths(calculator.inputs))
    name, equals, _ = last.partition("=")
    if equals:
        return [f"{name}={value}" for value in _values(inputs[name], last)] if name in inputs else ()
    typed_names = {each.partition("=")[0] for each in words}
    return [f"{each}=" for each in inputs if each not in typed_names]


def _paths(inputs: Iterable[Input]) -> Iterable[tuple[str, Input]]:
    for each in inputs:
        if isinstance(each, Record):
            yield from ((f"{each.name}.{part.name}", part) for part in each.fields)
        else:
            yield each.name, each


def _values(field: Input, last: str) -> Iterable[str]:
    if isinstance(field, ListOf):
        items_before = last.partition("=")[2].rpartition(",")
        return [f"{items_before[0]}{items_before[1]}{each}" for each in _values(field.item, "")]
    if isinstance(field, Flag):
        return ("yes", "no")
    if isinstance(field, Choice):
        return [str(each) for each in field.options]
    if isinstance(field, Int) and field.high - field.low < _MAX_NUMBERS:
        return [str(each) for each in range(field.low, field.high + 1)]
    return ()
