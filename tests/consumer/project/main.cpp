// SPDX-License-Identifier: MIT
#include <cstdio>
#include <mce/run/run.hpp>

int main() {
  const auto run = mce::Run::make(mce::complete({.testbed = "arm", .run_settings = {{"evaluations", 1000.0}}}));
  run->advance(1000);
  std::printf("%u cells filled\n", run->summary().filled);
}
