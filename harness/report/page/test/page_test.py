#!/usr/bin/python3
"""Opens reports in a browser: page_test.py FOLDER, which holds

small.html    a sweep over threads on several datasets, with a wrong answer
small_first.html  small.html with its smaller dataset first
large.html    20 solvers on 15 datasets
odd.html      12 solvers, of which one got stuck, one gave up, and one has a very wide interval
judged.html   a build against itself
trend.html    24 results, a solver of which became slower
pair.html     two of them side by side
compared.html what `compare` says of these two
hostile.html  names with markup, scripts and right-to-left marks
"""

import base64
import os
import sys
import unittest

from browser import DESKTOP, PHONE, Browser

FOLDER = ""
REPORTS = ("small", "large", "odd", "hostile")
EVERY = REPORTS + ("small_first", "judged", "trend", "pair", "compared")


def path_of(report):
    return os.path.join(FOLDER, f"{report}.html")


def setUpModule():
    PageTest.browser = Browser()


def tearDownModule():
    PageTest.browser.close()


class PageTest(unittest.TestCase):
    browser = None

    def open(self, report, size=DESKTOP, dark=False, address=""):
        self.browser.open(path_of(report), size, dark, address)
        self.assertEqual(self.browser.ask("return document.documentElement.dataset.ready"), "yes")

    def tearDown(self):
        self.assertEqual(self.browser.console(), [])
        self.assertEqual(self.browser.requests(), [])

    def choose(self, label, value):
        self.browser.choose(f"[aria-label='{label}']", value)

    def cells(self, solver):
        """Texts of a solver's row in the matrix."""
        rows = self.browser.ask("return [...document.querySelectorAll('.matrix tbody tr')]"
                                ".map((row) => [...row.cells].map((cell) => cell.textContent))")
        return next(row[1:] for row in rows if row[0].rstrip("*¶") == solver)


class EveryReport(PageTest):
    broken_words = r"""
        document.querySelectorAll("details:not(.pick)").forEach((one) => { one.open = true; });
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        const lines = () => new Set([...range.getClientRects()].map(({ top }) => top)).size;
        const found = [];
        while (texts.nextNode()) {
          const node = texts.currentNode;
          range.selectNodeContents(node);
          if (lines() < 2) continue;
          for (const { 0: word, index } of node.textContent.matchAll(/(?<!\S)[a-z]{2,24}[.,:;]?(?!\S)/gi)) {
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            if (lines() > 1) found.push(word);
          }
        }
        return found;"""

    def assert_breaks_no_word(self, report):
        if report != "hostile":  # has words of ten thousand letters
            self.assertEqual(self.browser.ask(self.broken_words), [])

    def test_fits_a_screen_and_draws_marks_in_every_plot(self):
        for report in EVERY:
            with self.subTest(report):
                self.open(report)
                self.assert_breaks_no_word(report)
                if report not in REPORTS:
                    continue
                marks = self.browser.ask(
                    "return [...document.querySelectorAll('.plot')].map((one) => "
                    "one.querySelectorAll('[data-tip]').length)")
                self.assertGreaterEqual(len(marks), 2)
                self.assertTrue(all(marks), marks)

    def test_fits_a_phone(self):
        for report in EVERY:
            with self.subTest(report):
                self.open(report, PHONE, dark=True)
                for menu in [None, *self.browser.all(".pick")]:
                    self.browser.ask("if (arguments[0]) arguments[0].open = true", menu)
                    width = self.browser.ask("return document.documentElement.scrollWidth")
                    self.assertLessEqual(width, PHONE[0])
                self.assert_breaks_no_word(report)

    def test_stays_small(self):
        for report in REPORTS:
            self.assertLess(os.path.getsize(path_of(report)), 1_300_000, report)

    def test_prints_on_a4(self):
        self.open("small", dark=True)
        pdf = self.browser.command("Page.printToPDF", preferCSSPageSize=True)["data"]
        self.assertEqual(base64.b64decode(pdf)[:5], b"%PDF-")

    def test_says_what_cannot_be_overlooked(self):
        self.open("small")
        self.assertIn("WRONG: flags gave", self.browser.text_of("header .troubles"))
        self.assertGreater(len(self.browser.texts("#outcomes td.bad")), 0)

    def test_links_lead_somewhere(self):
        self.open("small")
        dead = self.browser.ask(
            "return [...document.querySelectorAll('a[href^=\"#\"]')].map((one) => "
            "one.getAttribute('href')).filter((href) => !document.getElementById(href.slice(1)))")
        self.assertEqual(dead, [])


