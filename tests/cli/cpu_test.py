# SPDX-License-Identifier: MIT
"""The same results at every level of the instruction set that this machine has."""

import re
import unittest

from support import ProgramTest


class CpuLevels(ProgramTest):
    def levels(self):
        """The levels that the program itself names when it is asked for one that does not exist."""
        result = self.mce("run", "arm", environment={"MCE_CPU": "mmx"})
        self.assert_error(result, "MCE_CPU 'mmx'", "this machine has generic")
        return re.search("this machine has (.*)", result.stderr).group(1).split(", ")

    def test_signatures_are_equal(self):
        usual = self.good("signature")
        for level in self.levels():
            with self.subTest(level=level):
                self.assertEqual(self.good("signature", environment={"MCE_CPU": level}), usual)


if __name__ == "__main__":
    unittest.main()
