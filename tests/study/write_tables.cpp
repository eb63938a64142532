// SPDX-License-Identifier: MIT
// Writes into the directory it is given the tables that numpy_test.py reads.
#include <filesystem>
#include <limits>

#include "mce/run/files.hpp"
#include "mce/study/npz.hpp"

int main(int /*count*/, char** arguments) {
  const std::filesystem::path directory = arguments[1];
  const auto write = [&](const std::string& name, const mce::DataTable& table) {
    mce::write_file(directory / (name + ".npz"), mce::to_npz(table));
    mce::write_file(directory / (name + ".csv"), mce::to_csv(table));
  };
  using Numbers = std::vector<double>;
  using Wholes = std::vector<std::int64_t>;
  using Texts = std::vector<std::string>;
  using Real = std::numeric_limits<double>;
  using Whole = std::numeric_limits<std::int64_t>;

  write("mixed", {{{"real", Numbers{0.1, Real::quiet_NaN(), Real::infinity(), -Real::infinity(), -0.0}},
                   {"whole", Wholes{0, -1, 1, Whole::min(), Whole::max()}},
                   {"text", Texts{"plain", "", "naïve, 漢字 \"🙂\"", "two\nlines", "e\u0301"}},
                   {"größe", mce::Matrix{2, {1, 2, 3, 4, 5, 6, 7, 8, 9, Real::denorm_min()}}}}});
  write("no_rows", {{{"real", Numbers{}}, {"whole", Wholes{}}, {"text", Texts{}}, {"matrix", mce::Matrix{3, {}}}}});
  write("no_columns", {});
  write("empty_texts", {{{"text", Texts{"", ""}}}});

  // More than one piece for the compression, of bytes that hardly compress: fractions of i times the golden ratio.
  Numbers fractions(400'000);
  for (std::size_t i = 0; i < fractions.size(); ++i) {
    const double product = static_cast<double>(i) * 0.6180339887498949;
    fractions[i] = product - static_cast<double>(static_cast<std::int64_t>(product));
  }
  write("long", {{{"fractions", fractions}, {"zeros", Numbers(fractions.size())}}});
}
