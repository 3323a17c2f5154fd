// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_AMG_HPP
#define CHRONOS_AMG_HPP

#include "Chronos_Hierarchy.hpp"

namespace Chronos {

/// \brief Algebraic multigrid as a preconditioner: one cycle of a hierarchy.
class Amg : public Smoother {
 public:
  /// Local.
  explicit Amg(const Teuchos::RCP<const Hierarchy>& hierarchy);

  void apply(const ConstVector& r, const Vector& z, Update update = Update::overwrite) const override;

  const Teuchos::RCP<const Hierarchy>& hierarchy() const { return hierarchy_; }

 private:
  Teuchos::RCP<const Hierarchy> hierarchy_;
  mutable Vector work_;
};

}  // namespace Chronos

#endif
