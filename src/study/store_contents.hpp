// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <mutex>
#include <vector>

#include "file_lock.hpp"
#include "mce/study/store.hpp"
#include "sqlite.hpp"

namespace mce {

/// What a Store holds. The order matters: the database is closed before the lock is given back.
struct Store::Contents {
  std::filesystem::path path;
  FileLock lock;
  sqlite::Database database;
  Protocol protocol;
  std::vector<std::uint32_t> cells;  // by treatment
  std::mutex mutex;                  // of the database
};

}  // namespace mce
