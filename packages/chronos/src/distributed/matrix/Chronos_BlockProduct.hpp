// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BLOCKPRODUCT_HPP
#define CHRONOS_BLOCKPRODUCT_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_PackedProduct.hpp"

namespace Chronos {

/// \brief A distributed matrix times several vectors at once.
///
/// Eight columns, or the last four, are packed row by row, their halo travels in one message a neighbour, and the
/// matrix is read once for all of them. The halo is waited for before the product begins: hiding it would read the rows
/// twice. Keeps room for eight entries a column of the matrix. One product at a time.
class BlockProduct {
 public:
  explicit BlockProduct(const DistMatrix<double>& A);

  /// \brief Y = alpha A X. Collective; all ranks have the same number of columns.
  /// \param X owned entries of the domain vectors
  /// \param Y owned entries of the range vectors, no overlap with X
  void apply(const ConstTallColumns<Device>& X, const TallColumns<Device>& Y, double alpha = 1);

 private:
  template <int width>
  struct Room {
    PackedRows<width, Device> rows;
    Teuchos::RCP<HaloExchange<PackedRow<width>>> exchange;
  };

  template <int width>
  void applyTo(Room<width>& room, const ConstTallColumns<Device>& X, const TallColumns<Device>& Y, double alpha,
               int first);

  DistMatrix<double> A_;
  Room<4> four_;
  Room<8> eight_;
};

}  // namespace Chronos

#endif
