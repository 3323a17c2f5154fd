// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BLOCKSUM_HPP
#define CHRONOS_BLOCKSUM_HPP

#include "Chronos_GatheredDots.hpp"
#include "Chronos_SumsOfBlocks.hpp"

namespace Chronos {

/// \brief Scalar products of the columns of vectors whose entries lie row by row, the same bits on any number of
/// threads.
///
/// Blocks of 2048 entries are summed, then blocks of their sums, and so on; a reduction of Kokkos adds in an order that
/// depends on the threads. On the device each factor of 2048 costs a launch, and the results are waited for. The object
/// holds the sums of blocks (1/2048 of a vector), so that nothing is allocated in an iteration.
template <class DeviceType>
class ColumnDots {
 public:
  using Execution = typename DeviceType::execution_space;
  using Entries = Kokkos::View<double*, DeviceType>;
  using ConstEntries = Kokkos::View<const double*, DeviceType>;
  using SingleEntries = Kokkos::View<float*, DeviceType>;
  using ConstSingleEntries = Kokkos::View<const float*, DeviceType>;

  /// \param numEntries rows times width of the vectors
  /// \param width columns: 1, 2, 4 or 8
  ColumnDots(std::int64_t numEntries, int width);

  /// x_c^T y_c for each column c.
  /// \param results width numbers
  void dot(const Execution& space, const ConstEntries& x, const ConstEntries& y, double* results) const;

  /// The same of what a kernel has gathered from vectors of this length and width.
  /// \pre products.areThere()
  void dot(const Execution& space, const GatheredDots<DeviceType>& products, double* results) const;

  /// x_c^T y_c, by what a kernel has gathered of them where it has.
  void dot(const Execution& space, const GatheredDots<DeviceType>& products, const ConstEntries& x,
           const ConstEntries& y, double* results) const {
    if (products.areThere()) dot(space, products, results);
    else dot(space, x, y, results);
  }

  /// \brief x_c += alpha_c p_c and r_c -= alpha_c q_c, then r_c^T r_c, in one pass: a step of conjugate gradients.
  /// \param alpha width numbers; a column of zero is left alone
  /// \param x may have no entries, then it is not written
  /// \param results width numbers
  void advance(const Execution& space, const double* alpha, const ConstEntries& p, const ConstEntries& q,
               const Entries& x, const Entries& r, double* results) const;

  /// \brief q_c = v_c + factor_c q_c and r_c -= step_c q_c, then r_c^T r_c, in one pass: the second half of a step of
  /// flexible conjugate gradients.
  /// \param factor width numbers; q_c is not read where it is 0
  /// \param step width numbers; a column of zero is left alone
  /// \param results width numbers
  void advanceFlexible(const Execution& space, const double* factor, const double* step, const ConstEntries& v,
                       const Entries& q, const Entries& r, double* results) const;

  /// \brief The same of vectors in single precision, which are rounded where they are stored; sums are in double.
  /// \pre one column
  /// \param results one number
  void advanceFlexible(const Execution& space, double factor, double step, const ConstSingleEntries& v,
                       const SingleEntries& q, const SingleEntries& r, double* results) const;

 private:
  template <int width, class Term>
  void sum(const Execution& space, const Term& term, std::int64_t length, const SumsOfBlocks<DeviceType>& room,
           double* results) const;

  std::int64_t numEntries_;
  int width_;
  SumsOfBlocks<DeviceType> sums_;
  Kokkos::View<double*, PinnedSpace> resultsOnHost_;
};

/// x^T y of two vectors; see ColumnDots, which saves the memory it allocates.
template <class DeviceType>
double blockDot(const typename DeviceType::execution_space& space, const Kokkos::View<const double*, DeviceType>& x,
                const Kokkos::View<const double*, DeviceType>& y);

}  // namespace Chronos

#endif
