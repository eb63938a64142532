// SPDX-License-Identifier: MIT
#include "mce/study/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "commands.hpp"
#include "interrupts.hpp"
#include "mce/study/store.hpp"
#include "options.hpp"
#include "overwriting.hpp"
#include "progress_bar.hpp"
#include "shell_words.hpp"

namespace mce::app {
namespace {

namespace fs = std::filesystem;

/// What the merge ends with if runs are missing.
constexpr int kIncomplete = 3;

constexpr std::size_t kMostLines = 20;

/// No file of a study says where its protocol is. These are the usual places of one with the usual name.
std::optional<std::string> protocol_file(const std::string& name, const MergeCommandOptions& options) {
  std::vector<fs::path> folders = {"", fs::path(options.out).parent_path()};
  for (const std::string& each : options.files) folders.push_back(fs::path(each).parent_path());
  folders.emplace_back("protocols");
  for (const fs::path& folder : folders) {
    std::error_code ignored;
    if (const fs::path path = folder / name; fs::is_regular_file(path, ignored)) return path.string();
  }
  return std::nullopt;
}

std::string command_to_make(const std::string& protocol, const std::optional<Shard>& shard, const std::string& file) {
  return fmt::format("mce study run {}{} --out {}", shell_path(protocol), shard ? " --shard " + to_text(*shard) : "",
                     shell_path(file));
}

void print_file(const MergedFile& file) {
  const std::string name = file.shard ? fmt::format("shard {}, {}", to_text(*file.shard), one_line(file.path.string()))
                                      : one_line(file.path.string());
  fmt::print("  {}: {} runs, {} new{}\n", name, file.runs, file.taken, file.being_run ? "; it is being run now" : "");
}

void print_unfinished(const std::vector<MergedFile>& files, const std::string& protocol) {
  for (const MergedFile& each : files) {
    if (each.missing == 0) continue;
    fmt::print("  shard {} is not finished: {} runs are missing; make them with: {}\n", to_text(*each.shard),
               each.missing, command_to_make(protocol, each.shard, each.path.string()));
  }
}

/// "3, 5 to 9" of the numbers of shards, which are in order.
std::string ranges(std::span<const AbsentShard> absent) {
  std::string text;
  for (std::size_t i = 0; i < absent.size();) {
    std::size_t end = i + 1;
    while (end < absent.size() && absent[end].shard.number == absent[end - 1].shard.number + 1) ++end;
    text += fmt::format("{}{}", i == 0 ? "" : ", ", absent[i].shard.number);
    if (end - i > 1) text += fmt::format(" to {}", absent[end - 1].shard.number);
    i = end;
  }
  return text;
}

void print_absent(const std::vector<AbsentShard>& absent, const std::string& protocol) {
  for (std::size_t i = 0; i < std::min(absent.size(), kMostLines); ++i) {
    const auto& [shard, missing] = absent[i];
    fmt::print("  shard {} is missing, with {} runs; make it with: {}\n", to_text(shard), missing,
               command_to_make(protocol, shard, fmt::format("shard-{}.mce", shard.number)));
  }
  if (absent.size() <= kMostLines) return;
  const auto others = std::span(absent).subspan(kMostLines);
  fmt::print("  … and {} more shards, which are made likewise: {}\n", others.size(), ranges(others));
}

/// By treatment. Whoever lacks them may make them in the merged file itself.
void print_missing(const MergeResult& result, const Store& store, const std::string& protocol, const std::string& out) {
  std::map<std::uint32_t, std::uint64_t> missing;
  for (const RunKey& key : result.missing) ++missing[key.treatment];
  std::size_t lines = 0;
  for (const auto& [treatment, count] : missing) {
    if (++lines > kMostLines) break;
    fmt::print("  of {}, {} runs are missing\n", one_line(store.protocol().treatments[treatment].name), count);
  }
  if (missing.size() > kMostLines) fmt::print("  … and those of {} more treatments\n", missing.size() - kMostLines);
  fmt::print(
      "The study is not complete. Merge again when the missing runs are made, or make them in the merged file:\n"
      "  {}\n",
      command_to_make(protocol, std::nullopt, out));
}

}  // namespace

int study_merge(const MergeCommandOptions& options) {
  const unsigned threads = thread_count(options.threads);
  const std::vector<fs::path> files(options.files.begin(), options.files.end());
  for (const std::string& each : options.files) check_not_study("OUT", options.out, each);
  watch_for_interrupts();
  ProgressBar progress(stderr, 0, std::chrono::minutes(1));
  const MergeResult result = merge_studies(
      options.out, files,
      {.threads = threads, .rerun = options.rerun, .stop = &interrupted, .watch = [&](auto done, auto all) {
         if (!options.quiet) progress.update(done, all, [] { return std::vector<std::string>(); });
       }});
  const double seconds = progress.seconds();
  progress.finish();

  constexpr const char* kInterruptedText = "Interrupted. What is merged stays; merge the same files again to go on.\n";
  if (result.stopped && result.all_runs == 0) {
    fmt::print(kInterruptedText);
    return kInterrupted;
  }
  const Store store = Store::for_reading(options.out);
  fmt::print("study {} in {}: {} of {} runs, merged in {}\n", one_line(store.protocol().name), one_line(options.out),
             result.runs, result.all_runs, duration_text(seconds));
  for (const MergedFile& each : result.files) print_file(each);
  if (result.stopped) {
    fmt::print(kInterruptedText);
    return kInterrupted;
  }
  if (!result.missing.empty()) {
    const std::string usual_name = store.protocol().name + ".toml";
    const std::optional<std::string> found = protocol_file(usual_name, options);
    const std::string protocol = found.value_or(usual_name);
    print_unfinished(result.files, protocol);
    print_absent(result.absent, protocol);
    print_missing(result, store, protocol, options.out);
    if (!found) fmt::print("Put the path of the protocol in place of {}.\n", one_line(usual_name));
    return kIncomplete;
  }
  if (!options.quiet) print_tables(store);
  return 0;
}

}  // namespace mce::app
