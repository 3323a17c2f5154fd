// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ParseNumber.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

namespace Chronos::Test {
namespace {

// NaN for what is refused, or not used up.
double real(const std::string& word) {
  const std::string text = word + "\n";
  double value = 0;
  const char* stop = parseReal(text.c_str(), value);
  return stop == text.c_str() + word.size() ? value : std::nan("");
}

long long index(const std::string& word) {
  const std::string text = word + " ";
  long long value = 0;
  const char* stop = parseIndex(text.c_str(), value);
  return stop == text.c_str() + word.size() ? value : -1;
}

TEST(ParseNumber, RealFormsOfFileFormats) {
  EXPECT_EQ(1.0, real("1"));
  EXPECT_EQ(1.0, real("+1."));
  EXPECT_EQ(-0.5, real("-.5"));
  EXPECT_EQ(1500.0, real("1.5e3"));
  EXPECT_EQ(1500.0, real("1.5E+03"));
  EXPECT_EQ(0.0015, real("1.5d-3"));
  EXPECT_EQ(1.2345678901234567e-12, real("1.2345678901234567D-12"));
  EXPECT_EQ(1e300, real("1d300"));
  EXPECT_TRUE(std::signbit(real("-0")));
  EXPECT_EQ(0.1, real("0.1000000000000000055511151231257827021181583404541015625"));
}

TEST(ParseNumber, EndsOfTheRange) {
  EXPECT_EQ(1.7976931348623157e308, real("1.7976931348623157e308"));
  EXPECT_EQ(4.9406564584124654e-324, real("4.9406564584124654e-324"));
  EXPECT_EQ(0.0, real("1e-400"));
  EXPECT_EQ(0.0, real("0e99999999999999999999"));
  EXPECT_EQ(0.0, real("0.00000000000000000000000000000001e-99999999999999999999"));
  for (const char* word : {"1e309", "123456789e99999999999999999999"}) EXPECT_TRUE(std::isnan(real(word))) << word;
}

TEST(ParseNumber, JunkIsRefused) {
  for (const char* word :
       {"", ".", "-", "+-1", "e5", "1e", "1e+", "nan", "inf", "-Inf", "0x10", "1,5", "1.0.0", "1f", "--1"}) {
    EXPECT_TRUE(std::isnan(real(word))) << word;
  }
}

TEST(ParseNumber, RandomDoublesAreRoundedAsByTheLibrary) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 200000; ++i) {
    const std::uint64_t bits = random();
    double value;
    std::memcpy(&value, &bits, sizeof(value));
    if (!std::isfinite(value)) continue;
    // Narrow exponents take the fast path more often.
    if (i % 2 == 0) value = std::ldexp(static_cast<double>(bits % (1ull << 53)), static_cast<int>(bits >> 58) - 60);
    char text[64];
    std::snprintf(text, sizeof(text), "%.*e", static_cast<int>(random() % 20), value);
    const double expected = std::strtod(text, nullptr);
    // Few digits may round up beyond the largest double, which is refused.
    if (std::isfinite(expected)) {
      ASSERT_EQ(expected, real(text)) << text;
    } else {
      ASSERT_TRUE(std::isnan(real(text))) << text;
    }
    std::snprintf(text, sizeof(text), "%.*f", static_cast<int>(random() % 12), std::ldexp(value, -std::ilogb(value)));
    ASSERT_EQ(std::strtod(text, nullptr), real(text)) << text;
  }
}

TEST(ParseNumber, Indices) {
  EXPECT_EQ(0, index("0"));
  EXPECT_EQ(17, index("+17"));
  EXPECT_EQ(5, index("00000000000000000000000005"));
  EXPECT_EQ(999999999999999999, index("999999999999999999"));
  for (const char* word : {"", "-1", "1.0", "1e3", "9999999999999999999", "x"}) EXPECT_EQ(-1, index(word)) << word;
}

}  // namespace
}  // namespace Chronos::Test
