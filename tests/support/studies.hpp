// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>
#include <string>
#include <vector>

#include "mce/study/protocol_reader.hpp"
#include "mce/study/runner.hpp"
#include "mce/study/store.hpp"
#include "support/complaint.hpp"
#include "support/files.hpp"

namespace mce::test {

/// A study of some milliseconds: three treatments, three selectors.
inline Protocol small_protocol(const std::string& more = "", const std::string& selectors = R"("Uc", "G", "R")",
                               int repetitions = 3, const std::string& keep = "first") {
  return parse_protocol("name = \"small\"\nrepetitions = " + std::to_string(repetitions) + "\nkeep = \"" + keep +
                            "\"\nselectors = [" + selectors + R"(]
evaluations = 1500
save_points = [0, 100, 1000]
resolution = 12
[[treatment]]
testbed = "rastrigin"
[[treatment]]
testbed = "arm"
[[treatment]]
testbed = "maze"
size = 4
)" + more,
                        "small.toml");
}

/// Makes all runs, or those that are missing.
inline void complete_study(const std::filesystem::path& path, const Protocol& protocol, unsigned threads = 2,
                           bool rerun = false) {
  Store store = Store::for_running(path, protocol, rerun);
  ASSERT_TRUE(run_study(store, {.threads = threads}));
}

/// Does something to a database that we would never do.
inline void tamper(const std::filesystem::path& path, const std::string& sql) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
  sqlite3_close(database);
}

/// The numbers that a query gives, row after row: by SQLite itself, with nothing of ours in between.
inline std::vector<double> numbers(const std::filesystem::path& path, const std::string& sql) {
  sqlite3* database = nullptr;
  EXPECT_EQ(sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READONLY, nullptr), SQLITE_OK);
  sqlite3_stmt* query = nullptr;
  EXPECT_EQ(sqlite3_prepare_v2(database, sql.c_str(), -1, &query, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
  std::vector<double> all;
  while (sqlite3_step(query) == SQLITE_ROW) {
    for (int i = 0; i < sqlite3_column_count(query); ++i) all.push_back(sqlite3_column_double(query, i));
  }
  sqlite3_finalize(query);
  sqlite3_close(database);
  return all;
}

}  // namespace mce::test