class FirstScreen(PageTest):
    def test_answers_in_one_sentence_and_one_matrix(self):
        for size in (DESKTOP, PHONE):
            self.open("large", size)
            self.assertRegex(self.browser.text_of(".answer"),
                             r"^solver_00 is the fastest on all 15 sets: 1\.\d+× to 2\.\d× "
                             r"faster than solver_01, the next\.$")
            self.assertLess(self.browser.find(".matrix").location["y"], size[1] / 2)
            self.assertEqual(self.cells("solver_00"), ["1×"] * 15)
            self.assertIn("No wrong answer was found", self.browser.text_of(".lines"))

    def test_names_no_winner_of_a_tie(self):
        self.open("odd")
        self.assertRegex(self.browser.text_of(".answer"),
                         "^solver_00 is the fastest on dataset_00: 1.49× .*; "
                         "solver_00 and solver_01 are too close to call on dataset_01.$")
        self.assertEqual(self.cells("solver_01")[1], "tie")

    # Regression: singles that solved nothing stood right of the fastest solver, without a mark.
    def test_marks_what_is_no_full_result(self):
        self.open("odd")
        self.assertEqual(self.cells("solver_11"), ["50.0 %"] * 2)
        self.assertTrue(all(text.startswith("≥ ") for text in self.cells("solver_10")))
        self.assertTrue(all(text.startswith("~") for text in self.cells("solver_08")))
        self.assertEqual(len(self.browser.all(".matrix .hatched")), 4)
        self.assertIn("%: got stuck", self.browser.text_of("#matrix .note"))

    def test_tells_the_interval_to_pointer_and_keyboard(self):
        self.open("odd")
        self.browser.ask("document.querySelector('.matrix tr:nth-of-type(2) td').focus()")
        tip = self.browser.text_of("#tip")
        self.assertRegex(tip, r"^solver_01 on dataset_00.*1\.49× slower than solver_00 "
                              r"\(95 % interval 1\.4\d–1\.5\d\)")
        self.browser.ask("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape'}))")
        self.assertFalse(self.browser.find("#tip").is_displayed())

    def test_a_reference_changes_numbers_and_sentence(self):
        self.open("large")
        self.choose("Against", 3)
        self.assertIn("than solver_03", self.browser.text_of(".answer"))
        self.assertEqual(self.browser.text_of(".matrix caption"), "Speed against solver_03")
        self.assertEqual(self.cells("solver_03"), ["1×"] * 15)
        self.assertTrue(all(text.endswith(" faster") for text in self.cells("solver_00")))
        self.assertTrue(all(text.endswith(" slower") for text in self.cells("solver_19")))

    def test_leads_to_the_plots_of_a_set_and_a_solver(self):
        self.open("odd")
        self.browser.click(".matrix thead th:nth-of-type(3) button")
        self.assertIn("on dataset_01", self.browser.text_of("#speed figcaption"))
        self.browser.click(".matrix tbody tr:nth-of-type(3) button")
        self.assertEqual(self.browser.text_of("#latency .chosen .name"), "solver_03")

    def test_keeps_the_view_in_the_address(self):
        self.open("odd")
        self.choose("Against", 3)
        self.choose("Set", 1)
        self.browser.click("#bar-selection .pick:nth-of-type(1) .check input")
        address = self.browser.ask("return location.hash")
        texts = [self.browser.text_of(part) for part in (".answer", ".matrix", "#speed")]
        self.open("odd", address=address)
        self.assertEqual([self.browser.text_of(part) for part in (".answer", ".matrix", "#speed")],
                         texts)
        self.assertNotIn("solver_00", texts[1])
        self.browser.ask("location.hash = '#outcomes'")
        self.browser.wait_for("return location.hash.startsWith('#outcomes&')", "the view to stay")

    def test_menus_close_on_escape_and_on_a_click_elsewhere(self):
        self.open("odd")
        closers = ("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape'}))",
                   "document.querySelector('h1').click()")
        for closer in closers:
            self.browser.click("#bar-selection .pick summary")
            self.assertTrue(self.browser.all(".pick[open]"))
            self.browser.ask(closer)
            self.assertFalse(self.browser.all(".pick[open]"))

    def test_solvers_that_got_stuck_are_marked_in_the_matrix(self):
        self.open("odd")
        self.assertIn("¶", self.browser.text_of("#matrix"))
        self.open("small")
        self.assertNotIn("¶", self.browser.text_of("#matrix"))


