"""Headless Chromium that records the console messages and requests of pages. It uses full paths,
because other Pythons and drivers may come first in PATH."""

import json
import os
import shutil
import sys
import tempfile
import time

SKIPPED = 77  # exit status of a skipped test, for ctest
CHROMIUM = "/usr/bin/chromium"
DRIVER = "/usr/bin/chromedriver"


def skip(reason):
    """Ends the test as skipped; scripts/test prints the line after this one."""
    print(f"{os.path.basename(sys.argv[0])}: Skipped\n{reason}", flush=True)
    sys.exit(SKIPPED)


try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import Select
except ImportError:
    skip("pages were not opened in a browser: package python3-selenium is not installed")
if not (os.path.exists(CHROMIUM) and os.path.exists(DRIVER)):
    skip("pages were not opened in a browser: packages chromium, chromium-driver are not installed")

DESKTOP = (1200, 900)
PHONE = (390, 844)


def options_of(profile):
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for switch in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage",
                   f"user-data-dir={profile}"):
        options.add_argument(f"--{switch}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return options


class Browser:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="report-page-")
        options = options_of(os.path.join(self.folder, "profile"))
        self.driver = webdriver.Chrome(service=Service(DRIVER), options=options)

    def close(self):
        self.driver.quit()
        shutil.rmtree(self.folder, ignore_errors=True)

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def resize(self, size):
        self.command("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1],
                     deviceScaleFactor=1, mobile=size[0] < 700)

    def open(self, path, size=DESKTOP, dark=False, address=""):
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.command("Emulation.setEmulatedMedia", features=[scheme])
        self.resize(size)
        self.driver.get("about:blank")
        self.console(), self.requests()  # discards those of other pages
        self.driver.get(f"file://{os.path.abspath(path)}{address}")

    def ask(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait_for(self, script, what, *arguments):
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            answer = self.ask(script, *arguments)
            if answer:
                return answer
            time.sleep(0.05)
        raise AssertionError(f"waited half a minute for {what}")

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def choose(self, selector, value):
        Select(self.find(selector)).select_by_value(str(value))

    def click(self, selector):
        # Clicks by script, because the bar at the top of the page may cover the element.
        self.ask("arguments[0].click()", self.find(selector))

    def text_of(self, selector):
        return self.ask("return arguments[0].textContent", self.find(selector))

    def texts(self, selector):
        return self.ask("return [...document.querySelectorAll(arguments[0])]"
                        ".map((one) => one.textContent)", selector)

    def console(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self):
        """Addresses that the page requested, except its own and embedded data."""
        messages = [json.loads(entry["message"])["message"]
                    for entry in self.driver.get_log("performance")]
        asked = [message["params"]["request"]["url"] for message in messages
                 if message["method"] == "Network.requestWillBeSent"]
        return [url for url in asked if not url.startswith(("file:", "data:", "blob:", "about:"))]
