"""The pages' content security policy in browsers."""

from tests.site.browsers import Browser, alike, in_chromium, own_origin
from tests.site.test_engine import PAGE, call_engine


@alike
@own_origin
def test_rolls_work_with_the_headers_that_some_hosts_send(browser: Browser) -> None:
    browser.server.reads_headers = True
    browser.open(PAGE)
    assert call_engine(browser).get("ok")
    browser.click("dice-roller [data-part=roll]")
    browser.wait("dice-tray .outcome__verdict")
    assert browser.console_errors() == []


@in_chromium
def test_policy_blocks_injected_markup_scripts_and_styles(browser: Browser) -> None:
    """The script simulates an injection attack."""
    browser.open(PAGE)
    results = browser.eval(
        """
        const element = document.createElement("p");
        document.body.append(element);
        const errorOf = (action) => {
            try {
                action();
                return "";
            } catch (error) {
                return error.name;
            }
        };
        element.setAttribute("style", "position: fixed");
        const script = document.createElement("script");
        return [
            errorOf(() => (element.innerHTML = "<b>bold</b>")),
            errorOf(() => (script.src = "https://elsewhere.example/")),
            errorOf(() => trustedTypes.createPolicy("another", {})),
            getComputedStyle(element).position,
        ];
        """
    )
    assert results == ["TypeError", "TypeError", "TypeError", "static"]
    browser.console_errors()  # discard the reports of all four
