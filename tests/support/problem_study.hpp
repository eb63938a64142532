// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "mce/study/protocol_reader.hpp"

namespace mce::test {

/// What may differ between studies of a problem.
struct ProblemStudy {
  std::string name = "sum";
  std::string features = R"('x', 'y')";  // names, in TOML
  double lowest_fitness = -2;
  std::string keep = "first";
  bool pictures = false;  // workers draw what they evaluate
};

/// A study of a problem whose fitness is from -2 to 0, in a folder of its own. It takes a fraction of a second.
inline Protocol problem_protocol(const std::filesystem::path& folder, const ProblemStudy& study = {}) {
  std::ofstream(folder / "sum.py") << R"(
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    x, y = request["genome"]
    answer = {"id": request["id"], "fitness": x + y - 2, "features": [x, y]}
    if len(sys.argv) > 1:
        answer["svg"] = f"<svg>{x}</svg>"
    print(json.dumps(answer), flush=True)
)";
  std::ofstream(folder / "sum.toml") << "name = '" << study.name << "'\n"
                                     << "command = ['python3', 'sum.py'" << (study.pictures ? ", 'svg'" : "")
                                     << "]\nworkers = 1\nevaluations = 60\ninitial = 20\n"
                                     << "lowest_fitness = " << study.lowest_fitness << "\n"
                                     << "[genome]\ndimensions = 2\nlower = 0\nupper = 1\n"
                                     << "[features]\nnames = [" << study.features << "]\n"
                                     << "ranges = [[0, 1], [0, 1]]\nresolution = [4, 4]\n";
  std::ofstream(folder / "study.toml") << "repetitions = 2\nselectors = ['Uc', 'R']\nkeep = '" << study.keep << "'\n"
                                       << "[[treatment]]\nproblem = 'sum.toml'\n";
  return read_protocol(folder / "study.toml");
}

}  // namespace mce::test
