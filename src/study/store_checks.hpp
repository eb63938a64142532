// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "mce/core/error.hpp"
#include "mce/study/store.hpp"
#include "store_file.hpp"

/// What the rows of a store have to be. Files come from elsewhere, and disks fail.
namespace mce {

[[noreturn]] void fail_as_damaged(const StoreFile& file, std::string_view what);
std::string name_of(const StoreFile& file, const RunKey& key);

inline constexpr std::string_view kOfRun = " WHERE treatment = ? AND selector = ? AND repetition = ?";
/// The rows of one run; `rest` may say more.
sqlite::Statement rows_of(const StoreFile& file, const RunKey& key, std::string_view columns, std::string_view table,
                          std::string_view rest = "");

/// The first three columns of a row, and others; each throws Error for what cannot be.
RunKey key_in(const StoreFile& file, const sqlite::Statement& row);
std::uint64_t count_in(const StoreFile& file, const sqlite::Statement& row, int column);
double number_in(const StoreFile& file, const sqlite::Statement& row, int column);
std::uint64_t signature_in(const StoreFile& file, const sqlite::Statement& row, int column);

/// Whether a treatment was measured, and has lost no rows since.
bool is_measured(const sqlite::Database& database, const Protocol& protocol, std::uint32_t treatment);
/// The treatments that were measured and have lost rows since, as a list for SQL: "0, 3"; empty if there are none.
std::string incomplete_treatments(const sqlite::Database& database, const Protocol& protocol);

/// The runs of a treatment that are in with all that measuring and pictures need: those of a treatment that is to be
/// measured again may have lost their maps.
std::set<RunKey> whole_runs(const StoreFile& file, std::uint32_t treatment);
/// Whether one run is among them.
bool is_whole(const StoreFile& file, const RunKey& key);

/// Calls `read`; what it finds wrong with the packed numbers of a run becomes an error that names file and run.
template <class Read>
auto read_packed(const StoreFile& file, const RunKey& key, std::string_view what, Read read) {
  try {
    return read();
  } catch (const Error& error) {
    fail_as_damaged(file, std::string(what) + " of " + name_of(file, key) + ": " + error.what());
  }
}

}  // namespace mce
