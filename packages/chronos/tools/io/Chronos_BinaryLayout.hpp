// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BINARYLAYOUT_HPP
#define CHRONOS_BINARYLAYOUT_HPP

#include "Chronos_InputFile.hpp"

#include <array>
#include <cstdint>

namespace Chronos {

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "Binary matrices are little-endian, and so must be the machine: bytes are not swapped"
#endif

/// Where the parts of a binary matrix are; see Chronos_BinaryMatrix.hpp. Plain data.
struct BinaryLayout {
  static constexpr std::size_t headerBytes = 40;

  std::uint64_t n = 0;
  std::uint64_t numEntries = 0;
  std::uint64_t indexBytes = 4;

  static BinaryLayout of(std::uint64_t n, std::uint64_t numEntries);
  /// \throws InputError when the file does not begin with a sound header, or its size does not fit it
  static BinaryLayout read(const InputFile& file);

  std::array<char, headerBytes> header() const;
  std::uint64_t rowPtrAt(std::uint64_t row) const { return headerBytes + 8 * row; }
  std::uint64_t colIndAt(std::uint64_t entry) const { return rowPtrAt(n + 1) + indexBytes * entry; }
  std::uint64_t valuesAt(std::uint64_t entry) const { return (colIndAt(numEntries) + 7) / 8 * 8 + 8 * entry; }
  std::uint64_t fileBytes() const { return valuesAt(numEntries); }
};

}  // namespace Chronos

#endif
