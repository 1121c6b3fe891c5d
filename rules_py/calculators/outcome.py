"""The outcome of a roll: the game's own fields, a verdict in words and the steps behind it."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Self

from rules_py.base.errors import DeclarationError, join_or
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.scale import Scale
from rules_py.dice.roll_steps import RollStep


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """The base of every game's outcomes: a frozen dataclass of hashable fields, equal when those are equal.

    `working` is ignored in comparisons: two ways to the same result are the same outcome of the odds. If a
    class names its scale, `class Check(Outcome, scale=RESULT)`, its `verdict` is the label of its grade.
    """

    scale: ClassVar[Scale | None] = None

    def __init_subclass__(cls, scale: Scale | None = None, **more: Any) -> None:
        super().__init_subclass__(**more)
        reserved_names = ("verdict", "working", "values", "to_json", "with_working")
        for name in cls.__dict__.get("__annotations__", {}):
            if name in reserved_names:
                message = f"the field name {name!r} is reserved. Use another name."
                raise DeclarationError(f"outcome {cls.__name__}", name, "", message=message)
        if scale is not None:
            cls.scale = scale
            cls._check_read(scale)

    @classmethod
    def _check_read(cls, scale: Scale) -> None:
        """Raise DeclarationError if the scale reads a field that the class doesn't have."""
        if isinstance(scale.of, str):
            name = scale.of.partition(".")[0]
            known = [each for base in cls.__mro__ for each in base.__dict__.get("__annotations__", {})]
            if name not in known and not hasattr(cls, name):
                expected = join_or(each for each in dict.fromkeys(known) if each not in ("scale", "working"))
                what = f"scale {scale.title!r} of {cls.__name__}"
                raise DeclarationError(what, name, expected, kind="field")

    working: tuple[RollStep, ...] = field(default=(), compare=False, repr=False)

    @property
    def verdict(self) -> str:
        """The result in words, as said aloud at the table."""
        if self.scale is None:
            name = type(self).__name__
            raise NotImplementedError(f"{name} has no verdict. Give it a scale, or write the property.")
        return self.scale.label(self.scale.key(self))

    def with_working(self, working: tuple[RollStep, ...]) -> Self:
        """Return the same outcome with the steps that led to it."""
        return replace(self, working=working)

    def values(self) -> dict[str, Any]:
        """Return the game's fields by name, without the steps."""
        return {each.name: getattr(self, each.name) for each in fields(self) if each.name != "working"}

    def to_json(self) -> dict[str, Any]:
        """Return the game's fields, `verdict` and, if dice were rolled, `working`."""
        data: dict[str, Any] = to_jsonable(self.values()) | {"verdict": self.verdict}
        return data | {"working": to_jsonable(self.working)} if self.working else data
