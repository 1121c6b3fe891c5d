"""Redirects: small pages at former addresses, and what they lead to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from hooks.base.adapter import LOG_OF_PAGES, Files
from hooks.base.errors import DirectiveError
from hooks.directives import redirect_from
from hooks.directives.pages import Page, front_matter, read_page
from hooks.mkdocs import links
from hooks.pages import redirects
from hooks.pages.redirects import Target


def a_page(name: str, *former: str) -> Page:
    head = f"---\ntitle: T\nredirect_from: [{', '.join(former)}]\n---\n"
    address = name.removesuffix("index.md").replace(".md", "/")
    return Page(f"docs/{name}", head=head, address=address, redirect_from=former)


def target(address: str, title: str, *anchors: str, canonical: str | None = None) -> Target:
    return Target(title, address, frozenset(anchors), canonical)


PAGES = [
    a_page("ember/index.md"),
    a_page("ember/moves.md", "fights.md", "../old/index.md", "gone/", "fights.html", "fights.md#hits"),
    a_page("ember/wounds.md", "fights.md#wounds", "fights.md#death", "index.md#healing"),
]
TARGETS = {
    "ember/moves.md": target("ember/moves/", "Moves & <more>", "moves", "hits", canonical="https://x.example/m/"),
    "ember/wounds.md": target("ember/wounds/", "Wounds", "wounds", "healing"),
}  # fmt: skip


def redirect_at(site: Path, name: str) -> BeautifulSoup:
    redirects.write(site, redirect_from.of_pages(PAGES), TARGETS)
    return BeautifulSoup((site / name).read_text("utf-8"), "html.parser")


def test_each_former_address_has_a_page(tmp_path: Path) -> None:
    redirects.write(tmp_path, redirect_from.of_pages(PAGES), TARGETS)
    assert sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.html")) == [
        *("ember/fights.html", "ember/fights/index.html", "ember/gone/index.html", "old/index.html")
    ]


@pytest.mark.parametrize(
    ("file", "link"),
    [
        ("ember/fights.html", "moves/"),
        ("ember/fights/index.html", "../moves/"),
        ("old/index.html", "../ember/moves/"),
    ],
)
def test_redirect_works_with_and_without_script(tmp_path: Path, file: str, link: str) -> None:
    page = redirect_at(tmp_path, file)
    assert page.p.a["href"] == link
    assert page.find("noscript").meta["content"] == f"0; url={link}"
    assert page.p.a.get_text() == "Moves & <more>"


def test_redirect_is_not_for_search_engines(tmp_path: Path) -> None:
    page = redirect_at(tmp_path, "ember/fights/index.html")
    assert page.find("meta", attrs={"name": "robots"})["content"] == "noindex"
    assert page.find("link", rel="canonical")["href"] == "https://x.example/m/"


def test_moved_sections_lead_to_their_own_pages(tmp_path: Path) -> None:
    page = redirect_at(tmp_path, "ember/fights/index.html")
    sections = {link["id"]: link["href"] for link in page.find_all("a", id=True)}
    assert sections == {
        "hits": "../moves/#hits",
        "wounds": "../wounds/#wounds",
        "death": "../wounds/",  # the page has no section of this name
    }


def test_page_that_still_exists_links_to_its_moved_sections() -> None:
    html = redirects.moved_sections("ember/", redirect_from.of_pages(PAGES), TARGETS)
    moved = BeautifulSoup(html, "html.parser").find_all(class_="moved")
    assert [(each["id"], each.a["href"]) for each in moved] == [("healing", "wounds/#healing")]
    assert redirects.moved_sections("ember/moves/", redirect_from.of_pages(PAGES), TARGETS) == ""


def test_file_of_the_author_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "ember").mkdir()
    (tmp_path / "ember/fights.html").write_text("mine")
    redirects.write(tmp_path, redirect_from.of_pages(PAGES), TARGETS)
    assert (tmp_path / "ember/fights.html").read_text() == "mine"


def test_addresses_without_folders_are_redirected(tmp_path: Path) -> None:
    rules = redirect_from.of_pages([a_page("ember/moves.md", "fights.md")], directory_urls=False)
    assert [each.file for each in rules] == ["ember/fights.html"]


OTHER = a_page("ember/wounds.md", "fights.md")


@pytest.mark.parametrize(
    ("pages", "message"),
    [
        ([a_page("ember/moves.md", "moves.md")], "expected the path of a page that no longer exists, got 'docs/ember/moves.md'"),
        ([a_page("ember/moves.md", "wounds.md"), a_page("ember/wounds.md")], "no longer exists, got 'docs/ember/wounds.md'"),
        ([a_page("ember/moves.md", "fights/"), OTHER], "'ember/fights/' is already defined at docs/ember/moves.md:3"),
        ([a_page("ember/moves.md", "fights.md#hits")], "no page redirects from ember/fights/ without an anchor"),
        ([a_page("ember/moves.md", "/fights.md")], "such as fights.md, or its address, such as fights/, got '/fights.md'"),
        ([a_page("ember/moves.md", "../../fights.md")], "got '../../fights.md'"),
        ([a_page("ember/moves.md", "https://example.org/fights")], "got 'https://example.org/fights'"),
        ([a_page("ember/moves.md", "../search/")], "got '../search/'"),
    ],
)  # fmt: skip
def test_faulty_redirect_is_named_with_its_line(pages: list[Page], message: str) -> None:
    [fault] = redirect_from.faults(pages)
    assert re.fullmatch(r"docs/ember/\w+\.md:3: redirect_from: .*", str(fault))
    assert message in str(fault)


def test_redirect_from_is_one_path_or_a_list(tmp_path: Path) -> None:
    page = tmp_path / "docs/notes.md"
    page.parent.mkdir()
    for value, expected in (("old.md", ("old.md",)), ("[a.md, b/]", ("a.md", "b/"))):
        page.write_text(f"---\ntitle: T\nredirect_from: {value}\n---\n", "utf-8")
        assert read_page(page.parent, "notes.md")[0].redirect_from == expected
    with pytest.raises(
        DirectiveError, match=r"expected a list of former paths, such as \[fights.md\], got \[1\]"
    ):
        front_matter("---\nredirect_from: [1]\n---\n", "docs/notes.md")


def test_link_to_a_former_page_names_the_new_one(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    (docs / "ember").mkdir(parents=True)
    (docs / "ember/odds.md").write_text("# Odds\n\n[Fight](fights.md#hits)\n")
    reported: list[str] = []
    links.report_dead_links(Files([]), docs, reported, redirect_from.of_pages(PAGES))
    text = "contains a link 'fights.md#hits', but the target is not found among documentation files."
    LOG_OF_PAGES.warning("Doc file '%s' %s", "ember/odds.md", text)
    links.report_dead_links(Files([]), docs, None, [])
    assert reported == ["docs/ember/odds.md:3: link 'fights.md#hits': the page has moved. Use 'moves.md'."]
