"""An oracle that answers yes or no: a d100 against the likelihood. Doubles bring a twist."""

from dataclasses import dataclass

from rules_py.author import Calculator, Dice, Grade, NumberChoice, Outcome, Scale

LIKELY = {10: "very unlikely", 25: "unlikely", 50: "even", 75: "likely", 90: "almost certain"}
ANSWER = Scale(
    "Answer",
    "answer",
    (
        Grade("no, and", "No, and worse"),
        Grade("no", "No"),
        Grade("yes", "Yes"),
        Grade("yes, and", "Yes, and more"),
    ),
    ordered=False,
)


@dataclass(frozen=True, kw_only=True)
class Answer(Outcome, scale=ANSWER):
    answer: str


def ask(dice: Dice, *, likely: int) -> Answer:
    """Answer yes up to the likelihood; 11, 22 and so on up to 99 add a twist."""
    face = dice.d(100, label=f"Yes on {likely} or less")
    twist = ", and" if face % 11 == 0 else ""
    return Answer(answer=("yes" if face <= likely else "no") + twist)


ORACLE = Calculator(
    "recipes.oracle",
    "Ask the oracle",
    "Yes or no?",
    (NumberChoice("likely", "Likelihood", LIKELY, start=50),),
    mechanic=ask,
    scale=ANSWER,
    examples=({"likely": 90},),
    worst_case={"likely": 10},
)
