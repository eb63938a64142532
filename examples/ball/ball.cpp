// SPDX-License-Identifier: MIT
// ball.py in C++, with equal results. The build makes build/release/examples/ball of it.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace {

constexpr double kMass = 0.43, kInertia = 0.0035, kDrag = 0.0133, kLift = 0.0058, kGravity = 9.81, kStep = 0.02;

nlohmann::json kick(double ahead, double up, double spin) {
  const double energy = 0.5 * kMass * (ahead * ahead + up * up) + 0.5 * kInertia * spin * spin;
  double x = 0, y = 0, highest = 0, x_before = 0, y_before = 0;
  while (true) {
    const double speed = std::sqrt(ahead * ahead + up * up);
    const double push_ahead = -kDrag * speed * ahead - kLift * spin * up;
    const double push_up = -kDrag * speed * up + kLift * spin * ahead - kGravity;
    ahead += kStep * push_ahead;
    up += kStep * push_up;
    x_before = x;
    y_before = y;
    x += kStep * ahead;
    y += kStep * up;
    if (y < 0) break;
    highest = std::max(highest, y);
  }
  const double distance = x_before + (x - x_before) * (y_before / (y_before - y));
  if (distance < 0) throw std::runtime_error("the ball flies backwards");
  return {{"fitness", -energy}, {"features", {distance, highest}}};
}

nlohmann::json answer_to(const nlohmann::json& request) {
  nlohmann::json answer;
  try {
    const auto& genome = request["genome"];
    answer = kick(genome[0], genome[1], genome[2]);
  } catch (const std::runtime_error& error) {
    answer["error"] = error.what();
  }
  answer["id"] = request["id"];
  return answer;
}

}  // namespace

int main() {
  std::string line;
  while (std::getline(std::cin, line)) std::cout << answer_to(nlohmann::json::parse(line)) << '\n' << std::flush;
}
