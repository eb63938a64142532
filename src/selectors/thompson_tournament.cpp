// SPDX-License-Identifier: MIT
#include "mce/selectors/thompson_tournament.hpp"

#include "mce/selectors/detail/beta_draw.hpp"

namespace mce {

std::vector<Parameter> ThompsonTournament::Parameters::table() {
  return {whole_parameter("contenders", contenders, 1, 10'000, "elites drawn for a selection"),
          choice_parameter<TallyOf>("tally", tally, {{"cell", TallyOf::cell}, {"individual", TallyOf::individual}},
                                    "whose selections and survivals count")};
}

ThompsonTournament::ThompsonTournament(Parameters parameters) : parameters_(parameters) {
  check(parameters_.table(), "thompson-tournament");
}

CellIndex ThompsonTournament::select(const Archive& archive, Rng& rng) const {
  const auto elites = archive.filled();
  const auto count = static_cast<std::uint32_t>(elites.size());
  CellIndex winner = 0;
  double best = -1;  // below every draw
  for (std::uint32_t i = 0; i < parameters_.contenders; ++i) {
    const CellIndex cell = elites[rng.bounded(count)];
    const auto [n, w] = tally(archive, cell);
    const double draw = beta_draw(w + 1, n - w + 1, rng);
    if (draw > best) {
      best = draw;
      winner = cell;
    }
  }
  return winner;
}

double ThompsonTournament::score(const Archive& archive, CellIndex cell) const {
  const auto [n, w] = tally(archive, cell);
  return (w + 1.0) / (n + 2.0);
}

}  // namespace mce
