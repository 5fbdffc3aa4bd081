#!/usr/bin/python3
"""Checks reports with axe-core for serious violations: accessibility_test.py FOLDER AXE, where AXE
is axe.min.js (npm: axe-core)."""

import os
import sys
import unittest

from browser import DESKTOP, PHONE, Browser, skip

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
RUN = """
const done = arguments[arguments.length - 1];
axe.run(document, {runOnly: arguments[0], resultTypes: ["violations"]}).then(
  (result) => done(result.violations.map((one) =>
    [one.impact, one.id, one.help, one.nodes.slice(0, 3).map((node) => node.html)])),
  (error) => done([["critical", "axe", String(error), []]]));
"""
CASES = [("small", DESKTOP, False), ("small", PHONE, True), ("odd", PHONE, True),
         ("compared", DESKTOP, False), ("pair", PHONE, True),
         ("hostile", DESKTOP, False), ("trend", DESKTOP, False), ("trend", PHONE, True)]


class Accessibility(unittest.TestCase):
    def test_nothing_serious(self):
        browser = Browser()
        self.addCleanup(browser.close)
        browser.driver.set_script_timeout(600)
        with open(AXE, encoding="utf-8") as file:
            axe = file.read()
        for report, size, dark in CASES:
            with self.subTest(report=report, size=size, dark=dark):
                browser.open(os.path.join(FOLDER, f"{report}.html"), size, dark)
                browser.ask(axe)
                found = browser.driver.execute_async_script(RUN, RULES)
                serious = [one for one in found if one[0] in ("serious", "critical")]
                self.assertEqual(serious, [])


if __name__ == "__main__":
    FOLDER, AXE = sys.argv.pop(1), sys.argv.pop(1)
    if not os.path.exists(AXE):
        skip("accessibility was not checked: axe-core is not there (npm install axe-core)")
    unittest.main(verbosity=2)
