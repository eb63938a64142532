// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace mce::test {

/// What the call says is wrong with its arguments, or "no complaint".
template <class Call>
std::string complaint(Call call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no complaint";
}

inline void expect_mentions(const std::string& text, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    EXPECT_NE(text.find(word), std::string::npos) << "no " << word << " in: " << text;
  }
}

}  // namespace mce::test
