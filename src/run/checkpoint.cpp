// SPDX-License-Identifier: MIT
#include "mce/run/checkpoint.hpp"

#include <fmt/core.h>

#include <cmath>

#include "mce/core/version.hpp"
#include "mce/run/detail/plan_json.hpp"
#include "mce/run/detail/sealed.hpp"
#include "mce/run/files.hpp"
#include "mce/run/signatures.hpp"

namespace mce {
namespace {

constexpr std::uint32_t kFormatWithBehaviour = 3;
constexpr SealKind kCheckpoints = {.magic = {'m', 'c', 'e', '-', 'r', 'u', 'n', '\n'},
                                   .name = "a checkpoint of mce",
                                   .oldest = 2,
                                   .newest = Checkpoint::kFormat};

void check_behaviour(const Plan& plan, ByteReader& in) {
  const auto written = in.value<std::uint64_t>();
  const std::string by = in.text();
  if (written == behaviour(plan)) return;
  throw Error(
      fmt::format("begun by mce {}, whose runs of {} with {} end otherwise than those of this version ({}): go on with "
                  "that version, or start again",
                  by, plan.testbed, plan.selector, version()));
}

}  // namespace

std::vector<std::byte> pack_checkpoint(const TestbedRun& run, double seconds, const std::string& directory,
                                       std::uint64_t every) {
  ByteWriter body;
  body.text(plan_json(run.plan()).dump());
  body.value(behaviour(run.plan()));
  body.text(std::string(version()));
  body.text(directory);
  body.value(seconds);
  body.value(every);
  run.save(body);
  return seal(kCheckpoints, body.bytes());
}

Checkpoint unpack_checkpoint(std::span<const std::byte> contents) {
  const auto [format, body] = unseal(kCheckpoints, contents);
  ByteReader in(body);
  Checkpoint checkpoint;
  try {
    const Plan plan = plan_from(parse_json(in.text()));
    if (format >= kFormatWithBehaviour) check_behaviour(plan, in);
    checkpoint.run = Run::make(plan);
    checkpoint.directory = in.text();
    checkpoint.seconds = in.value<double>();
    checkpoint.every = in.value<std::uint64_t>();
    checkpoint.run->load(in);
  } catch (const std::invalid_argument& error) {
    throw Error(error.what());
  }
  if (in.remaining() > 0) throw Error(fmt::format("{} bytes too many", in.remaining()));
  if (!(checkpoint.seconds >= 0 && std::isfinite(checkpoint.seconds))) {
    throw Error("damaged: the time it took makes no sense");
  }
  return checkpoint;
}

void write_checkpoint(const std::filesystem::path& path, const TestbedRun& run, double seconds,
                      const std::string& directory, std::uint64_t every) {
  write_file(path, pack_checkpoint(run, seconds, directory, every));
}

Checkpoint read_checkpoint(const std::filesystem::path& path) {
  const auto contents = read_file(path);
  try {
    return unpack_checkpoint(contents);
  } catch (const Error& error) {
    throw Error(fmt::format("checkpoint {}: {}", in_quotes(path.string()), one_line(error.what())));
  }
}

}  // namespace mce
