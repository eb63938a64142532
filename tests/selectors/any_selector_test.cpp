// SPDX-License-Identifier: MIT
#include "mce/selectors/any_selector.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <variant>
#include <vector>

#include "mce/selectors/selector_kinds.hpp"
#include "support/archives.hpp"
#include "support/complaint.hpp"

namespace mce::any_selector_test {
namespace {

using test::complaint;

TEST(AnySelector, ListsTheNineOfThePaperFirst) {
  std::vector<std::string> symbols;
  for (const SelectorKind& kind : selector_kinds()) symbols.push_back(kind.symbol);
  ASSERT_GE(symbols.size(), 9U);
  symbols.resize(9);
  EXPECT_EQ(symbols, (std::vector<std::string>{"Ui", "Uc", "Ei", "Ec", "Xi", "Xc", "G", "R", "C"}));
}

TEST(AnySelector, MakesEachOfThem) {
  std::set<std::size_t> made;
  for (const SelectorKind& kind : selector_kinds()) {
    const AnySelector selector = make_selector(kind.name);
    EXPECT_EQ(make_selector(kind.symbol).index(), selector.index()) << kind.name;
    if (!made.insert(selector.index()).second) {
      EXPECT_TRUE(std::holds_alternative<ErasedSelector>(selector)) << kind.name << " has the type of another";
    }
  }
  EXPECT_EQ(made.size(), std::variant_size_v<AnySelector>) << "an alternative that no entry makes";
}

TEST(AnySelector, CanAllBeHeldBehindVirtualFunctions) {
  Archive archive = test::archive_with({{3, 1}, {5, 2}, {0, 0}});
  for (const SelectorKind& kind : selector_kinds()) {
    ErasedSelector erased = make_erased_selector(kind.symbol);
    AnySelector plain = make_selector(kind.name);
    tell_rebuild(erased, archive);
    Rng rng(1);
    Rng same(1);
    std::visit(
        [&](auto& selector) {
          tell_rebuild(selector, archive);
          for (int i = 0; i < 20; ++i) EXPECT_EQ(erased.select(archive, rng), selector.select(archive, same));
        },
        plain);
  }
  EXPECT_NE(complaint([] { make_erased_selector("uniform", {{"lambda", 1.0}}); }), "no complaint");
}

TEST(AnySelector, HasNamesAndSymbolsThatDiffer) {
  std::set<std::string> names;
  for (const SelectorKind& kind : selector_kinds()) {
    EXPECT_TRUE(names.insert(kind.name).second) << kind.name;
    EXPECT_TRUE(names.insert(kind.symbol).second) << kind.symbol;
    EXPECT_FALSE(kind.meaning.empty()) << kind.name;
  }
}

TEST(AnySelector, IsFoundByNameAndBySymbol) {
  EXPECT_EQ(selector_kind("ucb-cell").symbol, "Uc");
  EXPECT_EQ(selector_kind("Uc").name, "ucb-cell");
}

TEST(AnySelector, KnowsTheRecommendedOneByItsName) {
  EXPECT_EQ(selector_kind("recommended").name, kRecommendedSelector);
  EXPECT_EQ(parse_selector("recommended:youth=1"),
            (SelectorChoice{.name = std::string(kRecommendedSelector), .settings = {{"youth", "1"}}}));
  EXPECT_EQ(make_selector("recommended").index(), make_selector(kRecommendedSelector).index());
}

TEST(AnySelector, SuggestsTheNearestName) {
  const std::string error = complaint([] { selector_kind("ucb-cel"); });
  EXPECT_NE(error.find("unknown selector 'ucb-cel' (did you mean 'ucb-cell'?)"), std::string::npos) << error;
  EXPECT_NE(error.find("curiosity"), std::string::npos) << "lists what is allowed: " << error;
}

TEST(AnySelector, ReadsItsParametersFromTheText) {
  const SelectorChoice choice = parse_selector("Ui:lambda=0.5,total=living");
  EXPECT_EQ(choice.name, "ucb-individual");
  const auto parameters = selector_kind(choice.name).parameters(choice.settings);
  ASSERT_EQ(parameters.size(), 2U);
  EXPECT_EQ(parameters[0].value, "0.5");
  EXPECT_EQ(parameters[1].value, "living");
  EXPECT_EQ(selector_kind("Ui").complete(choice.settings), (Settings{{"lambda", 0.5}, {"total", "living"}}));
  EXPECT_TRUE(parse_selector("greedy").settings.empty());
}

TEST(AnySelector, NamesWhatIsWrongWithAParameter) {
  const auto make = [](const std::string& text) {
    return complaint([&] {
      const SelectorChoice choice = parse_selector(text);
      make_selector(choice.name, choice.settings);
    });
  };
  EXPECT_EQ(make("ucb-cell:lambda=-1"), "lambda of ucb-cell: '-1' is out of range; allowed: 0, and 1e-100 to 1000000");
  EXPECT_EQ(make("ucb-cell:lambda=x"), "lambda of ucb-cell: 'x' is not a number; allowed: 0, and 1e-100 to 1000000");
  EXPECT_EQ(make("ucb-cell:lamda=1"),
            "unknown parameter of ucb-cell 'lamda' (did you mean 'lambda'?); allowed: lambda");
  EXPECT_EQ(make("uniform:lambda=1"), "uniform has no parameters, not 'lambda'");
  EXPECT_EQ(make("ucb-cell:lambda"), "'lambda' in selector 'ucb-cell:lambda': key=value is needed");
  EXPECT_EQ(make("curiosity:penalty=0.0001"),
            "penalty of curiosity: '0.0001' is out of range; allowed: 0 to 1000 in steps of 0.001");
}

}  // namespace
}  // namespace mce::any_selector_test
