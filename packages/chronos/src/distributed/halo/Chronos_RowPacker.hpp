// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ROWPACKER_HPP
#define CHRONOS_ROWPACKER_HPP

#include "Chronos_DistMatrix.hpp"

#include <vector>

namespace Chronos {

/// Rows that came from other ranks, with global columns, on the host; each row once.
struct ReceivedRows {
  std::vector<GlobalOrdinal> globals;
  std::vector<Offset> rowPtr{0};
  std::vector<GlobalOrdinal> globalColInd;
  std::vector<double> values;
};

/// \brief Packs rows of this rank for others: extracted on the device, then copied to the host. Local.
class RowPacker {
 public:
  /// \param A must outlive the packer
  explicit RowPacker(const DistMatrix<double>& A);

  /// Rows with global columns.
  std::vector<char> pack(const std::vector<LocalOrdinal>& rows) const;

 private:
  const DistMatrix<double>& A_;
  Kokkos::View<const GlobalOrdinal*, Device> haloGlobals_;
};

/// Appends the rows of a packed message. Local.
void unpackRows(const std::vector<char>& bytes, ReceivedRows& rows);

}  // namespace Chronos

#endif
