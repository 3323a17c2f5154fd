// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_KRYLOVVECTOR_HPP
#define CHRONOS_KRYLOVVECTOR_HPP

#include "Chronos_Types.hpp"
#include "Chronos_ViewOperator.hpp"

#include <BelosMultiVecTraits.hpp>
#include <BelosOperatorTraits.hpp>

#include <vector>

namespace Chronos {

/// \brief A few distributed vectors on the device, for the Krylov methods of Belos.
///
/// Copies share their columns. Scalar products do not depend on the number of threads (see blockDot()).
struct KrylovVector {
  using Column = Kokkos::View<double*, Device>;
  Teuchos::RCP<const Map> map;
  std::vector<Column> columns;

  /// New columns, not initialised.
  KrylovVector(const Teuchos::RCP<const Map>& map, int numColumns);
  KrylovVector(const Teuchos::RCP<const Map>& map, const std::vector<Column>& columns) : map(map), columns(columns) {}

  int numColumns() const { return static_cast<int>(columns.size()); }
  /// Some of the columns, shared.
  KrylovVector view(const std::vector<int>& index) const;
};

/// mv = alpha A + beta B, column by column; mv may be A or B.
void combine(double alpha, const KrylovVector& A, double beta, const KrylovVector& B, const KrylovVector& mv);
void assign(const KrylovVector& from, const KrylovVector& to);
/// a_i^T b_i for each column. Collective.
std::vector<double> dot(const KrylovVector& a, const KrylovVector& b);

}  // namespace Chronos

namespace Belos {

/// What Belos needs to know of Chronos::KrylovVector.
template <>
class MultiVecTraits<double, Chronos::KrylovVector> {
  using MV = Chronos::KrylovVector;
  using Matrix = Teuchos::SerialDenseMatrix<int, double>;

 public:
  static Teuchos::RCP<MV> Clone(const MV& mv, const int numColumns) { return Teuchos::rcp(new MV(mv.map, numColumns)); }
  static Teuchos::RCP<MV> CloneCopy(const MV& mv) {
    const Teuchos::RCP<MV> copy = Clone(mv, mv.numColumns());
    Chronos::assign(mv, *copy);
    return copy;
  }
  static Teuchos::RCP<MV> CloneCopy(const MV& mv, const std::vector<int>& index) { return CloneCopy(mv.view(index)); }
  static Teuchos::RCP<MV> CloneViewNonConst(MV& mv, const std::vector<int>& index) {
    return Teuchos::rcp(new MV(mv.view(index)));
  }
  static Teuchos::RCP<const MV> CloneView(const MV& mv, const std::vector<int>& index) {
    return Teuchos::rcp(new MV(mv.view(index)));
  }
  static ptrdiff_t GetGlobalLength(const MV& mv) { return static_cast<ptrdiff_t>(mv.map->getGlobalNumElements()); }
  static int GetNumberVecs(const MV& mv) { return mv.numColumns(); }
  static bool HasConstantStride(const MV&) { return false; }
  static void MvTimesMatAddMv(double alpha, const MV& A, const Matrix& B, double beta, MV& mv);
  static void MvAddMv(double alpha, const MV& A, double beta, const MV& B, MV& mv) {
    Chronos::combine(alpha, A, beta, B, mv);
  }
  static void MvScale(MV& mv, double alpha) { Chronos::combine(alpha, mv, 0, mv, mv); }
  static void MvScale(MV& mv, const std::vector<double>& alpha);
  static void MvTransMv(double alpha, const MV& A, const MV& mv, Matrix& B);
  static void MvDot(const MV& mv, const MV& A, std::vector<double>& b) { b = Chronos::dot(mv, A); }
  static void MvNorm(const MV& mv, std::vector<double>& norms, NormType type = TwoNorm);
  static void SetBlock(const MV& A, const std::vector<int>& index, MV& mv) { Chronos::assign(A, mv.view(index)); }
  static void Assign(const MV& A, MV& mv) { Chronos::assign(A, mv); }
  static void MvRandom(MV& mv);
  static void MvInit(MV& mv, double alpha = 0);
  static void MvPrint(const MV& mv, std::ostream& os) {
    os << "Chronos::KrylovVector of " << mv.numColumns() << " columns\n";
  }
};

template <>
class OperatorTraits<double, Chronos::KrylovVector, Chronos::ViewOperator> {
 public:
  static void Apply(const Chronos::ViewOperator& op, const Chronos::KrylovVector& x, Chronos::KrylovVector& y,
                    ETrans = NOTRANS) {
    for (int i = 0; i < x.numColumns(); ++i) op.applyTo(x.columns[i], y.columns[i]);
  }
  static bool HasApplyTranspose(const Chronos::ViewOperator&) { return false; }
};

}  // namespace Belos

#endif
