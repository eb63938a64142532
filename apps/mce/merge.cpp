// SPDX-License-Identifier: MIT
#include "mce/study/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
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

/// The file of the protocol is not known; that is what it is called as a rule.
std::string command_to_make(const Protocol& protocol, const std::optional<Shard>& shard, const std::string& file) {
  return fmt::format("mce study run {}{} --out {}", shell_path(protocol.name + ".toml"),
                     shard ? " --shard " + to_text(*shard) : "", shell_path(file));
}

void print_file(const MergedFile& file) {
  const std::string name = file.shard ? fmt::format("shard {}, {}", to_text(*file.shard), one_line(file.path.string()))
                                      : one_line(file.path.string());
  fmt::print("  {}: {} runs, {} new{}\n", name, file.runs, file.taken, file.being_run ? "; it is being run now" : "");
}

void print_unfinished(const std::vector<MergedFile>& files, const Protocol& protocol) {
  for (const MergedFile& each : files) {
    if (each.missing == 0) continue;
    fmt::print("  shard {} is not finished: {} runs are missing; make them with: {}\n", to_text(*each.shard),
               each.missing, command_to_make(protocol, each.shard, each.path.string()));
  }
}

void print_absent(const std::vector<AbsentShard>& absent, const Protocol& protocol) {
  for (std::size_t i = 0; i < std::min(absent.size(), kMostLines); ++i) {
    const auto& [shard, missing] = absent[i];
    fmt::print("  shard {} is missing, with {} runs; make it with: {}\n", to_text(shard), missing,
               command_to_make(protocol, shard, fmt::format("shard-{}.mce", shard.number)));
  }
  if (absent.size() > kMostLines) fmt::print("  … and {} more shards\n", absent.size() - kMostLines);
}

/// By treatment. Whoever lacks them may make them in the merged file itself.
void print_missing(const MergeResult& result, const Store& store, const std::string& out) {
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
      command_to_make(store.protocol(), std::nullopt, out));
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
  print_unfinished(result.files, store.protocol());
  print_absent(result.absent, store.protocol());
  if (!result.missing.empty()) {
    print_missing(result, store, options.out);
    return kIncomplete;
  }
  if (!options.quiet) print_tables(store);
  return 0;
}

}  // namespace mce::app
