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

/// The text of the exception of type E that `action` throws; fails the test if it throws none.
template <class E, class Action>
std::string message_of(Action action) {
  try {
    action();
  } catch (const E& error) {
    return error.what();
  }
  ADD_FAILURE() << "no such exception was thrown";
  return {};
}

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

inline void expect_mentions(const std::string& text, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    EXPECT_TRUE(has(text, word)) << "no " << word << " in: " << text;
  }
}

}  // namespace mce::test
