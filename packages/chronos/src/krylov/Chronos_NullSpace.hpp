// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NULLSPACE_HPP
#define CHRONOS_NULLSPACE_HPP

#include "Chronos_BlockSum.hpp"
#include "Chronos_Operator.hpp"
#include "Chronos_TestSpace.hpp"
#include "Chronos_WorkBlock.hpp"

#include <memory>
#include <vector>

namespace Chronos {

/// \brief An orthonormal basis v_1 .. v_k of the vectors that a singular matrix takes to zero, and the projection
/// P = (I - v_k v_k^T) .. (I - v_1 v_1^T) onto those that are orthogonal to all of them.
///
/// Of a symmetric matrix the range is what is orthogonal to its null space, so that A x = P b has a solution for any b,
/// and conjugate gradients with P M^{-1} P find the one in the range (Kaasschieter, J. Comput. Appl. Math. 24, 1988).
/// Holds k vectors, and room for two blocks.
class NullSpace {
 public:
  /// \brief The space of the columns of a multivector; those that depend on earlier ones are left out. Collective.
  /// \param vectors owned rows of the map x columns
  NullSpace(const Teuchos::RCP<const Map>& map, const TestSpace& vectors);

  /// The space of constant vectors. Collective.
  static NullSpace constants(const Teuchos::RCP<const Map>& map);

  int dimension() const { return static_cast<int>(basis_.size()); }

  /// x = P x, in k reductions. Collective.
  void project(const Block& x) const;
  /// The same for each column. Collective.
  /// \param X of constant stride or not, rows of the map
  void project(TpetraMultiVector& X) const;

  /// Largest ||A v_j|| over ||A u|| / ||u||, u of entries in (-1, 1): rounding where A is singular along all of them.
  /// Takes k + 1 products. Collective.
  double defect(const Operator& A) const;

  /// \brief Whether A takes each v_j to zero in each of its rows, as far as rounding tells: |A v_j| is at most 1e-8 of
  /// max |v_j| times the largest of |A u|, of three u of entries in (-1, 1). Where rows differ by many orders of
  /// magnitude defect() looks at the largest alone. Takes k + 3 products. Collective.
  bool isNullInEachRow(const Operator& A) const;

 private:
  void addOrthonormalised(const Block& v);
  const ColumnDots<Device>& dotsOf(int width) const;
  ColumnScalars dot(const ConstBlock& x, const ConstBlock& y) const;
  double norm(const ConstBlock& x) const;

  Teuchos::RCP<const Map> map_;
  std::vector<Block> basis_;  // of one column each
  WorkBlock spread_;
  mutable std::shared_ptr<ColumnDots<Device>> dots_;
  mutable int dotsWidth_ = 0;
};

/// P M^{-1} P of a preconditioner M.
class ProjectedOperator : public Operator {
 public:
  /// \param space must outlive the operator
  ProjectedOperator(const Teuchos::RCP<const Operator>& M, const NullSpace& space);

  void apply(const ConstBlock& x, const Block& y, double alpha = 1, double beta = 0) const override;
  bool isFixedSymmetric() const override { return M_->isFixedSymmetric(); }
  Teuchos::RCP<const Map> domainMap() const override { return M_->domainMap(); }
  Teuchos::RCP<const Map> rangeMap() const override { return M_->rangeMap(); }
  std::size_t numBytes() const override { return M_->numBytes() + in_.numBytes() + out_.numBytes(); }

 private:
  Teuchos::RCP<const Operator> M_;
  const NullSpace& space_;
  WorkBlock in_, out_;
};

}  // namespace Chronos

#endif
