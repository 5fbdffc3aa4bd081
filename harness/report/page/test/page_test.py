#!/usr/bin/python3
"""Opens reports in a browser: page_test.py FOLDER, which holds

small.html    a sweep over threads on several datasets, with a wrong answer
small_first.html  small.html with its smaller dataset first
large.html    20 solvers on 15 datasets
odd.html      12 solvers, of which one got stuck, one gave up, and one has a very wide interval
judged.html   a build against itself
datasets.html what two files of puzzles hold
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
MARKS = "svg .role-mark path, svg .role-mark rect, svg .role-mark line"


def path_of(report):
    return os.path.join(FOLDER, f"{report}.html")


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def open(self, report, size=DESKTOP, dark=False):
        self.browser.open(path_of(report), size, dark)
        self.assertEqual(self.browser.ask("return document.documentElement.dataset.ready"), "yes")

    def tearDown(self):
        self.assertEqual(self.browser.console(), [])
        self.assertEqual(self.browser.requests(), [])


class EveryReport(PageTest):
    def test_draws_marks_in_every_plot(self):
        for report in REPORTS:
            with self.subTest(report):
                self.open(report)
                self.browser.draw_all()
                marks = self.browser.ask(
                    "return [...document.querySelectorAll('figure')].filter((one) => "
                    "one.querySelector('.missing').hidden).map((one) => "
                    "[one.id, one.querySelectorAll(arguments[0]).length])", MARKS)
                self.assertGreaterEqual(len(marks), 5)
                for plot, count in marks:
                    self.assertGreater(count, 0, plot)

    def test_stays_in_the_width_of_a_phone(self):
        for report in REPORTS:
            with self.subTest(report):
                self.open(report, PHONE, dark=True)
                self.browser.draw_all()
                width = self.browser.ask("return document.documentElement.scrollWidth")
                self.assertLessEqual(width, PHONE[0])

    def test_stays_small(self):
        for report in REPORTS:
            self.assertLess(os.path.getsize(path_of(report)), 3_000_000, report)

    def test_prints_on_a4(self):
        self.open("small", dark=True)
        pdf = self.browser.command("Page.printToPDF", preferCSSPageSize=True)["data"]
        self.assertEqual(base64.b64decode(pdf)[:5], b"%PDF-")
        self.browser.wait_for("return [...document.querySelectorAll('figure')].every((one) => "
                              "one.dataset.drawn || !one.querySelector('.missing').hidden)",
                              "print to draw every plot")

    def test_says_what_cannot_be_overlooked(self):
        self.open("small")
        self.assertIn("Something went wrong", self.browser.text_of("header .alarm"))
        bad = self.browser.texts("#outcomes td.bad")
        self.assertGreater(len(bad), 0)


class Head(PageTest):
    def test_warnings_are_one_line_below_the_title(self):
        for size, dark in ((DESKTOP, False), (PHONE, True)):
            self.open("odd", size, dark)
            line = self.browser.find("header .caution")
            self.assertIn("warnings: other processes used 1.9 CPUs", line.text)
            self.assertLess(line.size["height"], 48)
            verdicts = self.browser.find("header .verdicts")
            self.assertLess(line.location["y"], verdicts.location["y"])
            self.browser.click("header .caution summary")
            self.assertIn("got stuck", self.browser.find("header .caution ul").text)

    def test_missing_answers_are_not_green(self):
        self.open("odd")
        self.assertEqual(self.browser.all("#outcomes .fine"), [])
        self.assertIn("got stuck on 100,000 puzzles", self.browser.text_of("#outcomes .gaps"))
        self.open("large")
        self.assertIn("Every puzzle was answered", self.browser.text_of("#outcomes .fine"))

    def test_an_uncertain_winner_is_not_green(self):
        self.open("odd")
        self.assertEqual(self.browser.texts(".verdicts .good .mark"), ["▲"])
        self.assertIn("dataset_01.csv: solver_00 ", self.browser.texts(".verdicts .open")[0])
        colour = "return getComputedStyle(document.querySelector(arguments[0])).color"
        self.assertNotEqual(self.browser.ask(colour, ".verdicts .open .mark"),
                            self.browser.ask(colour, ".verdicts .good .mark"))


class Hostile(PageTest):
    def test_runs_and_marks_up_nothing(self):
        self.open("hostile")
        self.browser.draw_all()
        self.assertEqual(self.browser.driver.title, "Sudoku solvers, compared")
        strangers = self.browser.ask(
            "return document.querySelectorAll('#page img, #page script, #page i, #page b, "
            "#page iframe').length")
        self.assertEqual(strangers, 0)
        self.assertEqual(self.browser.ask("return document.scripts.length"), 2)
        self.check_names()

    def check_names(self):
        """Names are whole and have their own text direction."""
        names = self.browser.texts("#results tbody th bdi")
        self.assertTrue(any(len(name) > 1_000 for name in names))
        self.assertTrue(any("<script>" in name for name in names))
        loose = self.browser.ask("return [...document.querySelectorAll('tbody th')]"
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

    def test_leave_as_csv(self):
        self.open("hostile")
        self.browser.click("#results .table .tools button")
        lines = self.browser.downloaded("results.csv").decode("utf-8-sig").split("\r\n")
        self.assertTrue(lines[0].startswith("solver,dataset,"), lines[0])
        self.assertTrue(any(line.startswith(("'=", "\"'=")) for line in lines), "no formula")


class Choices(PageTest):
    def test_reference_changes_the_matrix(self):
        self.open("small")
        self.browser.draw("speedup")
        text = "#plot-speedup svg .role-mark text"
        before = self.browser.texts(text)
        self.browser.choose("#reference select", 0)
        self.assertNotEqual(self.browser.texts(text), before)

    # Regression: the matrix changed its direction with the reference.
    def test_the_matrix_always_compares_the_row_with_the_reference(self):
        self.open("large")
        self.browser.draw("speedup")
        for reference, sign in ((0, "slower"), (19, "faster")):
            self.browser.choose("#reference select", reference)
            texts = self.browser.texts("#plot-speedup svg .role-mark text")
            ratios = [text for text in texts if text not in ("1", "tie", "void", "–")]
            slower = [text for text in ratios if text.strip("~").startswith(("0.", "1/"))]
            self.assertGreater(len(slower if sign == "slower" else set(ratios) - set(slower)),
                               0.9 * len(ratios))

    def test_the_matrix_hatches_unstable_ratios(self):
        self.open("odd")
        self.browser.draw("speedup")
        self.assertEqual(len(self.browser.all("#plot-speedup svg .mark-rule line")), 2)

    def test_the_matrix_names_files_without_endings(self):
        self.open("large")
        self.browser.draw("speedup")
        labels = self.browser.texts("#plot-speedup svg .role-axis-label text")
        self.assertIn("dataset_00", labels)
        self.assertFalse([label for label in labels if label.endswith(".csv")])

    def test_solvers_and_datasets_can_be_left_out(self):
        self.open("small")
        self.browser.draw("latency")
        rows = len(self.browser.all("#results tbody tr"))
        lines = len(self.browser.all("#plot-latency .mark-line path"))
        for picker in self.browser.all("#bar .pick"):
            box = picker.find_element("css selector", ".check input")
            self.browser.ask("arguments[0].click()", box)
        self.assertLess(len(self.browser.all("#results tbody tr")), rows)
        self.assertLess(len(self.browser.all("#plot-latency .mark-line path")), lines)

    def test_nothing_chosen_is_no_fault(self):
        self.open("small")
        self.browser.draw_all()
        self.browser.click("#bar .pick .sheet button:nth-of-type(2)")
        self.assertIn("Nothing to show", self.browser.text_of("#plot-throughput .missing"))
        self.browser.click("#bar .pick .sheet button:nth-of-type(1)")
        self.assertEqual(self.browser.text_of("#plot-throughput .missing"), "")
        self.assertTrue(self.browser.all("#plot-throughput svg"))

    def test_axes_switch(self):
        self.open("small")
        self.browser.draw("latency")
        labels = "#plot-latency .role-axis-label text"
        before = self.browser.texts(labels)
        self.browser.click("#plot-latency input[type=checkbox]")
        self.assertNotEqual(self.browser.texts(labels), before)

    def test_dataset_of_all_single_plots(self):
        self.open("small")
        self.browser.choose("#plot-latency select", 1)
        self.assertEqual(self.browser.find("#plot-cactus select").get_attribute("value"), "1")

    def test_single_plots_open_on_the_dataset_that_most_solvers_share(self):
        self.open("small_first")
        box = self.browser.find("#plot-latency select")
        self.assertEqual(self.browser.ask("return arguments[0].selectedOptions[0].text", box),
                         "rated")

    def test_profile_names_only_winners(self):
        self.open("large")
        self.browser.choose("#bar [aria-label=Threads]", 1)  # has data on single puzzles
        self.browser.draw("profile")
        sentences = self.browser.texts("#plot-profile .sentences li")
        self.assertEqual(len(sentences), 2)
        self.assertFalse([text for text in sentences if " on 0" in text or "solved 0 of" in text])

    def test_tips_have_numbers_and_intervals(self):
        self.open("small")
        self.browser.draw("throughput")
        self.browser.ask("for (const name of ['pointermove', 'mousemove'])"
                         "arguments[0].dispatchEvent(new MouseEvent(name, {bubbles: true}))",
                         self.browser.find("#plot-throughput .mark-symbol path"))
        self.assertIn("95 % interval 2.28 M/s to 2.35 M/s", self.browser.text_of("#tip"))


class Plots(PageTest):
    def draw(self, report, plot):
        self.open(report)
        self.browser.draw(plot)

    # Regression: one interval of six decades squeezed the marks of all panels.
    def test_a_wide_interval_ends_in_an_arrow(self):
        self.draw("odd", "throughput")
        marks = self.browser.ask(
            "return [...document.querySelectorAll('#plot-throughput .mark-symbol path')]"
            ".map((one) => one.getBoundingClientRect().x)")
        self.assertEqual(len(marks), 24)  # 11 solvers with a speed, and an arrow, on two datasets
        panel = self.browser.find("#plot-throughput svg").size["width"] / 2
        self.assertGreater(max(marks) - min(marks), panel)

    def test_a_bound_has_a_unit(self):
        self.draw("odd", "throughput")
        bounds = [text for text in self.browser.texts("#plot-throughput svg text") if "≤" in text]
        self.assertEqual(len(bounds), 2)
        self.assertTrue(all(text.endswith("/s") for text in bounds), bounds)

    def test_more_than_eight_solvers_differ_by_colour_or_dash(self):
        self.draw("large", "latency")
        lines = self.browser.ask(
            "return [...document.querySelectorAll('#plot-latency .mark-line path')].map((one) => "
            "one.getAttribute('stroke') + one.getAttribute('stroke-dasharray'))")
        self.assertEqual(len(lines), 20)
        self.assertEqual(len(set(lines)), 20)

    def test_solvers_have_one_order(self):
        self.draw("odd", "throughput")
        self.browser.draw("latency")
        rows = self.browser.texts("#plot-throughput .role-axis-label text")
        order = list(dict.fromkeys(text for text in rows if text.startswith("solver_")))
        self.assertEqual(len(order), 12)
        legend = self.browser.texts("#plot-latency .role-legend-label text")
        self.assertEqual([name.rstrip("*‡") for name in legend], order)
        self.assertEqual(self.browser.texts("#bar .pick:nth-of-type(1) .check"), order)
        choices = self.browser.texts("#reference select option")
        self.assertEqual(choices, order)

    # Regression: the curve of a solver that got stuck on half of the puzzles went on to 100 %.
    def test_a_stuck_solver_ends_where_its_solved_puzzles_end(self):
        self.draw("odd", "cactus")
        self.assertIn("solver_11 solves 50,000 of 100,000 puzzles and gets stuck on the others.",
                      self.browser.texts("#plot-cactus .sentences li"))
        ends = self.browser.ask(
            "return [...document.querySelectorAll('#plot-cactus .mark-line path')].map((one) => "
            "one.getBoundingClientRect().right)")
        share = min(ends) / max(ends)
        self.assertLess(share, 0.7, ends)

    def test_curves_are_steps(self):
        for plot in ("latency", "cactus", "profile"):
            self.draw("odd", plot)
            for path in self.browser.ask("return [...document.querySelectorAll(arguments[0])]"
                                         ".map((one) => one.getAttribute('d'))",
                                         f"#plot-{plot} .mark-line path"):
                self.check_steps(path)

    def check_steps(self, path):
        points = [tuple(map(float, point.split(","))) for point in path.lstrip("M").split("L")]
        for (x, y), (next_x, next_y) in zip(points, points[1:]):
            self.assertTrue(x == next_x or y == next_y, path)


class Sentences(PageTest):
    # Regression: a sentence gave the 99.99 % quantile of 3,000 puzzles.
    def test_name_no_quantile_that_the_puzzles_cannot_have(self):
        self.open("odd")
        self.browser.draw("latency")
        chunks, puzzles = self.browser.texts("#plot-latency .sentences li")[:2]
        # 100,000 puzzles in chunks of 512 are 196 times.
        self.assertRegex(chunks, "^solver_00 .*at once.*: half .*, 99 % within .*, the slowest ")
        self.assertRegex(puzzles, "^solver_01: half .*, 99.99 % within .*, the slowest within ")

    def test_say_who_wins_on_how_many_puzzles(self):
        self.open("odd")
        self.browser.draw("profile")
        self.assertIn("solver_01 is the fastest on 100,000 of 100,000 puzzles",
                      self.browser.text_of("#plot-profile .sentences"))


class Looks(PageTest):
    ground = "return getComputedStyle(document.body).backgroundColor"

    def test_follow_the_system_and_the_button(self):
        self.open("small", dark=True)
        self.assertEqual(self.browser.ask("return document.documentElement.dataset.theme"), "dark")
        dark = self.browser.ask(self.ground)
        self.browser.click("#theme")
        self.assertNotEqual(self.browser.ask(self.ground), dark)

    def test_a_link_opens_its_section(self):
        self.browser.open(path_of("small") + "#outcomes")
        top = self.browser.wait_for(
            "const top = document.getElementById('outcomes').getBoundingClientRect().top;"
            "return top < 300 ? [top] : null", "the section to be in view")
        self.assertGreater(top[0], -300)

    def test_definitions_are_one_click_away(self):
        self.open("small")
        dead = self.browser.ask(
            "return [...document.querySelectorAll('a[href^=\"#\"]')].map((one) => "
            "one.getAttribute('href')).filter((href) => !document.getElementById(href.slice(1)))")
        self.assertEqual(dead, [])


class Datasets(PageTest):
    def test_draw_a_picture_of_each_distribution(self):
        for size, dark in ((DESKTOP, False), (PHONE, True)):
            self.open("datasets", size, dark)
            self.browser.draw_all()
            bars = self.browser.ask(
                "return [...document.querySelectorAll('figure')].map((one) => "
                "one.querySelectorAll(arguments[0]).length)", MARKS)
            self.assertEqual(len(bars), 6)  # clues, solutions and guesses of two files
            self.assertTrue(all(count >= 2 for count in bars), bars)
            facts = self.browser.find("#file-0 .facts").text
            self.assertIn("exact duplicates", facts)


class Judged(PageTest):
    def test_says_the_verdict_first_and_why(self):
        for size in (DESKTOP, PHONE):
            self.open("judged", size)
            self.assertIn("PASSED: the same answers to all ", self.browser.texts(".verdicts li")[0])
            rows = self.browser.texts("#verdict tbody tr")
            self.assertEqual([row.split()[-1] for row in rows], ["same", "same"])
            width = self.browser.ask("return document.documentElement.scrollWidth")
            self.assertLessEqual(width, size[0])


class Pair(PageTest):
    # Regression: a page with two results began with the winners of each.
    def test_leads_with_what_changed(self):
        for size, dark in ((DESKTOP, False), (PHONE, True)):
            self.open("pair", size, dark)
            first = self.browser.texts(".verdicts li")[0]
            self.assertIn("day_20 against day_01: 4 of 20 speeds changed by more than", first)
            self.assertIn("solver_00 on dataset_01.csv (1 thread) −10.4 %", first)
            self.assertIn("guesses differ: solver_01 on ", first)
            self.assertEqual(self.browser.find("main > section").get_attribute("id"), "compared")

    def test_leads_with_the_verdict_of_compare(self):
        self.open("compared")
        verdicts = self.browser.texts(".verdicts li")
        self.assertIn("CHANGED: solver_01 on dataset_00.csv, guesses +50.00 %", verdicts[0])
        self.assertTrue(any("is the fastest" in text for text in verdicts), verdicts)
        sections = self.browser.all("main > section")
        self.assertEqual([one.get_attribute("id") for one in sections[:2]], ["verdict", "compared"])
        self.assertNotIn("Each build solved all puzzles once", self.browser.text_of("#verdict"))

    def test_has_a_column_of_differences(self):
        self.open("pair")
        titles = self.browser.texts("#compared thead th .sort")
        self.assertEqual(titles, ["solver", "dataset", "threads", "change", "day_01", "day_20",
                                  "guesses"])
        self.assertEqual(set(self.browser.texts("#compared td.bad")), {"−10.4 %"})
        self.assertIn("5.00 → 7.50", self.browser.text_of("#compared tbody"))

    def test_draws_both_runs_with_their_labels(self):
        self.open("pair")
        places = {"throughput": "legend-label", "latency": "legend-label",
                  "cactus": "legend-label", "profile-datasets": "legend-label",
                  "speedup": "axis-label", "guesses": "title-text"}
        for plot, place in places.items():
            self.browser.draw(plot)
            labels = " ".join(self.browser.texts(f"#plot-{plot} .role-{place} text"))
            self.assertRegex(labels, "day_01.*day_20", plot)
        lines = self.browser.ask(
            "return [...document.querySelectorAll('#plot-latency .mark-line path')].map((one) => "
            "one.getAttribute('stroke-width'))")
        self.assertEqual(sorted(lines), ["1"] * 5 + ["2"] * 5)
        marks = "#plot-throughput .mark-symbol.role-mark path"
        self.assertEqual(len(self.browser.all(marks)), 2 * 5 * 2)  # runs, solvers, datasets
        sentences = self.browser.texts("#plot-throughput .sentences li")
        self.assertTrue(all(" in day_01, " in text for text in sentences), sentences)


class Trend(PageTest):
    def test_marks_the_step(self):
        for size, dark in ((DESKTOP, False), (PHONE, True)):
            self.open("trend", size, dark)
            self.browser.draw_all()
            self.assertRegex(self.browser.text_of("#plot-trend .sentences"),
                             r"^solver_00: time \+1[01]\.\d % .* since day_15\.$")
            self.assertIn("+1", self.browser.text_of("#plot-trend svg"))
            self.assertEqual(len(self.browser.all("#plot-trend .mark-line path")), 4)
            width = self.browser.ask("return document.documentElement.scrollWidth")
            self.assertLessEqual(width, size[0])

    def test_names_results_on_its_axis(self):
        for size in (DESKTOP, PHONE):
            self.open("trend", size)
            self.browser.draw("trend")
            labels = " ".join(self.browser.texts("#plot-trend .role-axis-label text"))
            self.assertIn("day_01", labels)

    def test_has_a_table_of_ratios(self):
        self.open("trend")
        self.browser.draw("trend")
        self.browser.click("#plot-trend details summary")
        self.browser.wait_for("return document.querySelector('#plot-trend tbody tr')",
                              "the figures")
        self.assertIn("rev15", self.browser.text_of("#plot-trend tbody"))


class Downloads(PageTest):
    def test_svg_and_png_of_every_plot(self):
        self.open("small")
        self.browser.draw_all()
        for figure in self.browser.all("figure:has(.missing[hidden])"):
            plot = figure.get_attribute("id")
            name = plot.removeprefix("plot-")
            with self.subTest(plot):
                self.browser.click(f"#{plot} button[aria-label$=SVG]")
                svg = self.browser.downloaded(f"{name}.svg").decode()
                self.assertTrue(svg.startswith("<svg"))
                self.assertNotIn("<script", svg)
                self.browser.click(f"#{plot} button[aria-label$=PNG]")
                self.assertEqual(self.browser.downloaded(f"{name}.png")[:8], b"\x89PNG\r\n\x1a\n")


if __name__ == "__main__":
    FOLDER = sys.argv.pop(1)
    unittest.main(verbosity=2)
