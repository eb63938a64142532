// SPDX-License-Identifier: MIT
#include "mce/run/checkpoint.hpp"

#include <fmt/core.h>

#include <array>
#include <cmath>

#include "mce/core/rng.hpp"
#include "mce/core/version.hpp"
#include "mce/run/detail/plan_json.hpp"
#include "mce/run/files.hpp"
#include "mce/run/signatures.hpp"

namespace mce {
namespace {

constexpr std::array<char, 8> kMagic = {'m', 'c', 'e', '-', 'r', 'u', 'n', '\n'};

struct Header {
  std::array<char, 8> magic = kMagic;
  std::uint32_t format = Checkpoint::kFormat;
  std::uint32_t reserved = 0;
  std::uint64_t size = 0;
  std::uint64_t checksum = 0;
};

std::uint64_t checksum(std::span<const std::byte> bytes) {
  std::uint64_t hash = bytes.size();
  for (const std::byte byte : bytes) hash = (hash ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3ULL;
  return mix64(hash);
}

constexpr std::uint32_t kOldestFormat = 2;
constexpr std::uint32_t kFormatWithBehaviour = 3;

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

void write_checkpoint(const std::filesystem::path& path, const TestbedRun& run, double seconds,
                      const std::string& directory, std::uint64_t every) {
  ByteWriter body;
  body.text(plan_json(run.plan()).dump());
  body.value(behaviour(run.plan()));
  body.text(std::string(version()));
  body.text(directory);
  body.value(seconds);
  body.value(every);
  run.save(body);
  ByteWriter file;
  file.value(Header{.size = body.bytes().size(), .checksum = checksum(body.bytes())});
  file.raw(body.bytes());
  write_file(path, file.bytes());
}

Checkpoint read_checkpoint(const std::filesystem::path& path) {
  const auto contents = read_file(path);
  const auto fail = [&](const std::string& reason) {
    throw Error(fmt::format("checkpoint {}: {}", in_quotes(path.string()), one_line(reason)));
  };
  ByteReader file(contents);
  if (contents.size() < sizeof(Header)) fail("too short to be one");
  const auto header = file.value<Header>();
  if (header.magic != kMagic) fail("not a checkpoint of mce");
  if (header.format == 0 || header.reserved != 0) fail("damaged: its header makes no sense");
  if (header.format < kOldestFormat || header.format > Checkpoint::kFormat) {
    fail(fmt::format("its format is {}, written by {} version; this one reads {} and {}", header.format,
                     header.format < kOldestFormat ? "an older" : "a newer", kOldestFormat, Checkpoint::kFormat));
  }
  if (header.size != file.remaining()) {
    fail(fmt::format("truncated or damaged: {} bytes of contents instead of {}", file.remaining(), header.size));
  }
  const auto body = std::span(contents).subspan(sizeof(Header));
  if (header.checksum != checksum(body)) fail("damaged: the checksum does not match");

  Checkpoint checkpoint;
  ByteReader in(body);
  try {
    const Plan plan = plan_from(parse_json(in.text()));
    if (header.format >= kFormatWithBehaviour) check_behaviour(plan, in);
    checkpoint.run = Run::make(plan);
    checkpoint.directory = in.text();
    checkpoint.seconds = in.value<double>();
    checkpoint.every = in.value<std::uint64_t>();
    checkpoint.run->load(in);
  } catch (const std::invalid_argument& error) {
    fail(error.what());
  } catch (const Error& error) {
    fail(error.what());
  }
  if (in.remaining() > 0) fail(fmt::format("{} bytes too many", in.remaining()));
  if (!(checkpoint.seconds >= 0 && std::isfinite(checkpoint.seconds))) fail("damaged: the time it took makes no sense");
  return checkpoint;
}

}  // namespace mce
