# SPDX-License-Identifier: MIT
"""The report of a study: files, and the page as a real browser shows it."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import zlib

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

from support import MCE, ProgramTest

PROTOCOL = """
name = "small"
repetitions = 3
selectors = ["Uc", "G", "R"]
evaluations = 2000
resolution = 15
[[treatment]]
testbed = "rastrigin"
[[treatment]]
testbed = "arm"
[[treatment]]
testbed = "maze"
size = 6
"""


def luminance(colour):
    """Of "rgb(1, 2, 3)", as WCAG defines it."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def distinct_pixels(png):
    """Roughly how much is in a picture: blank ones compress to nearly nothing."""
    return len(zlib.compress(png))


class Report(ProgramTest):
    @classmethod
    def setUpClass(cls):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                     "--disable-background-networking", "--disable-component-update", "--disable-sync",
                     "--window-size=1200,900"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        cls.holder = tempfile.TemporaryDirectory(prefix="mce-report-")
        cls.addClassCleanup(cls.holder.cleanup)
        cls.directory = pathlib.Path(cls.holder.name)
        (cls.directory / "small.toml").write_text(PROTOCOL)
        for command in (("study", "run", "small.toml", "--out", "s.mce", "--quiet"), ("report", "s.mce", "--out", "report")):
            cls.output = subprocess.run([MCE, *command], cwd=cls.directory, capture_output=True, text=True, check=True).stdout
        cls.browser = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)

        cls.addClassCleanup(cls.browser.quit)

    def setUp(self):
        """One report for all tests: they only look at it."""

    def open(self, dark=False):
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
        for log in ("browser", "performance"):
            self.browser.get_log(log)
        self.browser.get((self.directory / "report/report.html").as_uri())

    def test_says_where_it_is(self):
        self.assertIn("Report: report/report.html", self.output)
        self.assertTrue((self.directory / "report/report.html").exists())
        tables = {path.name for path in (self.directory / "report/tables").iterdir()}
        self.assertLessEqual({"beaten.csv", "comparisons.csv", "beaten-rastrigin.md", "beaten-rastrigin.tex",
                              "robustness.csv", "robustness.md", "robustness.tex"}, tables)
        figures = {path.name for path in (self.directory / "report/figures").iterdir()}
        for kind in ("svg", "pdf", "png", "gp"):
            self.assertIn(f"rastrigin-progress.{kind}", figures)
            self.assertIn(f"robustness-map.{kind}", figures)
        self.assertIn("maze-mutation.svg", figures)
        self.assert_nothing_half_written()

    def test_opens_without_complaint_and_without_the_network(self):
        self.open()
        self.assertEqual([entry for entry in self.browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")], [])
        requests = [json.loads(entry["message"])["message"] for entry in self.browser.get_log("performance")]
        addresses = [message["params"]["request"]["url"] for message in requests
                     if message["method"] == "Network.requestWillBeSent"]
        for address in addresses:
            self.assertRegex(address, r"^(file|data):")

    def test_all_pictures_are_there(self):
        self.open()
        pictures = self.browser.find_elements(By.TAG_NAME, "img")
        self.assertGreaterEqual(len(pictures), 12)
        for picture in pictures:
            self.assertTrue(self.browser.execute_script("return arguments[0].complete && arguments[0].naturalWidth > 0", picture))
            self.assertGreater(len(picture.get_attribute("alt")), 20)
            self.assertTrue(picture.get_attribute("src").startswith("data:image/"))

    def test_no_section_is_blank_in_light_or_dark(self):
        for dark in (False, True):
            self.open(dark)
            sections = self.browser.find_elements(By.TAG_NAME, "section")
            names = [section.get_attribute("id") for section in sections]
            agreement = ["agreement"] if "agreement" in names else []
            self.assertEqual(names, ["summary", "rastrigin", "arm", "maze", "robustness", *agreement, "claims", "comparisons"])
            for section in sections:
                self.browser.execute_script("arguments[0].scrollIntoView({behavior: 'instant'})", section)
                png = self.browser.get_screenshot_as_png()
                self.assertGreater(distinct_pixels(png), 10_000, section.get_attribute("id"))
                if "SCREENSHOTS" in os.environ:
                    name = f"{section.get_attribute('id')}-{'dark' if dark else 'light'}.png"
                    (pathlib.Path(os.environ["SCREENSHOTS"]) / name).write_bytes(png)

    def test_headings_contrast_and_navigation(self):
        for dark in (False, True):
            self.open(dark)
            self.assertEqual(len(self.browser.find_elements(By.TAG_NAME, "h1")), 1)
            self.assertEqual(self.browser.find_element(By.TAG_NAME, "html").get_attribute("lang"), "en")
            background = self.browser.find_element(By.TAG_NAME, "body").value_of_css_property("background-color")
            self.assertEqual(luminance(background) < 0.5, dark)
            for selector in ("p", "a", "li", "caption", "figcaption", "td", "th", "footer", ".holds", ".fails", ".open"):
                for element in self.browser.find_elements(By.CSS_SELECTOR, selector)[:3]:
                    self.assertGreaterEqual(contrast(element.value_of_css_property("color"), background), 4.5, selector)
        for link in self.browser.find_elements(By.CSS_SELECTOR, "nav a"):
            target = link.get_attribute("href").split("#")[1]
            self.assertEqual(len(self.browser.find_elements(By.ID, target)), 1)
        levels = [int(heading.tag_name[1]) for heading in self.browser.find_elements(By.CSS_SELECTOR, "h1, h2, h3, h4")]
        for before, after in zip(levels, levels[1:]):
            self.assertLessEqual(after, before + 1, "no level is left out")

    def test_links_lead_to_files(self):
        self.open()
        for link in self.browser.find_elements(By.CSS_SELECTOR, "figcaption a"):
            self.assertTrue(pathlib.Path(link.get_attribute("href").removeprefix("file://")).exists())

    def test_nothing_scrolls_sideways_on_a_phone(self):
        self.browser.set_window_size(500, 900)
        self.addCleanup(self.browser.set_window_size, 1200, 900)
        self.open()
        self.assertLessEqual(self.browser.execute_script("return document.documentElement.scrollWidth"),
                             self.browser.execute_script("return document.documentElement.clientWidth"))

    def test_errors(self):
        self.good("study", "run", "small.toml", "--out", "part.mce", "--only", "selector=G", "--quiet")
        self.assert_error(self.mce("report", "part.mce", "--out", "other"), "part.mce", "no treatment has all its runs")
        self.assertFalse((self.directory / "other").exists())
        self.assert_error(self.mce("report", "none.mce", "--out", "other"), "none.mce")
        self.assert_error(self.mce("report", "s.mce"), "--out")
        (self.directory / "file").write_text("")
        self.assert_error(self.mce("report", "s.mce", "--out", "file"), "file")
        self.assert_error(self.mce("report", "s.mce", "--out", "other", environment={"PATH": "/nowhere"}), "gnuplot")


if __name__ == "__main__":
    unittest.main()
