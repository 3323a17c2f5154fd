// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PRODUCTSUMS_HPP
#define CHRONOS_PRODUCTSUMS_HPP

#include "Chronos_SumsOfBlocks.hpp"

namespace Chronos {

/// \brief Several scalar products of vectors in one pass, the same bits on any number of threads.
///
/// Blocks are those of ColumnDots, the results stay on the device: who wants them on the host waits for them there.
/// Entries lie row by row; each column has products of its own. The object holds the sums of blocks, so that nothing is
/// allocated in an iteration.
template <class DeviceType>
class ProductSums {
 public:
  using Execution = typename DeviceType::execution_space;
  using Entries = Kokkos::View<double*, DeviceType>;
  using ConstEntries = Kokkos::View<const double*, DeviceType>;
  using ConstSingleEntries = Kokkos::View<const float*, DeviceType>;

  /// Products of ofOne(), of ofStep() and of ofResidual(); numbers that a view of results holds.
  static constexpr int numOfOne = 3, numOfStep = 5, numOfResidual = 4;
  static int resultLength(int width) { return (width == 1 ? 8 : 4) * width; }

  /// \param numEntries rows times width of the vectors
  /// \param width columns: 1, 2, 4 or 8
  ProductSums(std::int64_t numEntries, int width);

  /// \brief Products of one vector with three: a_c^T b0_c, a_c^T b1_c, a_c^T b2_c. Does not wait for the device.
  /// \param results resultLength() numbers; product s of column c is entry s * width + c
  void ofOne(const Execution& space, const ConstEntries& a, const ConstEntries& b0, const ConstEntries& b1,
             const ConstEntries& b2, const Entries& results) const;

  /// \brief The same of vectors in single precision; products and sums are in double.
  /// \pre one column
  void ofOne(const Execution& space, const ConstSingleEntries& a, const ConstSingleEntries& b0,
             const ConstSingleEntries& b1, const ConstSingleEntries& b2, const Entries& results) const;

  /// \brief What a step along c says of the residual behind it: c^T v, c^T r, r^T r, r^T v, v^T v. Does not wait.
  /// \pre one column
  void ofStep(const Execution& space, const ConstEntries& c, const ConstEntries& v, const ConstEntries& r,
              const Entries& results) const;

  /// \brief What conjugate gradients of one reduction want to know of a residual: r_c^T r_c, z_c^T r_c, z_c^T w_c and
  /// z_c^T s_c. Does not wait for the device.
  /// \param z may be r
  /// \param results resultLength() numbers; product k of column c is entry k * width + c
  void ofResidual(const Execution& space, const ConstEntries& r, const ConstEntries& z, const ConstEntries& w,
                  const ConstEntries& s, const Entries& results) const;

  /// On this rank.
  std::size_t numBytes() const { return sums_.numBytes(); }

 private:
  template <int width, class Term>
  void run(const Execution& space, const Term& term, const Entries& results) const;

  std::int64_t numEntries_;
  int width_;
  SumsOfBlocks<DeviceType> sums_;
};

}  // namespace Chronos

#endif
