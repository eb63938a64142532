# SPDX-License-Identifier: MIT
"""Prints scipy_values.hpp: samples, and what SciPy 1.10 says of them. The tests themselves need no SciPy.
  /usr/bin/python3 tests/analysis/scipy_values.py > tests/analysis/scipy_values.hpp   # Debian: python3-scipy
"""
import random

import numpy
from scipy import special, stats


def normal(seed, count, mean, deviation, digits=4):
    random_numbers = random.Random(seed)
    return [round(random_numbers.gauss(mean, deviation), digits) for _ in range(count)]


SAMPLES = {
    "two against two": ([1.5, 2.5], [2.0, 4.0]),
    "three against four": ([0.1, 0.4, 0.9], [0.2, 0.5, 1.1, 1.3]),
    "three against four, all higher": ([5.0, 6.0, 7.0], [1.0, 2.0, 3.0, 4.0]),
    "eight against eight": (normal(1, 8, 0, 1), normal(2, 8, 1, 1)),
    "nine against nine": (normal(3, 9, 0, 1), normal(4, 9, 1, 1)),
    "eight against thirty": (normal(5, 8, 0.5, 0.1), normal(6, 30, 0.4, 0.1)),
    "eight against a hundred": (normal(7, 8, 0.5, 0.1), normal(8, 100, 0.3, 0.05)),
    "unequal sizes and variances": (normal(9, 5, 10, 5), normal(10, 40, 12, 0.5)),
    "no difference": (normal(11, 25, 3, 1), normal(12, 25, 3, 1)),
    "few ties": ([3, 1, 4, 1, 5], [9, 2, 6, 5, 3, 5]),
    "many ties": (normal(13, 40, 5, 1.5, 0), normal(14, 50, 6, 1.5, 0)),
    "the same sample": (normal(15, 12, 1, 1), normal(15, 12, 1, 1)),
    "one side constant": ([2.0] * 10, normal(16, 10, 2.5, 0.4)),
    "tiny p": (normal(19, 30, 0.9, 0.01), normal(20, 30, 0.5, 0.02)),
    "p hardly above the smallest double": (normal(21, 100, 1, 0.0109), normal(22, 100, 0, 0.0136)),
    "related": (normal(23, 30, 0, 1), [round(x + e, 1) for x, e in zip(normal(23, 30, 0, 1), normal(24, 30, 0, 1))]),
}
ONE_VALUE = {
    "one against one": ([1.0], [2.0]),
    "one against nine": ([5.0], [1.0, 2.0, 3.0, 4.0, 6.0, 7.0, 8.0, 9.0, 10.0]),
    "one above nineteen": ([20.0], [float(i) for i in range(1, 20)]),
}


def welch_degrees(a, b):
    va, vb = numpy.var(a, ddof=1) / len(a), numpy.var(b, ddof=1) / len(b)
    return (va + vb) ** 2 / (va**2 / (len(a) - 1) + vb**2 / (len(b) - 1))


def hedges_g(a, b):
    degrees = len(a) + len(b) - 2
    squares = numpy.var(a) * len(a) + numpy.var(b) * len(b)
    correction = numpy.exp(special.gammaln(degrees / 2) - special.gammaln((degrees - 1) / 2)) / numpy.sqrt(degrees / 2)
    return correction * (numpy.mean(a) - numpy.mean(b)) / numpy.sqrt(squares / degrees)


def confidence_interval(level, a):
    # stats.t.interval is right to nine digits only (its quantile of 99.5 % with 3 degrees is 5.8409092998, not …3097).
    degrees = len(a) - 1
    reach = numpy.sqrt(degrees * (1 / special.betaincinv(degrees / 2, 0.5, 1 - level) - 1)) * stats.sem(a)
    return numpy.mean(a) - reach, numpy.mean(a) + reach


def number(value):
    return repr(float(value)).replace("nan", "NAN")


def braces(values):
    return "{" + ", ".join(map(number, values)) + "}"


def entry(name, a, b, fields):
    print(f'    {{.name = "{name}",\n     .first = {braces(a)},\n     .second = {braces(b)},')
    print(",\n".join(f"     .{key} = {value}" for key, value in fields.items()) + "},")


def mann_whitney(a, b):
    test = stats.mannwhitneyu(a, b, alternative="two-sided", method="auto")
    return {"u": number(test.statistic), "mann_whitney_p": number(test.pvalue)}


def rank_correlation(a, b):
    return stats.spearmanr(a, b).correlation if len(a) == len(b) and len(set(a)) > 1 else numpy.nan


print("""// SPDX-License-Identifier: MIT
// Printed by scipy_values.py.
// clang-format off
#pragma once

#include <cmath>
#include <vector>

namespace mce::test {

struct ScipyValues {
  const char* name;
  std::vector<double> first, second;
  double u = NAN, mann_whitney_p = NAN;
  double mean = NAN, deviation = NAN;  // of the second sample
  std::vector<double> interval95 = {}, interval99 = {};
  double statistic = NAN, degrees = NAN, welch_p = NAN, hedges_g = NAN;
  double rank_correlation = NAN;  // of samples that are equally large and not constant
};
""")
print("inline const std::vector<ScipyValues> kScipyValues = {")
for name, (a, b) in SAMPLES.items():
    welch = stats.ttest_ind(a, b, equal_var=False)
    entry(name, a, b, mann_whitney(a, b) | {
        "mean": number(numpy.mean(b)), "deviation": number(numpy.std(b, ddof=1)),
        "interval95": braces(confidence_interval(0.95, b)), "interval99": braces(confidence_interval(0.99, b)),
        "statistic": number(welch.statistic), "degrees": number(welch_degrees(a, b)),
        "welch_p": number(welch.pvalue), "hedges_g": number(hedges_g(a, b)),
        "rank_correlation": number(rank_correlation(a, b))})
print("};\n")
print("inline const std::vector<ScipyValues> kScipyValuesOfOne = {")
for name, (a, b) in ONE_VALUE.items():
    entry(name, a, b, mann_whitney(a, b))
print("};\n\n}  // namespace mce::test")
