// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_EIGENPROBLEM_HPP
#define CHRONOS_EIGENPROBLEM_HPP

#include "Chronos_ColumnProducts.hpp"
#include "Chronos_EigenParameters.hpp"
#include "Chronos_SmallEigen.hpp"

namespace Chronos {

/// \brief Vectors, one a column, and what the matrices make of them. Without a mass matrix `mass` is `own`.
struct ImagedVectors {
  TestVectors own, image, mass;

  int count() const { return static_cast<int>(own.extent(1)); }
  ImagedVectors columns(int first, int count) const {
    return {columnsOf(own, first, count), columnsOf(image, first, count), columnsOf(mass, first, count)};
  }
};

/// Applications so far, one a vector.
struct EigenCounts {
  long long products = 0, massProducts = 0, preconditionings = 0;
};

/// \brief A x = lambda M x and a preconditioner, with the inner product of M; counts what is applied.
class EigenProblem {
 public:
  /// \param A symmetric; domain and range map the same
  /// \param M symmetric positive definite on the same map; null for none
  /// \param T preconditioner of A - lambda M; null for none
  EigenProblem(const Teuchos::RCP<const Operator>& A, const Teuchos::RCP<const Operator>& M,
               const Teuchos::RCP<const Operator>& T, SpectrumEnd which);

  const Comm& comm() const { return *map_->getComm(); }
  const Teuchos::RCP<const Map>& map() const { return map_; }
  std::size_t numRows() const { return numRows_; }
  SpectrumEnd which() const { return which_; }
  const Teuchos::RCP<const Operator>& matrix() const { return A_; }
  const Teuchos::RCP<const Operator>& mass() const { return M_; }
  const Teuchos::RCP<const Operator>& preconditioner() const { return T_; }

  /// Room for vectors and their images; uninitialised.
  ImagedVectors allocate(int count) const;

  /// image = A own. Collective.
  void multiply(const ImagedVectors& V);
  /// mass = M own; nothing without M. Collective.
  void multiplyByMass(const ImagedVectors& V);
  /// W = T R, a copy without T. Collective.
  void precondition(const TestVectors& R, const TestVectors& W);

  /// \brief Makes the vectors W orthonormal in the inner product of M, and orthogonal to Q, in place; `mass` of W
  /// follows, `image` is not looked at. Collective.
  ///
  /// As orthonormalise(), see there; M is not applied, its images are combined.
  /// \param Q orthonormal, may have no columns
  /// \param enough a pass is the last one when its smallest pivot is above this
  /// \return number of vectors kept; they come first
  /// \throws BreakdownError on all ranks where M shows a vector of negative length
  int orthonormalise(const ImagedVectors& Q, ImagedVectors& W, double enough);

  /// The first C.numCols vectors of V become V C, with their images; of as many vectors as C has rows. Local.
  void combine(ImagedVectors& V, const SmallMatrix& C);
  /// The first C.numCols vectors of V become [V W] C.
  void combine(ImagedVectors& V, int numOld, const ImagedVectors& W, const SmallMatrix& C);

  EigenCounts counts;

 private:
  bool isPlain() const { return M_.is_null(); }
  TestVectors& room(std::size_t count);

  Teuchos::RCP<const Operator> A_, M_, T_;
  SpectrumEnd which_;
  Teuchos::RCP<const Map> map_;
  std::size_t numRows_;
  TestVectors room_;  // for the next of what is combined
};

/// \brief The `count` Ritz pairs at the wanted end, the outermost first; small values as accurate as H has them. Local.
/// \throws BreakdownError where H is not finite: the same on all ranks
SmallEigen wantedRitzPairs(const SmallMatrix& H, int count, SpectrumEnd which);

}  // namespace Chronos

#endif
