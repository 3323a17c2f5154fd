// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODENORMS_HPP
#define CHRONOS_NODENORMS_HPP

#include "Chronos_NodeNumbering.hpp"

namespace Chronos {

/// \brief nodeMatrix() in one reading, for a matrix whose rows and columns come in threes and whose nodes are those
/// threes on every rank; null for others. Collective. The same bits as nodeMatrix(), which takes it where it can.
Teuchos::RCP<const DistMatrix<double>> normsOfThrees(const DistMatrix<double>& A, const NodeNumbering& numbering);

}  // namespace Chronos

#endif
