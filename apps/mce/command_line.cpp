// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "command_line_parts.hpp"
#include "commands.hpp"
#include "mce/core/parameters.hpp"
#include "mce/core/version.hpp"
#include "mce/study/exports.hpp"
#include "mce/testbeds/any_testbed.hpp"
#include "run_problem.hpp"

namespace mce::app {
namespace {

constexpr std::size_t kHelpWidth = 80;
constexpr std::size_t kHelpColumn = 30;  // where the explanations begin

/// The text in lines that fit into the column of the explanations.
std::string wrapped(const std::string& text) {
  const auto letters = [](const std::string& word) {
    return static_cast<std::size_t>(
        std::ranges::count_if(word, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
  };
  std::string lines;
  std::size_t width = 0;
  for (const std::string& word : split(text, ' ')) {
    const bool fits = width + 1 + letters(word) <= kHelpWidth - kHelpColumn;
    if (!lines.empty()) lines += fits ? ' ' : '\n';
    width = (fits && !lines.empty() ? width + 1 : 0) + letters(word);
    lines += word;
  }
  return lines;
}

/// CLI11's help, in lines that fit on a terminal.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() { column_width(kHelpColumn); }
  std::string make_option_desc(const CLI::Option* option) const override { return wrapped(option->get_description()); }
  std::string make_subcommand(const CLI::App* command) const override {
    std::ostringstream text;
    CLI::detail::format_help(text, command->get_name(), wrapped(command->get_description()), kHelpColumn);
    return text.str();
  }
};

/// Names a person may have meant: of the commands, or of a command's options.
std::vector<std::string> command_names(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands({})) names.push_back(command->get_name());
  return names;
}
std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) names.push_back(option->get_name());
  }
  return names;
}

/// The two complaints of CLI11 that are hard to understand ("--seed: 1 required N missing"), in plain words.
std::string plainly(const std::string& complaint) {
  const std::string option = complaint.substr(0, complaint.find(':'));
  if (complaint.ends_with(" missing")) return fmt::format("{}: its value is missing", option);
  if (complaint.find("At Most 1 required") != std::string::npos) return fmt::format("{}: given more than once", option);
  return one_line(complaint);
}

/// "mce study run --help": where to read more about a command.
std::string help_of(const CLI::App& command) {
  std::string words = "--help";
  for (const CLI::App* each = &command; each != nullptr; each = each->get_parent())
    words.insert(0, each->get_name() + " ");
  return words;
}

/// CLI11's complaint about the command line in one line of our own.
std::string explain(const CLI::App& program, const CLI::ParseError& error) {
  const CLI::App* command = &program;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  const auto unexpected = program.remaining(true);
  if (unexpected.empty()) return fmt::format("{} (see: {})", plainly(error.what()), help_of(*command));
  const std::string& first = unexpected.front();
  if (first.starts_with('-')) return unknown_name("option", first, option_names(*command));
  const auto commands = command_names(*command);
  if (!commands.empty()) return unknown_name("command", first, commands);
  return fmt::format("unexpected {} (see: {})", in_quotes(first), help_of(*command));
}

/// A resumed run has its settings already.
void check_resume(const CLI::App& command, const RunOptions& options) {
  if (options.resume.empty()) return;
  const std::vector<std::string> allowed =
      is_journal(options.resume)
          ? std::vector<std::string>{"--out", "--resume", "--problem", "--workers", "--force", "--quiet"}
          : std::vector<std::string>{"--out", "--checkpoint", "--every", "--resume", "--force", "--quiet"};
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() > 0 && std::ranges::count(allowed, option->get_name()) == 0) {
      throw std::invalid_argument(fmt::format(
          "{} together with --resume: a {} has its own settings; allowed beside it "
          "are {}",
          option->get_name(), is_journal(options.resume) ? "journal" : "checkpoint", fmt::join(allowed, ", ")));
    }
  }
}

