// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mce/core/error.hpp"
#include "mce/study/filter.hpp"

namespace mce {

/// Something that the explorer's page asks for: JSON, or arrays of numbers (docs/explorer-api.md).
struct Resource {
  enum class Form : std::uint8_t { json, arrays };
  Form form = Form::json;
  std::string bytes;
};

/// There is no such resource; the message says why.
class NotThere : public Error {
 public:
  using Error::Error;
};

/// What the page can ask for, by name. The functions may be called from several threads.
class Resources {
 public:
  Resources() = default;
  Resources(const Resources&) = delete;
  Resources& operator=(const Resources&) = delete;
  virtual ~Resources() = default;

  /// Throws NotThere, or Error if a file is damaged.
  [[nodiscard]] virtual Resource read(std::string_view name) = 0;
  /// The names of all that can be read, of a part of the study. Throws std::invalid_argument for a pattern that matches
  /// nothing.
  [[nodiscard]] virtual std::vector<std::string> names(const StudyFilter& only) = 0;
};

/// Of a study's file, also while the study runs, or of the folder that `mce run --out` has written. Throws Error if the
/// path is neither.
std::unique_ptr<Resources> open_resources(const std::filesystem::path& path);
/// Of nothing: the page has only its playground then.
std::unique_ptr<Resources> no_resources();

}  // namespace mce