class Hostile(PageTest):
    def test_runs_and_marks_up_nothing(self):
        self.open("hostile")
        self.assertEqual(self.browser.driver.title, "Sudoku solvers, compared")
        strangers = self.browser.ask(
            "return document.querySelectorAll('#page img, #page script, #page i, #page b, "
            "#page iframe').length")
        self.assertEqual(strangers, 0)
        self.assertEqual(self.browser.ask("return document.scripts.length"), 2)
        # Names are whole and have their own text direction.
        names = self.browser.texts("#results tbody th bdi")
        self.assertTrue(any(len(name) > 1_000 for name in names))
        self.assertTrue(any("<script>" in name for name in names))
        loose = self.browser.ask("return [...document.querySelectorAll('.table tbody th')]"
                                 ".filter((cell) => !cell.querySelector('bdi')).length")
        self.assertEqual(loose, 0)


class Tables(PageTest):
    column = "#results thead th:nth-child({})"

    def values(self, column):
        return self.browser.texts(f"#results tbody tr > :nth-child({column})")

    def test_sort_both_ways(self):
        self.open("small")
        titles = self.browser.texts("#results thead th .sort")
        column = titles.index("time") + 1
        before = self.values(column)
        head = self.column.format(column)
        self.browser.click(f"{head} .sort")
        self.assertEqual(self.browser.find(head).get_attribute("aria-sort"), "ascending")
        rising = self.values(column)
        self.assertNotEqual(rising, before)
        self.browser.click(f"{head} .sort")
        self.assertEqual(self.browser.find(head).get_attribute("aria-sort"), "descending")
        numbers = [value for value in self.values(column) if value != "–"]
        self.assertEqual(numbers, [value for value in reversed(rising) if value != "–"])

    def test_show_the_speed_up_guesses_and_memory_without_scrolling(self):
        firsts = {"small": ["dataset", "threads", "puzzles/s", "speed-up", "guesses", "memory"],
                  "odd": ["dataset", "puzzles/s", "speed-up", "solved", "guesses", "memory"]}
        for report, first in firsts.items():
            self.open(report, (1400, 900))
            titles = self.browser.texts("#results thead th .sort")
            self.assertEqual(titles[1:len(first) + 1], first)
            end = self.browser.find(self.column.format(len(first) + 1)).rect
            self.assertLessEqual(end["x"] + end["width"], 1400, report)

    # Regression: a phone showed a quarter of the columns, and scrolled the names out of sight.
    def test_fit_a_phone_until_the_reader_wants_all_columns(self):
        overflow = "const one = document.querySelector('#results .scroll');" \
                   "return one.scrollWidth - one.clientWidth"
        for report in ("small", "pair"):
            self.open(report, PHONE)
            self.assertLessEqual(self.browser.ask(overflow), 0, report)
            self.assertRegex(self.browser.find("#results tbody th").text, r"\S, .*\d threads?$")
            self.browser.click("#results .switch")
            self.assertGreater(self.browser.ask(overflow), 100)
            left = "document.querySelector('#results .scroll').scrollLeft = 400;" \
                   "return document.querySelector('#results tbody th').getBoundingClientRect().x"
            self.assertGreaterEqual(self.browser.ask(left), 0)

    def test_filter_by_words(self):
        self.open("small")
        all_rows = len(self.values(1))
        name = self.values(1)[0]
        self.browser.find("#results input[type=search]").send_keys(name)
        self.assertLess(len(self.values(1)), all_rows)
        self.assertIn("rows", self.browser.text_of("#results .count"))

    def test_nothing_chosen_is_no_fault(self):
        self.open("small")
        self.browser.click("#bar-selection .pick .sheet button:nth-of-type(2)")
        self.assertIn("Nothing to show", self.browser.text_of("#speed figure"))
        self.assertEqual(self.values(1), [])
        self.browser.click("#bar-selection .pick .sheet button:nth-of-type(1)")
        self.assertTrue(self.browser.all("#speed svg"))


