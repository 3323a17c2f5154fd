// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ShortFloats.hpp"

#include "Chronos_HostCopy.hpp"
#include "KernelCases.hpp"

#include <cmath>
#include <limits>

namespace Chronos::Test {
namespace {

constexpr int numPatterns = 65536;

// A format by its definition: significand bits that are stored, and the exponent bits' bias.
struct Definition {
  int stored, bias;
  int exponentBits() const { return 15 - stored; }
  bool isNan(int bits) const { return exponentOf(bits) == largest() && fractionOf(bits) != 0; }
  double value(int bits) const {
    const double sign = bits & 0x8000 ? -1 : 1, fraction = std::ldexp(double(fractionOf(bits)), -stored);
    if (exponentOf(bits) == largest()) return sign * std::numeric_limits<double>::infinity();
    if (exponentOf(bits) == 0) return sign * std::ldexp(fraction, 1 - bias);
    return sign * std::ldexp(1 + fraction, exponentOf(bits) - bias);
  }

 private:
  int largest() const { return (1 << exponentBits()) - 1; }
  int exponentOf(int bits) const { return (bits & 0x7fff) >> stored; }
  int fractionOf(int bits) const { return bits & ((1 << stored) - 1); }
};

template <class Format>
Definition definitionOf() {
  return std::is_same_v<Format, Half> ? Definition{10, 15} : Definition{7, 127};
}

template <class Format, class DeviceType>
struct ConvertFunctor {
  Kokkos::View<const float*, DeviceType> values;
  Kokkos::View<std::uint16_t*, DeviceType> bits;
  Kokkos::View<float*, DeviceType> back;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    bits(i) = Format::of(values(i)).bits;
    back(i) = Format{bits(i)};
  }
};

struct Converted {
  std::vector<std::uint16_t> bits;
  std::vector<float> back;
};

template <class Format, class DeviceType>
Converted converted(const std::vector<float>& values) {
  const Kokkos::View<std::uint16_t*, DeviceType> bits("bits", values.size());
  const Kokkos::View<float*, DeviceType> back("back", values.size());
  Kokkos::parallel_for(Kokkos::RangePolicy<typename DeviceType::execution_space>(0, static_cast<int>(values.size())),
                       ConvertFunctor<Format, DeviceType>{toView<DeviceType>("values", values), bits, back});
  return {toVector(bits), toVector(back)};
}

template <class Case>
struct ShortFloatsOn : ::testing::Test {};
template <class FormatType, class Space>
struct FormatCase {
  using Format = FormatType;
  using DeviceType = Space;
};
#ifdef KOKKOS_ENABLE_CUDA
using FormatCases = ::testing::Types<FormatCase<Half, Device>, FormatCase<Bfloat16, Device>,
                                     FormatCase<Half, HostDevice>, FormatCase<Bfloat16, HostDevice>>;
#else
using FormatCases = ::testing::Types<FormatCase<Half, Device>, FormatCase<Bfloat16, Device>>;
#endif
TYPED_TEST_SUITE(ShortFloatsOn, FormatCases, );

TYPED_TEST(ShortFloatsOn, AllPatternsStandForWhatTheFormatSaysAndComeBack) {
  using Format = typename TypeParam::Format;
  const Definition definition = definitionOf<Format>();
  std::vector<float> values;
  for (int bits = 0; bits < numPatterns; ++bits) values.push_back(Format{static_cast<std::uint16_t>(bits)});
  const Converted found = converted<Format, typename TypeParam::DeviceType>(values);
  for (int bits = 0; bits < numPatterns; ++bits) {
    if (definition.isNan(bits)) {
      EXPECT_TRUE(std::isnan(values[bits]) && std::isnan(found.back[bits])) << bits;
      continue;
    }
    ASSERT_EQ(double(values[bits]), definition.value(bits)) << bits;
    ASSERT_EQ(found.bits[bits], bits);
    ASSERT_EQ(bitsOf(found.back[bits]), bitsOf(values[bits])) << bits;
  }
}

TYPED_TEST(ShortFloatsOn, HalfwayGoesToTheEvenOneAndItsNeighboursToTheNearest) {
  using Format = typename TypeParam::Format;
  const Definition definition = definitionOf<Format>();
  std::vector<float> values;
  std::vector<int> expected;
  // The last pair has infinity on top, where rounding sees the number that would come next.
  for (int bits = 0; std::isfinite(definition.value(bits)); ++bits) {
    const double low = definition.value(bits),
                 step = bits == 0 ? definition.value(1) : low - definition.value(bits - 1);
    const double above = std::isfinite(definition.value(bits + 1)) ? definition.value(bits + 1) : low + step;
    const float middle = static_cast<float>((low + above) / 2);
    ASSERT_EQ(double(middle), (low + above) / 2);
    for (const auto& [value, nearest] : std::vector<std::pair<float, int>>{
             {middle, bits % 2 == 0 ? bits : bits + 1},
             {std::nextafter(middle, 0.0f), bits},
             {std::nextafter(middle, std::numeric_limits<float>::infinity()), bits + 1}}) {
      values.push_back(value);
      expected.push_back(nearest);
      values.push_back(-value);
      expected.push_back(nearest | 0x8000);
    }
  }
  const Converted found = converted<Format, typename TypeParam::DeviceType>(values);
  for (std::size_t i = 0; i < values.size(); ++i) ASSERT_EQ(found.bits[i], expected[i]) << values[i];
}

}  // namespace
}  // namespace Chronos::Test
