// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "mce/analysis/metrics.hpp"
#include "mce/run/plan.hpp"
#include "mce/study/store.hpp"

/// The commands of the program. They print to stdout, throw on failure, and know nothing of how options are parsed.
namespace mce::app {

inline constexpr int kFailed = 1;
inline constexpr int kInterrupted = 130;

/// What the command line of `mce run` says, as text; empty where it says nothing.
struct RunOptions {
  PlanRequest request;
  std::string problem;    ///< the path of a problem's file
  std::string variation;  ///< "gaussian:sigma=0.1", instead of the problem's own
  std::string workers;
  std::vector<std::string> settings;
  std::vector<std::pair<std::string, std::string>> run_settings;  ///< of Plan::table(), by key
  std::string seed = "1";
  std::string directory;
  std::string checkpoint;
  std::string every;
  std::string resume;
  bool force = false;
  bool quiet = false;
};

/// What the command line of `mce study run` says.
struct StudyRunOptions {
  std::string protocol;
  std::string store;
  std::string threads;
  std::string shard;
  std::vector<std::string> only;
  bool rerun = false;
  bool quiet = false;
};

/// What the command line of `mce study merge` says.
struct MergeCommandOptions {
  std::string out;
  std::vector<std::string> files;
  std::string threads;
  bool rerun = false;
  bool quiet = false;
};

/// What the command line of `mce study compare` says.
struct CompareOptions {
  std::string store;
  std::string metric;
  std::string reference;
  bool robustness = false;
};

/// What the command line of `mce export` says.
struct ExportOptions {
  std::string store;
  std::string what;
  std::string format = "csv";
  std::string out;
  std::vector<std::string> treatments;
  std::vector<std::string> selectors;
  std::string repetition;
  bool force = false;
};

/// What the command line of `mce maze` says.
struct MazeOptions {
  std::string size;
  std::string seed = "1";
  std::string mutations = "0";
  std::string tiles;
  std::string profile = "paper";
  std::vector<std::string> settings;
  std::string svg;
  bool strip = false;
  bool unsolved = false;
  bool ascii = false;
  bool force = false;
};

/// What the command line of `mce view` says.
struct ViewOptions {
  std::string what;  ///< the file of a study, or the folder of a run; empty: nothing but the playground
  std::string port;
  std::string page;  ///< write the page here instead of serving it
  std::vector<std::string> only;
  bool no_open = false;
  bool force = false;
};

/// The plan that the options of `mce run` describe. Throws std::invalid_argument.
Plan plan_of(const RunOptions& options);

/// Returns the exit code: 0, or kInterrupted.
int run(const RunOptions& options);
int study_run(const StudyRunOptions& options);
int study_merge(const MergeCommandOptions& options);
void show_status(const std::string& path);
void show_study(const std::string& path);
/// The tables of the paper; with a metric, all that is known of it. Or robustness instead.
void compare(const CompareOptions& options);
void print_tables(const Store& store);
void print_robustness(const Store& store, const MetricKind& metric, const std::string& reference);
void report(const std::string& path, const std::string& directory, bool force);
void export_results(const ExportOptions& options);
void show_maze(const MazeOptions& options);
/// Serves the explorer until it is interrupted, or writes its page.
void view(const ViewOptions& options);
void list();
void print_signatures();

/// Parses the command line and does what it says. Throws std::invalid_argument with one clear line.
int run_program(int argc, char** argv);

}  // namespace mce::app