class Plots(PageTest):
    def names(self, plot):
        return [name.rstrip("*¶") for name in
                self.browser.texts(f"#{plot} .row .name")]

    # Regression: plots opened on the first dataset, or on the largest and easiest one.
    def test_open_on_the_most_telling_set(self):
        self.open("small_first")
        self.assertIn("on rated", self.browser.text_of("#speed figcaption"))

    def test_have_the_fastest_first_and_those_who_did_less_below(self):
        self.open("odd")
        names = self.names("speed")
        self.assertEqual(names[0], "solver_00")
        self.assertEqual(names[-2:], ["solver_11", "solver_10"])
        figures = self.browser.texts("#speed .figure")
        self.assertRegex(figures[-2], r"/s, solves 50.0 %$")
        self.assertRegex(figures[-1], r"^≤ .*/s$")

    # Regression: one interval of six decades squeezed the marks of all rows.
    def test_a_wide_interval_ends_in_an_arrow(self):
        self.open("odd")
        self.assertEqual(len(self.browser.all("#speed .arrow")), 2)  # and one of a bound
        marks = self.browser.ask("return [...document.querySelectorAll('#speed circle')]"
                                 ".map((one) => one.getBoundingClientRect().x)")
        self.assertGreater(max(marks) - min(marks), 400)

    def test_a_sample_is_hollow(self):
        self.open("small")
        self.assertTrue(self.browser.all("#speed .hollow"))

    def test_batch_solvers_have_no_latency_of_a_puzzle(self):
        self.open("odd")
        for plot in ("latency", "cactus"):
            self.assertNotIn("solver_00", self.browser.text_of(f"#{plot} svg"))
        self.assertRegex(self.browser.text_of("#latency .note"),
                         r"Apart, because .*: solver_00\* \(512 at once\)")

    # Regression: a sentence gave the 99.99 % quantile of 3,000 puzzles.
    def test_name_no_quantile_that_the_puzzles_cannot_have(self):
        self.open("small")
        self.assertIn("99.99 %", self.browser.text_of("#latency figcaption"))
        tips = self.browser.ask("return [...document.querySelectorAll('#latency .row')]"
                                ".map((one) => one.dataset.tip)")
        few = next(tip for tip in tips if tip.startswith("naive"))  # 412 puzzles
        self.assertIn("99 %", few)
        self.assertNotIn("99.9 %", few)

    # Regression: the curve of a solver that got stuck on half of the puzzles went on to 100 %.
    def test_a_stuck_solver_has_no_curve(self):
        self.open("odd")
        self.assertNotIn("solver_11", self.browser.text_of("#cactus svg"))
        self.assertRegex(self.browser.text_of("#cactus"),
                         r"Left out, as timed per batch or stuck: .*solver_11¶")

    def test_name_lines_at_their_ends_and_colour_one(self):
        self.open("large")
        self.assertEqual(len(self.browser.all("#cactus .line")), 19)
        self.assertEqual(len(self.browser.all("#cactus .line.chosen")), 1)
        places = self.browser.ask("return [...document.querySelectorAll('#cactus .line > .name')]"
                                  ".map((one) => one.getBoundingClientRect().y).sort((a, b) => a - b)")
        self.assertTrue(all(b - a > 10 for a, b in zip(places, places[1:])), places)
        self.choose("In colour", 5)
        self.assertEqual(self.browser.text_of("#cactus .chosen .name"), "solver_05")

    def test_scaling_has_an_ideal(self):
        self.open("small")
        self.choose("Set", 1)
        self.assertTrue(self.browser.all("#scaling .ideal"))
        self.assertRegex(self.browser.text_of("#scaling figcaption"),
                         r"× faster on 2 threads than on 1, .* % of the ideal")


