// SPDX-License-Identifier: MIT
// A problem of your own in C++: a worker that reads requests from its standard input, one per line, and answers on its
// standard output. It needs no library. The fitness here is minus the sum of squares, the features are the first genes.
//
//   request  {"id": 7, "genome": [0.1, -0.5, 0.25]}
//   answer   {"id": 7, "fitness": -0.3225, "features": [0.1, -0.5]}
//
// With a number as its argument it sleeps so many seconds before every answer, as a simulation would take its time.
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

namespace {

/// The numbers between the brackets.
std::vector<double> genome_of(const std::string& request) {
  std::vector<double> genome;
  const char* end = request.data() + request.size();
  for (const char* at = request.data() + request.find('['); at < end && *at != ']';) {
    double gene = 0;
    const auto [after, error] = std::from_chars(at, end, gene);
    if (error == std::errc()) genome.push_back(gene);
    at = error == std::errc() ? after : at + 1;  // a space, a comma or a bracket
  }
  return genome;
}

/// As short as is exact.
std::string text_of(double number) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
}

}  // namespace

int main(int count, char** arguments) {
  const std::chrono::duration<double> pause(count > 1 ? std::atof(arguments[1]) : 0);
  std::ios::sync_with_stdio(false);
  for (std::string request; std::getline(std::cin, request);) {
    const std::string id = request.substr(7, request.find(',') - 7);  // after {"id": and a space
    const std::vector<double> genome = genome_of(request);
    double fitness = 0;
    for (const double gene : genome) fitness -= gene * gene;
    std::this_thread::sleep_for(pause);

    std::cout << "{\"id\": " << id << ", \"fitness\": " << text_of(fitness) << ", \"features\": [" << text_of(genome[0])
              << ", " << text_of(genome[1]) << "]}\n";
    // Every answer at once; or several together if they are so fast that sending is what takes time.
    if (pause.count() > 0 || std::cin.rdbuf()->in_avail() <= 0) std::cout.flush();
  }
}
