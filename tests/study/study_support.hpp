// SPDX-License-Identifier: MIT
#pragma once

#include <sqlite3.h>

#include <string>

#include "mce/study/runner.hpp"
#include "mce/study/store.hpp"
#include "support.hpp"

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

/// Everything in the database as text, but how long it took: by SQLite itself, with nothing of ours in between.
inline std::string contents_of(const std::filesystem::path& path) {
  sqlite3* database = nullptr;
  EXPECT_EQ(sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READONLY, nullptr), SQLITE_OK);
  std::string all;
  const auto add = [](void* text, int columns, char** values, char** names) {
    for (int i = 0; i < columns; ++i) {
      if (std::string(names[i]) == "seconds") continue;
      static_cast<std::string*>(text)->append(values[i] == nullptr ? "NULL" : values[i]).append("|");
    }
    static_cast<std::string*>(text)->append("\n");
    return 0;
  };
  for (const std::string query : {"study ORDER BY key", "treatment ORDER BY 1", "selector ORDER BY 1",
                                  "run ORDER BY 1, 2, 3", "curve ORDER BY 1, 2, 3, 4", "auc ORDER BY 1, 2, 3"}) {
    EXPECT_EQ(sqlite3_exec(database, ("SELECT * FROM " + query).c_str(), add, &all, nullptr), SQLITE_OK);
  }
  for (const std::string query :
       {"hex(maps) FROM history ORDER BY treatment, selector, repetition",
        "evaluations, hex(fitness), hex(selections), hex(survivals) FROM map ORDER BY treatment, selector, repetition, "
        "1",
        "hex(cells), hex(fitness), hex(features), hex(solutions), hex(selections), hex(survivals) FROM elites "
        "ORDER BY treatment, selector, repetition"}) {
    EXPECT_EQ(sqlite3_exec(database, ("SELECT treatment, selector, repetition, " + query).c_str(), add, &all, nullptr),
              SQLITE_OK);
  }
  sqlite3_close(database);
  return all;
}

/// Does something to a database that we would never do.
inline void tamper(const std::filesystem::path& path, const std::string& sql) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
  sqlite3_close(database);
}

}  // namespace mce::test
