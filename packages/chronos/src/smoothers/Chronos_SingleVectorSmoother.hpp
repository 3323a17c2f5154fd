// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SINGLEVECTORSMOOTHER_HPP
#define CHRONOS_SINGLEVECTORSMOOTHER_HPP

#include "Chronos_SingleVectorOperator.hpp"

#include <cstddef>

namespace Chronos {

/// What a sweep starts from.
enum class Guess {
  zero,  ///< the iterate is zero; its vector may hold anything
  given,
};

/// Which of its two vectors a sweep leaves the iterate in.
enum class Where { x, other };

/// \brief A smoother on vectors in single precision, see Smoother::sweep().
class SingleVectorSmoother : public SingleVectorOperator {
 public:
  /// \brief x <- x + omega M^{-1} (b - A x). Collective. From a zero guess the iterate ends in x, from a given one
  /// where the Smoother says.
  /// \param other of the size of x; overwritten
  virtual void sweep(const SingleVectorMatrix& A, const ConstSingleVector& b, const SingleVector& x,
                     const SingleVector& other, float omega, Guess guess) const;

  /// What it holds beside the Smoother that it comes from. Local.
  virtual std::size_t numBytes() const = 0;
};

}  // namespace Chronos

#endif
