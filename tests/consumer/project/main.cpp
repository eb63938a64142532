// SPDX-License-Identifier: MIT
#include <cstdio>
#include <mce/study/run.hpp>

int main() {
  const auto run = mce::Run::make(mce::complete({.testbed = "arm", .evaluations = 1000}));
  run->advance(1000);
  std::printf("%u cells filled\n", run->summary().filled);
}