class Looks(PageTest):
    ground = "return getComputedStyle(document.body).backgroundColor"

    def test_follow_the_system(self):
        grounds = set()
        for dark in (False, True):
            self.open("small", dark=dark)
            grounds.add(self.browser.ask(self.ground))
        self.assertEqual(len(grounds), 2)

    def test_a_link_opens_its_section(self):
        self.open("small", address="#outcomes")
        top = self.browser.ask(
            "return document.getElementById('outcomes').getBoundingClientRect().top")
        self.assertLess(abs(top), 300)


class Judged(PageTest):
    def test_says_the_verdict_first_and_why(self):
        for size in (DESKTOP, PHONE):
            self.open("judged", size)
            self.assertIn("PASSED: the same answers to all ", self.browser.text_of(".answer"))
            rows = self.browser.texts("#verdict tbody tr")
            self.assertEqual([row.split()[-1] for row in rows], ["same", "same"])


class Pair(PageTest):
    # Regression: a page with two results began with the winners of each, and spoke of speeds.
    def test_leads_with_what_changed(self):
        self.open("pair")
        first, second = self.browser.texts(".answer")
        self.assertEqual(first, "day_20 against day_01: 4 of 20 times changed clearly.")
        self.assertRegex(second, r"^Times: solver_00 on dataset_0\d \(\d threads?\) \+11\.6 %, ")
        self.assertIn("Guesses differ: solver_01 on ", second)
        self.assertEqual(self.browser.find("main > section").get_attribute("id"), "changes")

    def test_leads_with_the_verdict_of_compare(self):
        self.open("compared")
        self.assertIn("solver_01 on dataset_00.csv, guesses +50.00 %",
                      self.browser.text_of(".answer"))
        self.assertIn("is the fastest", self.browser.text_of(".lines"))
        sections = self.browser.all("main > section")
        self.assertEqual([one.get_attribute("id") for one in sections[:2]], ["verdict", "changes"])
        self.assertNotIn("Each build solved all puzzles once", self.browser.text_of("#verdict"))
        # Regression: a change of nothing had a sign.
        figures = self.browser.texts("#verdict .figure")
        self.assertTrue(any(text.startswith("+11.") for text in figures), figures)
        self.assertFalse([text for text in figures if text in ("−0.0 %", "+0.0 %")])

    def test_has_a_column_of_changes_of_time(self):
        self.open("pair")
        titles = self.browser.texts("#changes thead th .sort")
        self.assertEqual(titles,
                         ["solver", "dataset", "threads", "change of time", "day_01", "day_20"])
        self.assertEqual(set(self.browser.texts("#changes td.bad")), {"+11.6 %"})

    def test_draws_both_runs(self):
        self.open("pair")
        self.assertEqual(len(self.browser.all("#speed circle")), 2 * 5)
        self.assertEqual(len(self.browser.all("#speed circle.old")), 5)
        self.assertIn("grey: day_01, in colour: day_20", self.browser.text_of("#speed .note"))
        for plot in ("latency", "cactus"):
            self.assertRegex(self.browser.text_of(f"#{plot} svg"), r"\(day_01\).*\(day_20\)")


class Trend(PageTest):
    # Regression: the page began with the winners of all 24 results.
    def test_leads_with_the_steps(self):
        for size, dark in ((DESKTOP, False), (PHONE, True)):
            self.open("trend", size, dark)
            first, second = self.browser.texts(".answer")
            self.assertEqual(first, "4 steps in 16 series of ratios to solver_04.")
            self.assertRegex(second, r"^solver_00 on dataset_00 \(1 thread\): time \+1[01]\.\d % "
                                     r".* since day_15; .*, and 1 more\.$")
            self.assertEqual(len(self.browser.texts(".lines details")), 3)
            self.assertEqual(self.browser.text_of("#trend .step text")[:2], "+1")
            self.assertEqual(len(self.browser.all("#trend .curve")), 4)
            self.assertIn("day_01", self.browser.text_of("#trend svg"))
            self.assertIn("rev15", self.browser.text_of("#trend tbody"))


if __name__ == "__main__":
    FOLDER = sys.argv.pop(1)
    unittest.main(verbosity=2)
