"""Tests in browsers of the pages' content security policy."""

from tests.site.browsers import Browser, alike, in_chromium, own_origin
from tests.site.test_engine import PAGE, ask


@alike
@own_origin
def test_rolls_work_with_the_headers_that_some_hosts_send(browser: Browser) -> None:
    browser.server.reads_headers = True
    browser.open(PAGE)
    assert ask(browser).get("ok")
    browser.click("dice-roller [data-part=roll]")
    browser.wait("dice-tray .outcome__verdict")
    assert browser.console_errors() == []


@in_chromium
def test_policy_blocks_injected_markup_scripts_and_styles(browser: Browser) -> None:
    """The text stands for an attack that has found its way into the page."""
    browser.open(PAGE)
    blocked = browser.eval(
        """
        const given = document.createElement("p");
        document.body.append(given);
        const refused = (act) => {
            try {
                act();
                return "";
            } catch (error) {
                return error.name;
            }
        };
        given.setAttribute("style", "position: fixed");
        const script = document.createElement("script");
        return [
            refused(() => (given.innerHTML = "<b>bold</b>")),
            refused(() => (script.src = "https://elsewhere.example/")),
            refused(() => trustedTypes.createPolicy("another", {})),
            getComputedStyle(given).position,
        ];
        """
    )
    assert blocked == ["TypeError", "TypeError", "TypeError", "static"]
    browser.console_errors()  # which tell of all four
