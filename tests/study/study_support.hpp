// SPDX-License-Identifier: MIT
#pragma once

#include <sqlite3.h>

#include <atomic>
#include <string>

#include "study/make_run.hpp"
#include "support/studies.hpp"

/// What the tests of this folder share.
namespace mce::test {

inline FinishedRun made_run(const Protocol& protocol, const RunKey& key) {
  const std::atomic<bool> stop = false;
  std::atomic<std::uint64_t> evaluations = 0;
  ProblemRuns problems("study.mce", 1);
  return make_run(protocol, key, problems, stop, evaluations).value();
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
  for (const std::string query :
       {"study ORDER BY key", "behaviour ORDER BY 1, 2", "treatment ORDER BY 1", "selector ORDER BY 1",
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
  // The table of pictures is there only if there are some.
  sqlite3_exec(database, "SELECT treatment, selector, repetition, cell, hex(svg) FROM picture ORDER BY 1, 2, 3, 4", add,
               &all, nullptr);
  sqlite3_close(database);
  return all;
}

}  // namespace mce::test
