// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BESTITERATES_HPP
#define CHRONOS_BESTITERATES_HPP

#include "Chronos_ColumnIteration.hpp"

namespace Chronos {

/// The best iterate of each column of a solve, for one that ends with a worse. Local.
class BestIterates {
 public:
  using Flags = ColumnIteration::Flags;

  /// Copies the initial guess; without a call it is zero.
  void start(const ConstBlock& x);

  /// The iterates of some columns are their best so far.
  void keep(const ConstBlock& x, const Flags& columns);

  /// Whether an iterate of a column was kept; otherwise its best is the initial guess.
  bool isStored(int column) const { return isStored_[column]; }

  /// Writes the best of some columns to x.
  void restore(const Flags& columns, const Block& x) const;

  /// Goes on with some of the columns in narrower blocks.
  /// \param columns those that go on; column c of the new blocks was columns[c]
  void narrow(const std::vector<int>& columns, int width);

 private:
  Block best_, start_;
  Flags isStored_{};
};

}  // namespace Chronos

#endif
