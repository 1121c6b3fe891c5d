"""Actions of a tracker as pages offer them."""

from fractions import Fraction

from bs4 import BeautifulSoup

from rules_py.inputs import Text
from rules_py.present.actions import render_turn
from rules_py.systems import registry
from rules_py.tracker import ActionOption, OutcomeShare, View
from tests.core.strict_reader import Reader


def test_actions_against_similar_names_have_unique_ids() -> None:
    names = ("Red hood", "Red_hood", "Red%20hood", "Red\thood", "Red", "Red--dice.0")
    acts = tuple(
        ActionOption(
            id=f"attack-{name}", title=name, button="Attack", kind="Attacks", event={}, dice=(("Wick", 6),)
        )
        for name in names
    )
    page = Reader(
        render_turn(
            registry.game("dichotomy"),
            View(title="Round 1", news="", combatants=(), turn_title="Odo", options=acts),
        )
    )
    assert len(page.all("form")) == len(names)
    assert not any(set(each) & set(" \t\n") for each in page.values("id"))


def test_action_with_options_keeps_its_button_visible() -> None:
    def action_html(**more):
        act = ActionOption(
            id="hold", title="Odo holds on", button="Hold on", kind="Now", event={"do": "hold"}, **more
        )
        view = View(title="Round 1", news="", combatants=(), turn_title="Odo", options=(act,))
        return str(render_turn(registry.game("dichotomy"), view))

    how = Text("words", "How")
    rest = action_html(more_inputs=(how,))
    assert rest.index("How") < rest.index("</details>") < rest.index(">Hold on</button>")
    chosen = action_html(inputs=(Text("words", "How", start="grimly"),), dice=(("Odo", 6),))
    assert chosen.index(">Hold on<") < chosen.index("<summary>How: grimly</summary>")
    folded = action_html(inputs=(how,), collapsed=True)
    assert (
        folded.index("<summary>Odo holds on") < folded.index(">Hold on</button>") < folded.index("</details>")
    )


def test_attack_shows_its_key_chance_only() -> None:
    shares = (OutcomeShare("misses", Fraction(1, 4), "bad"), OutcomeShare("hits", Fraction(3, 4), "good"))

    def drawn(*acts: ActionOption) -> BeautifulSoup:
        view = View(title="Round 1", news="", combatants=(), turn_title="Odo", options=acts)
        return BeautifulSoup(render_turn(registry.game("dichotomy"), view), "html.parser")

    def attack(name: str, **more) -> ActionOption:
        matters = ("hits", Fraction(3, 4))
        return ActionOption(
            id=name,
            title=name,
            button="Attack",
            kind="Attacks",
            event={},
            shares=shares,
            **more,
            key_chance=matters,
        )

    several = drawn(attack("Wick"), attack("Tam"), attack("Fists", group="Fists"))
    assert len(several.select("details .tracker__shares")) == 3 and not several.select(
        "form > .tracker__shares"
    )
    assert all("Hits: 75%" in each.text for each in several.select("form > details > summary"))
    (others,) = (each for each in several.select("summary") if "Other options" in each.text)
    assert others.text == "Other options: Fists" and [
        each["id"] for each in others.parent.select("form")
    ] == ["desk-dichotomy-Fists"]
