// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_KRYLOVSTEPS_HPP
#define CHRONOS_KRYLOVSTEPS_HPP

#include "Chronos_ProductSums.hpp"
#include "Chronos_Types.hpp"
#include "Chronos_WorkBlock.hpp"

#include <functional>
#include <memory>

namespace Chronos {

class LevelMatrix;

/// What the K cycles of a hierarchy did so far. Steps are those of all columns together, fallbacks those of one column.
/// Cycles that were begun in vain count: ahead of an end that came sooner, or by another size (SingleEntrance).
struct KrylovCounts {
  long long firstSteps = 0, secondSteps = 0;
  long long notPositive = 0;  ///< c1^T A c1 <= 0: the cycle's own correction was taken
  long long dependent = 0;    ///< the second direction added nothing: the first step alone

  void add(const KrylovCounts& other);
};

/// \brief One or two steps of flexible conjugate gradients on a level, with the cycle below it as the preconditioner:
/// the K cycle (Notay, Vassilevski, Numer. Linear Algebra Appl. 15 (2008) 473-487; Notay, ETNA 37 (2010) 123-146). One
/// level's work vectors, used by one cycle at a time.
///
/// With e approximating A^{-1} r by e = B r: c1 = B r, v1 = A c1, r~ = r - (c1^T r / c1^T v1) v1; where ||r~|| is at
/// most t ||r|| the step along c1 is all, else c2 = B r~ and e minimises the energy of the error over both. Products of
/// a step take one reduction (||r~|| from products of r and v1 as well, so it is one with t too). For t = 0, and for
/// several columns always, both steps are taken: scalars then stay on the device, and where one rank owns the level
/// nothing waits for it or is summed over ranks.
class KrylovSteps {
 public:
  /// \param numRows of the level, on this rank
  /// \param isShared false: one rank owns all rows
  explicit KrylovSteps(std::size_t numRows, bool isShared = true);
  ~KrylovSteps();
  KrylovSteps(const KrylovSteps&) = delete;
  KrylovSteps& operator=(const KrylovSteps&) = delete;

  /// \brief x = e. Collective.
  /// \param A symmetric
  /// \param correct applies B: from a right-hand side to a correction, twice at most
  /// \param tolerance t
  /// \param r overwritten
  /// \param other of the same shape; overwritten by both
  void take(const LevelMatrix& A, const std::function<void(const ConstBlock&, const Block&)>& correct, double tolerance,
            const Block& r, const Block& x, const Block& other);

  /// Collective: a rank without rows does not know.
  KrylovCounts counts(const Comm& comm) const;

  /// On this rank.
  std::size_t numBytes() const;

 private:
  void prepare(int width);
  bool firstSuffices(double tolerance, const Comm& comm, const Block& r, const Block& x, const Block& v);
  void sumOnDevice(const Comm& comm, const Vector& products, int numProducts);
  void toHost(const Vector& products);

  WorkBlock image_, second_;
  bool isShared_;
  int width_ = 0;
  std::unique_ptr<ProductSums<Device>> sums_;
  Vector firstProducts_, secondProducts_;
  Kokkos::View<double*, PinnedSpace> onHost_;
  Kokkos::View<long long*, Device> outcomes_;
  KrylovCounts counts_;
};

}  // namespace Chronos

#endif
