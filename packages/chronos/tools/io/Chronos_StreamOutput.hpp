// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_STREAMOUTPUT_HPP
#define CHRONOS_STREAMOUTPUT_HPP

#include "Chronos_Types.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace Chronos {

/// \brief Bytes of all ranks for something that is written from front to end only: a FIFO, a device, a terminal.
///
/// Kept in memory until rank 0 writes them, since only then is it known who comes when.
class StreamOutput {
 public:
  /// Keeps n bytes for an offset. Local.
  void write(const void* bytes, std::size_t n, std::uint64_t offset);

  /// \brief Writes all bytes by ascending offset; there must be no gaps. Collective; without MPI
  /// where there is one rank.
  /// \param descriptor open for writing on rank 0
  /// \return on rank 0 why the target took no more, empty when all is written; empty on other ranks
  std::string drain(const Comm& comm, int descriptor);

 private:
  std::string writeOwn(int descriptor);

  struct Piece {
    std::uint64_t offset;
    std::vector<char> bytes;
  };
  std::vector<Piece> pieces_;
};

}  // namespace Chronos

#endif
