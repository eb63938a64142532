// SPDX-License-Identifier: MIT
#include "view/arrays.hpp"

#include <gtest/gtest.h>

#include "view/view_support.hpp"

namespace mce::arrays_test {
namespace {

TEST(Arrays, AreWhereTheHeadSays) {
  // Heads of all lengths: the offsets depend on them, and are a part of them.
  for (std::size_t length = 0; length < 40; ++length) {
    const std::vector<double> first = {1.5, -2.25};
    const std::vector<std::uint8_t> second(length, 7);
    const std::vector<std::uint32_t> third = {UINT32_MAX};
    const std::vector<float> fourth = {0.5F, 3.0F, 4.0F};
    ArrayWriter writer(Json{{"text", std::string(length, 'x')}});
    writer.add("first", first);
    writer.add("second", second);
    writer.add("third", third);
    writer.add("fourth", fourth);
    const test::Arrays arrays(writer.finish());
    EXPECT_EQ(arrays.head()["text"], std::string(length, 'x'));
    EXPECT_EQ(arrays.numbers<double>("first"), first);
    EXPECT_EQ(arrays.numbers<std::uint8_t>("second"), second);
    EXPECT_EQ(arrays.numbers<std::uint32_t>("third"), third);
    EXPECT_EQ(arrays.numbers<float>("fourth"), fourth);
  }
}

TEST(Arrays, MayBeNone) { EXPECT_EQ(test::Arrays(ArrayWriter().finish()).head()["arrays"], test::Json::array()); }

}  // namespace
}  // namespace mce::arrays_test
