// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_WORKBLOCK_HPP
#define CHRONOS_WORKBLOCK_HPP

#include "Chronos_Block.hpp"

namespace Chronos {

/// \brief Room for a block that is used again and again: memory is taken when a width is first asked for, and kept.
class WorkBlock {
 public:
  WorkBlock() = default;
  WorkBlock(const char* label, std::size_t numRows) : label_(label), numRows_(numRows) {}

  /// Entries hold anything. Valid until a larger width is asked for.
  Block operator()(int width) const {
    if (memory_.extent(0) < numRows_ * width) memory_ = allocate<Vector>(label_, numRows_ * width);
    return Block(memory_.data(), numRows_, width);
  }

  std::size_t numBytes() const { return memory_.extent(0) * sizeof(double); }

 private:
  const char* label_ = "Chronos::work";
  std::size_t numRows_ = 0;
  mutable Vector memory_;
};

}  // namespace Chronos

#endif
