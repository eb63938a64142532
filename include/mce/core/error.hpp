// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>

namespace mce {

/// Something outside the program went wrong: a file, a disk, a damaged checkpoint. The message names the path.
/// (A bad parameter is `std::invalid_argument`; the message names the value and what is allowed.)
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An error whose message has several lines, such as the last ones of a log. Nothing in them needs to be escaped.
class LongError : public Error {
 public:
  using Error::Error;
};

}  // namespace mce
