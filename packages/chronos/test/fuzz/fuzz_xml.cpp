// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// Parameter lists in XML: taken, or refused by one error.
#include "FuzzedFile.hpp"

#include "Chronos_Parameters.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace Chronos::Fuzz;
  const MemoryFile file(data, size);
  messageOf(file, [&] { Chronos::readXml(file.path(), *self()); });
  return 0;
}
