// SPDX-License-Identifier: MIT
#pragma once

#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace mce::sqlite {

/// Throws Error with the path of the database and SQLite's own words.
[[noreturn]] void fail(sqlite3* database, int code);

/// A prepared statement: bind its values in order, then step through its rows.
class Statement {
 public:
  Statement(sqlite3* database, std::string_view sql);

  /// Binds all values, from the first `?` on, and starts anew. A list of numbers fills as many places.
  template <class... Values>
  Statement& bind(const Values&... values) {
    sqlite3_reset(statement_.get());
    int place = 0;
    (bind_one(place, values), ...);
    return *this;
  }
  /// False at the end.
  bool step();
  /// For what gives no rows.
  template <class... Values>
  void run(const Values&... values) {
    bind(values...);
    while (step()) {
    }
  }

  [[nodiscard]] std::int64_t whole(int column) const { return sqlite3_column_int64(statement_.get(), column); }
  /// NaN for NULL.
  [[nodiscard]] double real(int column) const;
  [[nodiscard]] std::string text(int column) const;
  /// Valid until the next step.
  [[nodiscard]] std::span<const std::byte> bytes(int column) const;
  [[nodiscard]] std::vector<std::byte> blob(int column) const { return {bytes(column).begin(), bytes(column).end()}; }
  /// Columns may hold anything, whatever the table says of them.
  [[nodiscard]] bool is_whole(int column) const { return type(column) == SQLITE_INTEGER; }
  [[nodiscard]] bool is_number(int column) const { return is_whole(column) || type(column) == SQLITE_FLOAT; }

 private:
  [[nodiscard]] int type(int column) const { return sqlite3_column_type(statement_.get(), column); }
  template <class Value>
  void bind_one(int& place, const Value& value) {
    if constexpr (std::is_convertible_v<Value, std::span<const double>>) {
      for (const double each : value) bind_one(place, each);
    } else if constexpr (std::is_integral_v<Value>) {
      check(sqlite3_bind_int64(statement_.get(), ++place, static_cast<sqlite3_int64>(value)));
    } else if constexpr (std::is_floating_point_v<Value>) {
      check(sqlite3_bind_double(statement_.get(), ++place, value));  // NaN becomes NULL
    } else if constexpr (std::is_convertible_v<Value, std::string_view>) {
      const std::string_view text = value;
      check(sqlite3_bind_text64(statement_.get(), ++place, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8));
    } else {
      const std::span<const std::byte> blob = value;
      check(sqlite3_bind_blob64(statement_.get(), ++place, blob.data(), blob.size(), SQLITE_STATIC));
    }
  }
  void check(int code) const;

  std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)> statement_;
};

/// An open database file. Not for several threads at once.
class Database {
 public:
  /// `flags` as for sqlite3_open_v2; `name` may be a URI.
  Database(const std::string& name, int flags);

  void run(std::string_view sql);
  void try_to_run(const char* sql) noexcept { sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr); }
  [[nodiscard]] Statement prepare(std::string_view sql) const { return {handle_.get(), sql}; }
  /// The single number a query gives.
  [[nodiscard]] std::int64_t number(std::string_view sql) const;

 private:
  std::unique_ptr<sqlite3, decltype(&sqlite3_close)> handle_;
};

/// All that is done while it lives is done whole by commit(), or not at all.
class Transaction {
 public:
  explicit Transaction(Database& database) : database_(&database) { database.run("BEGIN IMMEDIATE"); }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction();
  void commit();

 private:
  Database* database_;
  bool open_ = true;
};

}  // namespace mce::sqlite