void add_run(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand("run", "Evolve one map, and show it");
  auto options = std::make_shared<RunOptions>();
  options->run_settings.reserve(Plan().table().size());  // options are bound to its elements
  const auto add = [command](const char* name, std::string& field, const char* type, const char* meaning) {
    return command->add_option(name, field, meaning)->type_name(type);
  };
  add("testbed", options->request.testbed, "",
      fmt::format("one of {}: see mce list", fmt::join(names_of(testbed_kinds()), ", ")).c_str());
  add("--problem", options->problem, "FILE", "instead of a testbed: your own problem, see docs/your-own-problem.md");
  options->request.selector.clear();
  add("--selector", options->request.selector, "NAME",
      "how parents are selected: NAME, NAME:key=value,… or recommended (ucb-cell; of a problem recommended)");
  for (const Parameter& parameter : Plan().table()) {
    auto& [key, value] = options->run_settings.emplace_back(parameter.key, "");
    add(("--" + key).c_str(), value, "N", (parameter.meaning + ": " + parameter.allowed).c_str());
  }
  add("--profile", options->request.profile, "NAME", "where defaults come from: paper or published")
      ->capture_default_str();
  add("--seed", options->seed, "N", "same seed, same result")->capture_default_str();
  add_repeated(*command, "--set", options->settings, "KEY=VALUE", "a parameter of the testbed; may be repeated");
  add("--variation", options->variation, "NAME",
      "of a problem, how offspring are made: NAME or NAME:key=value,… (as its file says)");
  add("--workers", options->workers, "N", "of a problem, how many processes evaluate (as its file says)");
  add("--out", options->directory, "DIR",
      "directory for elites.csv, curve.csv and run.json; of a problem, pictures.jsonl, too");
  add("--checkpoint", options->checkpoint, "FILE",
      "save the whole state to this file, to resume from; of a problem, its journal");
  add("--every", options->every, "N", "evaluations between checkpoints (a tenth of the run)");
  add("--resume", options->resume, "FILE",
      "continue from this checkpoint or journal; the result is the same to the bit");
  command->add_flag(
      "--force", options->force,
      "replace the checkpoint or journal if it is there already, and files in DIR that are no results of mce run");
  command->add_flag("--quiet", options->quiet, "no progress and no map, only the summary");
  command->footer(
      "Defaults come from the profile. A number may be written as 1e6. Examples:\n"
      "  mce run rastrigin\n"
      "  mce run arm --selector ucb-cell:lambda=0.5 --evaluations 1e7 --out results\n"
      "  mce run maze --set size=16 --set fitness=path --set features=corners,straights\n"
      "  mce run rastrigin --evaluations 1e9 --checkpoint long.mce-run  (then Ctrl-C)\n"
      "  mce run --resume long.mce-run\n"
      "  mce run --problem examples/ball/ball.toml --out results");
  command->callback([command, options, &exit_code] {
    check_values(*command);
    check_resume(*command, *options);
    exit_code = run(*options);
  });
}

std::string table_line(const ExportKind& kind) {
  std::ostringstream text;
  CLI::detail::format_help(text, kind.name, wrapped(kind.meaning), kHelpColumn);
  return text.str();
}

void add_export(CLI::App& program) {
  CLI::App* command = program.add_subcommand("export", "Results of a study as tables for other tools");
  auto options = std::make_shared<ExportOptions>();
  add_study_file(*command, options->store);
  command->add_option("--what", options->what, "one of the tables below")->type_name("NAME")->required();
  add_repeated(*command, "--treatment", options->treatments, "PATTERN", "only these; * is any text; may be repeated");
  add_repeated(*command, "--selector", options->selectors, "PATTERN", "only these; may be repeated");
  command->add_option("--repetition", options->repetition, "only this one; the first is 0")->type_name("N");
  command->add_option("--format", options->format, "csv or npz (NumPy)")->type_name("NAME")->capture_default_str();
  command->add_option("--out", options->out, "file to write (the standard output, for a CSV)")->type_name("FILE");
  command->add_flag("--force", options->force, "replace FILE if it is there already");
  std::string tables = "Tables:\n";
  for (const ExportKind& kind : export_kinds()) tables += table_line(kind);
  command->footer(tables +
                  "\nExamples:\n"
                  "  mce export quick.mce --what auc --out auc.csv\n"
                  "  mce export quick.mce --what curves --format npz --out curves.npz\n"
                  "  mce export quick.mce --what elites --treatment arm --selector ucb-cell");
  command->callback([command, options] {
    check_values(*command);
    export_results(*options);
  });
}

void add_maze(CLI::App& program) {
  CLI::App* command = program.add_subcommand("maze", "Draw, mutate and measure a maze");
  auto options = std::make_shared<MazeOptions>();
  const auto add = [command](const char* name, std::string& field, const char* type, const char* meaning) {
    return command->add_option(name, field, meaning)->type_name(type);
  };
  add("--size", options->size, "N", "width and height in tiles, 2 to 64 (8)");
  add("--seed", options->seed, "N", "same seed, same maze")->capture_default_str();
  add("--mutations", options->mutations, "N", "how often to mutate it")->capture_default_str();
  add("--tiles", options->tiles, "CODES", "this maze: a number per tile, row by row, as in elites.csv (solution_0 …)");
  add("--profile", options->profile, "NAME", "how it is mutated and measured: paper or published")
      ->capture_default_str();
  add_repeated(*command, "--set", options->settings, "KEY=VALUE", "a parameter of testbed maze; may be repeated");
  add("--svg", options->svg, "FILE", "write the picture to this file, for pages in light and dark");
  command->add_flag("--force", options->force, "replace FILE if it is there already");
  command->add_flag("--strip", options->strip, "the last mutation in six pictures; one is made if none is asked for");
  command->add_flag("--unsolved", options->unsolved, "without the solution, for people to find");
  command->add_flag("--ascii", options->ascii, "draw with + - | instead of lines");
  command->footer(
      "A tile's number says which of its sides are open: 1 north + 2 east + 4 south +\n"
      "8 west. Examples:\n"
      "  mce maze\n"
      "  mce maze --size 16 --seed 7 --svg maze.svg\n"
      "  mce maze --size 12 --strip --set destruction=0.05 --svg strip.svg\n"
      "  mce maze --tiles 6,8,3,8 --profile published");
  command->callback([command, options] {
    check_values(*command);
    show_maze(*options);
  });
}

