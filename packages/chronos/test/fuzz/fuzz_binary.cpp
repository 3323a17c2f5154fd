// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// The binary form. The first byte chooses: the rest as it is, or behind a sound header for as many rows as the second
// byte says, so that row pointers and columns are reached.
#include "FuzzedFile.hpp"

#include "Chronos_BinaryLayout.hpp"
#include "Chronos_BinaryMatrix.hpp"

namespace {

using namespace Chronos;
using namespace Chronos::Fuzz;

std::string withHeader(std::uint64_t n, const std::uint8_t* data, std::size_t size) {
  // n + 1 pointers, and 12 bytes an entry.
  const std::uint64_t pointers = 8 * (n + 1);
  const std::uint64_t numEntries = size > pointers ? (size - pointers) / 12 : 0;
  const BinaryLayout layout = BinaryLayout::of(n, numEntries);
  const auto header = layout.header();
  std::string bytes(header.begin(), header.end());
  bytes.append(data, data + size);
  bytes.resize(layout.fileBytes());
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const MemoryFile file(data[0] % 2 == 0 ? std::string(data + 1, data + size)
                                         : withHeader(data[1], data + 2, size - 2));
  for (const int threads : {1, 3}) {
    ReadOptions options;
    options.threads = threads;
    messageOf(file, [&] { readBinary(file.path(), self(), options); });
  }
  return 0;
}
