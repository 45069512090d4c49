"""A player at a browser, and actions on the pages."""

import re
import time
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Locator, Page, ViewportSize, expect

DESKTOP: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 740}


# htmx focuses fields with autofocus in a response; whether the browser does so first is random.
IGNORED_MESSAGES = "Autofocus processing was blocked"


class Player:
    """A player with a browser. It records the messages of the browser's console."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context = context
        self.url = url
        self.console_messages: list[str] = []
        self._expected: list[str] = [IGNORED_MESSAGES]
        self.page = self.new_tab()

    def new_tab(self) -> Page:
        page = self.context.new_page()
        page.on("console", lambda message: self._record_message(message.text))
        page.on("pageerror", lambda error: self._record_message(str(error)))
        return page

    def _record_message(self, text: str) -> None:
        if not any(words in text for words in self._expected):
            self.console_messages.append(text)

    def expect_status(self, *statuses: int) -> None:
        """Expect that the console reports responses with these statuses, once or several times."""
        self.expect_messages(
            *(f"{words} {status}" for status in statuses for words in ("status of", "Status Error Code"))
        )

    def expect_messages(self, *words: str) -> None:
        """Expect messages with one of these words in the console, once or several times, and no others."""
        assert self.console_messages
        assert [text for text in self.console_messages if not any(word in text for word in words)] == []
        self.console_messages.clear()
        self._expected.extend(words)

    def start_profile(self, name: str = "Second") -> Page:
        """Go from the home page to the editor of a new profile in a new list."""
        page = self.page
        page.goto(self.url)
        page.get_by_role("button", name="Start a list of Unbridled Fury").click()
        page.get_by_label("Name of the profile").fill(name)
        page.get_by_role("button", name="Add and design it").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(name)
        page.wait_for_load_state()  # before the scripts are loaded, a button leaves the page
        open_folds(page)
        return page

    def slow_connection(self, page: Page) -> None:
        """Delay each response, as on a train."""
        devtools = self.context.new_cdp_session(page)
        line = {"offline": False, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1}
        devtools.send("Network.enable")
        devtools.send("Network.emulateNetworkConditions", line)

    def slow_phone(self, page: Page) -> None:
        """Use the network that browsers call Slow 4G, and a processor four times as slow."""
        devtools = self.context.new_cdp_session(page)
        line = {"offline": False, "latency": 563, "downloadThroughput": 180_000, "uploadThroughput": 84_375}
        devtools.send("Network.enable")
        devtools.send("Network.emulateNetworkConditions", line)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": 4})


NewPlayer = Callable[..., Player]
LogIn = Callable[..., Player]


def site_link(page: Page, name: str | re.Pattern[str]) -> Locator:
    """Return the link of the masthead with this name. On a phone, open the menu first."""
    menu = page.get_by_role("banner").get_by_text("Menu", exact=True)
    if menu.is_visible():
        menu.click()
    return page.get_by_role("banner").get_by_role("link", name=name).last


def assert_fits_screen(page: Page) -> None:
    """Check that nothing is wider than the screen."""
    page.wait_for_load_state()
    assert page.locator("html").evaluate("root => root.scrollWidth <= root.clientWidth")


def total_of(page: Page) -> Locator:
    return page.locator(".total:visible").first


def wait_until_saved(page: Page) -> None:
    """Wait until all responses have arrived, and the last says that everything is saved."""
    expect(page.locator("#design.htmx-request")).to_have_count(0)
    expect(page.locator(".saved:visible").first).to_have_text("Saved")


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait for a condition, because requests of a closed page can arrive late."""
    until = time.monotonic() + 5
    while not condition():
        assert time.monotonic() < until


def number_field(page: Page, label: str) -> Locator:
    return page.get_by_label(label, exact=False).and_(page.locator(".stepper > input"))


def roster_row(page: Page, name: str) -> Locator:
    """Return the row of a profile on the page of a roster."""
    return page.locator("li.pick", has=page.locator(".name", has_text=re.compile(f"^{re.escape(name)}$")))


def open_roster_row(page: Page, name: str) -> None:
    """Open the row of a profile on the page of a roster, unless it is open."""
    if roster_row(page, name).locator("details:not([open])").count():
        roster_row(page, name).locator("summary").click()


def count_field(page: Page, name: str) -> Locator:
    """Return the number field of a profile on the page of a roster, in its open row."""
    open_roster_row(page, name)
    return page.get_by_role("textbox", name=f"How many {name}", exact=True)


def choose_option(page: Page, name: str) -> None:
    """Press the label of an option, because its radio button is hidden."""
    radio = page.get_by_role("radio", name=name)
    page.locator("label").filter(has=radio).click()
    expect(radio).to_be_checked()


def open_folds(page: Page) -> None:
    """Open all parts of the profile's form."""
    for fold in page.locator("#design details.form-part").all():
        if fold.get_attribute("open") is None:
            fold.locator("> summary").click()


def add_picks(page: Page, section: str, button: str, *names: str) -> None:
    """Open a picker in a section, add these entries, and close it."""
    part = page.locator(".form-part", has=page.get_by_role("heading", name=section, exact=True))
    open_folds(page)
    part.get_by_role("button", name=button, exact=True).click()
    for name in names:
        part.get_by_role("searchbox").fill(name)
        part.get_by_role("button", name=f"Add {name}", exact=True).click()
        expect(part.get_by_role("button", name=f"Remove {name}", exact=True)).to_have_count(2)
    part.get_by_role("button", name="Done picking").click()


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until the element has the focus."""
    expect(wanted).to_be_visible()
    for _ in range(300):  # once around the longest page
        page.keyboard.press("Tab")
        if wanted.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"the Tab key never comes to {wanted}")
