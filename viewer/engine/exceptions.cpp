// SPDX-License-Identifier: MIT
#include "exceptions.hpp"

#include <cstddef>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>
#include <typeinfo>
#include <utility>

// Debian's C++ library for WebAssembly cannot throw. A throw therefore ends in the page: it is told the message, throws
// an exception of its own through all frames of the engine, and drops the engine, since no destructor has run.

extern "C" [[noreturn, clang::import_module("page"), clang::import_name("fail")]] void fail_in_page(const char* message,
                                                                                                    std::size_t size);

namespace mce::page {
namespace {

struct Setting {
  std::string owner;
  std::string allowed;
};
Setting& current_setting() {
  static Setting setting;
  return setting;
}

[[noreturn]] void fail(std::string message) {
  const auto& [owner, allowed] = current_setting();
  if (!owner.empty()) message = owner + ": " + message;
  if (!allowed.empty() && message.find("allowed") == std::string::npos) message += "; allowed: " + allowed;
  fail_in_page(message.data(), message.size());
}

}  // namespace

WhileSetting::WhileSetting(std::string owner, std::string allowed) {
  current_setting() = {std::move(owner), std::move(allowed)};
}

WhileSetting::~WhileSetting() { current_setting() = {}; }

}  // namespace mce::page

// NOLINTBEGIN(bugprone-reserved-identifier): these are the names that the compiler calls.
extern "C" {
void* __cxa_allocate_exception(std::size_t size) { return std::malloc(size); }
void __cxa_free_exception(void* thrown) { std::free(thrown); }
[[noreturn]] void __cxa_throw(void* thrown, std::type_info* type, void (* /*destructor*/)(void*)) {
  if (*type == typeid(std::bad_alloc)) mce::page::fail("there is not enough memory for this");
  // All our exceptions are derived from std::exception, and from nothing else.
  mce::page::fail(static_cast<const std::exception*>(thrown)->what());
}
[[noreturn]] void __cxa_rethrow() { std::abort(); }
void* __cxa_begin_catch(void* thrown) { return thrown; }
void __cxa_end_catch() {}
}
// NOLINTEND(bugprone-reserved-identifier)

// The one of the library ends the program without a word.
void* operator new(std::size_t size) {
  void* memory = std::malloc(size > 0 ? size : 1);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
