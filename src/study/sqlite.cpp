// SPDX-License-Identifier: MIT
#include "sqlite.hpp"

#include <fmt/core.h>

#include <limits>

#include "mce/core/error.hpp"

namespace mce::sqlite {
namespace {

std::string explanation(sqlite3* database, int code) {
  switch (code & 0xff) {
    case SQLITE_FULL: return "no space left on the disk";
    case SQLITE_NOTADB: return "not a study: it is no SQLite file";
    case SQLITE_CORRUPT: return "damaged: " + std::string(sqlite3_errmsg(database));
    case SQLITE_READONLY: return "cannot be written: file or directory is read-only";
    default: return database == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(database);
  }
}

}  // namespace

void fail(sqlite3* database, int code) {
  const char* path = database == nullptr ? nullptr : sqlite3_db_filename(database, "main");
  throw Error(fmt::format("'{}': {}", path == nullptr ? "" : path, explanation(database, code)));
}

Statement::Statement(sqlite3* database, std::string_view sql) : statement_(nullptr, &sqlite3_finalize) {
  sqlite3_stmt* made = nullptr;
  const int code = sqlite3_prepare_v2(database, sql.data(), static_cast<int>(sql.size()), &made, nullptr);
  statement_.reset(made);
  if (code != SQLITE_OK) fail(database, code);
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) fail(sqlite3_db_handle(statement_.get()), code);
  return false;
}

double Statement::real(int column) const {
  if (sqlite3_column_type(statement_.get(), column) == SQLITE_NULL) return std::numeric_limits<double>::quiet_NaN();
  return sqlite3_column_double(statement_.get(), column);
}

std::string Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  return text == nullptr ? "" : text;
}

std::span<const std::byte> Statement::bytes(int column) const {
  const auto* data = static_cast<const std::byte*>(sqlite3_column_blob(statement_.get(), column));
  return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

void Statement::check(int code) const {
  if (code != SQLITE_OK) fail(sqlite3_db_handle(statement_.get()), code);
}

Database::Database(const std::string& name, int flags) : handle_(nullptr, &sqlite3_close) {
  sqlite3* made = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &made, flags, nullptr);
  handle_.reset(made);
  if (code != SQLITE_OK) throw Error(fmt::format("'{}': {}", name, explanation(made, code)));
  sqlite3_busy_timeout(made, 10'000);  // someone may be reading
  // The file may come from elsewhere: nothing in its schema gets to do more than keep rows.
  sqlite3_db_config(made, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(made, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
}

void Database::run(std::string_view sql) {
  const int code = sqlite3_exec(handle_.get(), std::string(sql).c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(handle_.get(), code);
}

std::int64_t Database::number(std::string_view sql) const {
  Statement query = prepare(sql);
  return query.step() ? query.whole(0) : 0;
}

Transaction::~Transaction() {
  if (open_) database_->try_to_run("ROLLBACK");  // after a full disk, say, SQLite has done so already
}

void Transaction::commit() {
  database_->run("COMMIT");
  open_ = false;
}

}  // namespace mce::sqlite
