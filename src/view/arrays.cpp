// SPDX-License-Identifier: MIT
#include "arrays.hpp"

#include <bit>

namespace mce {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are sent as they are in memory");

constexpr std::size_t kAlignment = 8;

std::size_t aligned(std::size_t offset) { return (offset + kAlignment - 1) / kAlignment * kAlignment; }

}  // namespace

Resource ArrayWriter::finish() const {
  // The head says where the arrays begin, which depends on its own length: room for offsets of any length is left.
  constexpr std::size_t kMostDigits = 20;
  Json head = head_;
  Json& arrays = head["arrays"] = Json::array();
  for (const Part& part : parts_) {
    arrays.push_back(
        {{"name", part.name}, {"type", part.type}, {"offset", 0}, {"length", part.bytes.size() / part.width}});
  }
  const std::size_t first = aligned(sizeof(std::uint32_t) + head.dump().size() + kMostDigits * parts_.size());
  std::size_t end = first;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    arrays[i]["offset"] = end;
    end = aligned(end + parts_[i].bytes.size());
  }
  const std::string text = head.dump();
  const auto length = static_cast<std::uint32_t>(text.size());
  Resource resource{.form = Resource::Form::arrays, .bytes = {}};
  std::string& bytes = resource.bytes;
  bytes.reserve(end);
  bytes.append(reinterpret_cast<const char*>(&length), sizeof length);
  bytes += text;
  bytes.resize(first);
  for (const Part& part : parts_) {
    bytes.append(reinterpret_cast<const char*>(part.bytes.data()), part.bytes.size());
    bytes.resize(aligned(bytes.size()));
  }
  return resource;
}

}  // namespace mce