void add_report(CLI::App& program) {
  CLI::App* command = program.add_subcommand("report", "Write a report of a study: tables, figures and one page");
  auto store = std::make_shared<std::string>();
  auto directory = std::make_shared<std::string>();
  auto force = std::make_shared<bool>(false);
  add_study_file(*command, *store);
  command
      ->add_option("--out", *directory,
                   "directory for report.html, tables/ and figures/; a report that is there is replaced")
      ->type_name("DIR")
      ->required();
  command->add_flag("--force", *force, "replace files in DIR even if they are no report of mce");
  command->footer(
      "The page is self-contained: open it from the disk or send it to others.\n"
      "Tables are Markdown, LaTeX and CSV; figures are SVG, PDF and PNG, each with its\n"
      "gnuplot script and data beside it. Example:\n"
      "  mce report quick.mce --out report");
  command->callback([command, store, directory, force] {
    check_values(*command);
    report(*store, *directory, *force);
  });
}

void add_view(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("view", "Look at a study or a run in the browser, or race selectors there");
  auto options = std::make_shared<ViewOptions>();
  command
      ->add_option("what", options->what,
                   "the results of a study, also while it runs, or the directory of a run (--out); nothing: the "
                   "playground, a live race of selectors")
      ->type_name("");
  command->add_option("--port", options->port, "where to listen, 0 for any that is free (8800, or any that is free)")
      ->type_name("N");
  command->add_flag("--no-open", options->no_open, "only print the address, and open no browser");
  command->add_option("--export", options->page, "write the page to this file instead, with the data inside")
      ->type_name("FILE");
  add_repeated(*command, "--only", options->only, "KEY=PATTERN",
               "export a part of a study, such as treatment=maze*,selector=ucb-cell; may be repeated");
  command->add_flag("--force", options->force, "replace the exported file if it is there already");
  command->footer(
      "The page is for this machine alone, and changes nothing. An exported page is\n"
      "one file without a server: mail it, or put it on any web host. Examples:\n"
      "  mce view quick.mce\n"
      "  mce view results                        (of: mce run arm --out results)\n"
      "  mce view quick.mce --export quick.html\n"
      "  mce view");
  command->callback([command, options] {
    check_values(*command);
    view(*options);
  });
}

/// A command without options.
void add_plain(CLI::App& program, const char* name, const char* meaning, const char* footer, void (*command)()) {
  program.add_subcommand(name, meaning)->footer(footer)->callback(command);
}

/// A summary that did not reach its reader is a failure too, say on a full disk.
void flush_output() {
  if (std::fflush(stdout) != 0) throw std::system_error(errno, std::generic_category());
}

}  // namespace

int run_program(int argc, char** argv) {
  CLI::App program("Monte Carlo Elites: MAP-Elites that selects parents as a multi-armed bandit does", "mce");
  program.formatter(std::make_shared<HelpFormatter>());
  program.set_help_flag("-h,--help", "print this help and exit");
  program.set_version_flag("--version", fmt::format("mce {}", version()), "print the version and exit");
  program.require_subcommand(1);
  program.footer(
      "Exit codes: 0 done, 1 failed, 3 merged but runs are missing,\n130 interrupted with what was made so far "
      "kept.\n\n"
      "Start with:  mce run rastrigin\n"
      "Then:        mce study run protocols/quick.toml --out quick.mce");
  int exit_code = 0;
  add_run(program, exit_code);
  add_study(program, exit_code);
  add_export(program);
  add_report(program);
  add_view(program);
  add_plain(program, "list", "Testbeds, selectors and profiles, with their parameters",
            "What is listed can be used so:\n"
            "  mce run arm --set joints=5 --selector ucb-cell:lambda=0.5 --profile published",
            list);
  add_plain(program, "signature", "What short runs of every profile, testbed and selector end with",
            "Equal on every machine. The tests compare it with data/signatures.txt.", print_signatures);
  add_maze(program);
  if (argc < 2) {
    fmt::print(stderr, "{}", program.help());
    return kFailed;
  }
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) throw std::invalid_argument(explain(program, error));
    std::ostringstream text;
    program.exit(error, text, text);  // --help or --version
    fmt::print("{}", text.str());
  }
  flush_output();
  return exit_code;
}

}  // namespace mce::app
