"""Data for house rules: moved from pages into a file of the book, and back."""

import re
from pathlib import Path

from hooks.pages import house_data
from rules_py import present
from rules_py.systems import registry

PAGE = (
    "<article class='a'><p>It is "
    '<span class="house-number" data-options="ember oil" data-number="[&quot;a&quot;,1]">3</span></p>'
    '<button data-calculator="ember.lamp" data-options="ember oil">Roll</button>'
    '<div class="example" data-proof="0"></div>'
    '<form><template data-part="house-fields"><input name="oil" value="&lt;1"></template></form></article>'
)
FACTS = [
    {"options": "ember oil", "number": '["a",1]'},
    {"options": "ember oil"},
    {"proof": "0"},
    {"fields": '<input name="oil" value="&lt;1">'},
]


def test_give_restores_a_page_after_take() -> None:
    marked_page, facts = house_data.take(PAGE)
    assert facts == FACTS
    assert (
        marked_page.count("data-house-mark") == 4
        and "data-number" not in marked_page
        and "<input" not in marked_page
    )
    assert '<button data-calculator="ember.lamp" data-house-mark="1">' in marked_page
    assert house_data.give(marked_page, facts) == PAGE


def test_only_pages_of_books_with_house_rules_name_a_file(tmp_path: Path) -> None:
    for address in ("ember/lamps", "ember/oil", "guide/lamps", "print/ember"):
        (tmp_path / address).mkdir(parents=True)
        (tmp_path / address / "index.html").write_text("" if address == "ember/oil" else PAGE, "utf-8")
    house_data.write(tmp_path, ["ember"])
    texts = {
        path.parent.relative_to(tmp_path).as_posix(): path.read_text("utf-8")
        for path in tmp_path.rglob("*.html")
    }
    match = re.search(r'<article data-house-rules="(ember/house-rules\.\w+\.js)"', texts["ember/lamps"])
    assert match and (tmp_path / match[1]).is_file()
    assert house_data.read(tmp_path / "ember/lamps/index.html", tmp_path) == FACTS
    assert "data-house-rules" not in texts["guide/lamps"] and "data-number" not in texts["guide/lamps"]
    paper = re.search(r'<article data-house-rules="(print/ember/house-rules\.\w+\.js)"', texts["print/ember"])
    assert paper and (tmp_path / paper[1]).is_file()
    assert "data-number" not in texts["print/ember"]


def test_form_has_fields_of_some_house_rules_in_a_template() -> None:
    calculator = registry.calculator("basic_systems.throw")
    html = present.render_calculator(calculator, {})
    form, template = house_data.take(html)[0], html.partition("<template data-part=")[2]
    assert 'name="tens"' in form and 'name="mastery_from"' not in form
    assert 'name="mastery_from"' in template.partition("</template>")[0]
    changed_form = house_data.take(present.render_calculator(calculator, {"mastery_from": 4}))[0]
    assert 'name="mastery_from"' in changed_form
    standalone_form = present.render_calculator(calculator, {}, alone=True)
    assert 'name="mastery_from"' in standalone_form and "house-fields" not in standalone_form
