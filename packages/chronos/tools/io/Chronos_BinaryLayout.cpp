// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BinaryLayout.hpp"

#include "Chronos_Error.hpp"

#include <cstring>

namespace Chronos {
namespace {

constexpr std::size_t checkedBytes = 32;

std::uint64_t fnv1a(const char* bytes, std::size_t n) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (std::size_t i = 0; i < n; ++i) hash = (hash ^ static_cast<unsigned char>(bytes[i])) * 0x100000001b3ULL;
  return hash;
}

std::uint64_t wordAt(const char* bytes, std::size_t offset) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes + offset, sizeof(word));
  return word;
}

}  // namespace

BinaryLayout BinaryLayout::of(std::uint64_t n, std::uint64_t numEntries) {
  BinaryLayout layout;
  layout.n = n;
  layout.numEntries = numEntries;
  layout.indexBytes = n < (std::uint64_t(1) << 31) ? 4 : 8;
  return layout;
}

std::array<char, BinaryLayout::headerBytes> BinaryLayout::header() const {
  std::array<char, headerBytes> bytes;
  std::memcpy(bytes.data(), binaryMagic, binaryMagicBytes);
  const std::uint64_t words[] = {n, numEntries, indexBytes};
  std::memcpy(bytes.data() + binaryMagicBytes, words, sizeof(words));
  const std::uint64_t checksum = fnv1a(bytes.data(), checkedBytes);
  std::memcpy(bytes.data() + checkedBytes, &checksum, sizeof(checksum));
  return bytes;
}

BinaryLayout BinaryLayout::read(const InputFile& file) {
  const std::string name = "'" + file.path() + "'";
  std::array<char, headerBytes> bytes = {};
  if (file.size() == 0) throw InputError(name + " is empty; name a file with a matrix.");
  const std::size_t length = file.readSome(bytes.data(), headerBytes, 0);
  if (std::memcmp(bytes.data(), binaryMagic, binaryMagicBytes) != 0) {
    throw InputError(name + " is no binary Chronos matrix: it does not begin with " + binaryMagic + ".");
  }
  if (length < headerBytes) throw InputError(name + " is cut off within its header. Write it again.");
  const BinaryLayout layout = of(wordAt(bytes.data(), 8), wordAt(bytes.data(), 16));
  if (bytes != layout.header()) throw InputError(name + " has a damaged header. Write it again.");
  // First bounds that no sum of sizes can overflow, then the size itself.
  const bool plausible = layout.n < file.size() / 8 && layout.numEntries <= file.size() / 8;
  if (!plausible || layout.fileBytes() != file.size()) {
    throw InputError(name + " has " + std::to_string(file.size()) + " bytes, which do not fit the " +
                     std::to_string(layout.n) + " rows and " + std::to_string(layout.numEntries) +
                     " entries of its header. It may be cut off: write or fetch it again.");
  }
  return layout;
}

}  // namespace Chronos
