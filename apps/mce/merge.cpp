// SPDX-License-Identifier: MIT
#include "mce/study/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
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

/// The file of the protocol is not known; that is what it is called as a rule.
std::string command_to_make(const Protocol& protocol, const Shard& shard, const std::string& file) {
  return fmt::format("mce study run {} --shard {} --out {}", shell_path(protocol.name + ".toml"), to_text(shard),
                     shell_path(file));
}

void print_file(const MergedFile& file, const Protocol& protocol) {
  const std::string name = file.shard ? fmt::format("shard {}, {}", to_text(*file.shard), one_line(file.path.string()))
                                      : one_line(file.path.string());
  fmt::print("  {}: {} runs, {} new{}\n", name, file.runs, file.taken, file.being_run ? "; it is being run now" : "");
  if (!file.shard || file.missing == 0) return;
  fmt::print("    {} of its runs are missing; make them with: {}\n", file.missing,
             command_to_make(protocol, *file.shard, file.path.string()));
}

void print_absent(const std::vector<Shard>& absent, const Protocol& protocol) {
  constexpr std::size_t kMost = 20;
  for (std::size_t i = 0; i < std::min(absent.size(), kMost); ++i) {
    fmt::print("  shard {} is missing; make it with: {}\n", to_text(absent[i]),
               command_to_make(protocol, absent[i], fmt::format("shard-{}.mce", absent[i].number)));
  }
  if (absent.size() > kMost) fmt::print("  … and {} more shards\n", absent.size() - kMost);
}

}  // namespace

int study_merge(const MergeCommandOptions& options) {
  const unsigned threads = thread_count(options.threads);
  const std::vector<fs::path> files(options.files.begin(), options.files.end());
  watch_for_interrupts();
  ProgressBar progress(stderr, 0, std::chrono::minutes(1));
  const MergeResult result = merge_studies(
      options.out, files,
      {.threads = threads, .rerun = options.rerun, .stop = &interrupted, .watch = [&](auto done, auto all) {
         if (!options.quiet) progress.update(done, all, [] { return std::vector<std::string>(); });
       }});
  const double seconds = progress.seconds();
  progress.finish();

  const Store store = Store::for_reading(options.out);
  fmt::print("study {} in {}: {} of {} runs, merged in {}\n", store.protocol().name, one_line(options.out), result.runs,
             result.all_runs, duration_text(seconds));
  for (const MergedFile& each : result.files) print_file(each, store.protocol());
  print_absent(result.absent, store.protocol());
  if (result.stopped) {
    fmt::print("Interrupted. What is merged stays; merge the same files again to go on.\n");
    return kInterrupted;
  }
  if (result.runs < result.all_runs) {
    fmt::print("The study is not complete. Merge again when the missing runs are made.\n");
    return kIncomplete;
  }
  if (!options.quiet) print_tables(store);
  return 0;
}

}  // namespace mce::app
