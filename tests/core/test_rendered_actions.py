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
    options = tuple(
        ActionOption(
            id=f"attack-{name}", title=name, button="Attack", kind="Attacks", event={}, dice=(("Wick", 6),)
        )
        for name in names
    )
    page = Reader(
        render_turn(
            registry.game("dichotomy"),
            View(title="Round 1", news="", combatants=(), turn_title="Odo", options=options),
        )
    )
    assert len(page.all("form")) == len(names)
    assert not any(set(each) & set(" \t\n") for each in page.values("id"))


def test_action_with_options_keeps_its_button_visible() -> None:
    def action_html(**more):
        option = ActionOption(
            id="hold", title="Odo holds on", button="Hold on", kind="Now", event={"do": "hold"}, **more
        )
        view = View(title="Round 1", news="", combatants=(), turn_title="Odo", options=(option,))
        return str(render_turn(registry.game("dichotomy"), view))

    how = Text("words", "How")
    with_field = action_html(more_inputs=(how,))
    assert with_field.index("How") < with_field.index("</details>") < with_field.index(">Hold on</button>")
    with_value = action_html(inputs=(Text("words", "How", start="grimly"),), dice=(("Odo", 6),))
    assert with_value.index(">Hold on<") < with_value.index("<summary>How: grimly</summary>")
    collapsed = action_html(inputs=(how,), collapsed=True)
    assert (
        collapsed.index("<summary>Odo holds on")
        < collapsed.index(">Hold on</button>")
        < collapsed.index("</details>")
    )


def test_attack_shows_its_key_chance_only() -> None:
    shares = (OutcomeShare("misses", Fraction(1, 4), "bad"), OutcomeShare("hits", Fraction(3, 4), "good"))

    def render(*options: ActionOption) -> BeautifulSoup:
        view = View(title="Round 1", news="", combatants=(), turn_title="Odo", options=options)
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

    several = render(attack("Wick"), attack("Tam"), attack("Fists", group="Fists"))
    assert len(several.select("details .tracker__shares")) == 3 and not several.select(
        "form > .tracker__shares"
    )
    assert all("Hits: 75%" in each.text for each in several.select("form > details > summary"))
    (others,) = (each for each in several.select("summary") if "Other options" in each.text)
    assert others.text == "Other options: Fists" and [
        each["id"] for each in others.parent.select("form")
    ] == ["desk-dichotomy-Fists"]
