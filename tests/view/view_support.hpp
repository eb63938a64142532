// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "mce/view/resources.hpp"

/// What the tests of this folder share: resources as the page reads them.
namespace mce::test {

using Json = nlohmann::json;

inline Json json_of(const Resource& resource) {
  EXPECT_EQ(resource.form, Resource::Form::json);
  return Json::parse(resource.bytes);
}

/// A resource of arrays, read by docs/explorer-api.md.
class Arrays {
 public:
  explicit Arrays(const Resource& resource) : bytes_(resource.bytes) {
    EXPECT_EQ(resource.form, Resource::Form::arrays);
    std::uint32_t length = 0;
    std::memcpy(&length, bytes_.data(), sizeof length);
    head_ = Json::parse(bytes_.substr(sizeof length, length));
  }

  [[nodiscard]] const Json& head() const { return head_; }

  template <class Number>
  [[nodiscard]] std::vector<Number> numbers(const std::string& name) const {
    for (const Json& each : head_["arrays"]) {
      if (each["name"] != name) continue;
      EXPECT_EQ(each["type"].get<std::string>().substr(1), std::to_string(8 * sizeof(Number))) << name;
      const auto offset = each["offset"].get<std::size_t>();
      EXPECT_EQ(offset % 8, 0U) << name;
      std::vector<Number> found(each["length"].get<std::size_t>());
      if (offset + found.size() * sizeof(Number) > bytes_.size()) throw std::runtime_error(name + " is cut off");
      if (!found.empty()) std::memcpy(found.data(), bytes_.data() + offset, found.size() * sizeof(Number));
      return found;
    }
    throw std::runtime_error("there is no array " + name);
  }

 private:
  std::string bytes_;
  Json head_;
};

}  // namespace mce::test
