// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TYPES_HPP
#define CHRONOS_TYPES_HPP

#include "Chronos_KernelTypes.hpp"

#include <Teuchos_Comm.hpp>
#include <Teuchos_RCP.hpp>
#include <Tpetra_CrsMatrix.hpp>
#include <Tpetra_Map.hpp>
#include <Tpetra_MultiVector.hpp>
#include <Tpetra_Operator.hpp>
#include <Tpetra_Vector.hpp>

#include <type_traits>

namespace Chronos {

using Node = Tpetra::Map<>::node_type;
using Map = Tpetra::Map<LocalOrdinal, GlobalOrdinal, Node>;
using Comm = Teuchos::Comm<int>;
using TpetraCrsMatrix = Tpetra::CrsMatrix<double, LocalOrdinal, GlobalOrdinal, Node>;
using TpetraMultiVector = Tpetra::MultiVector<double, LocalOrdinal, GlobalOrdinal, Node>;
using TpetraVector = Tpetra::Vector<double, LocalOrdinal, GlobalOrdinal, Node>;
using TpetraOperator = Tpetra::Operator<double, LocalOrdinal, GlobalOrdinal, Node>;

static_assert(std::is_same_v<Tpetra::Map<>::local_ordinal_type, LocalOrdinal>,
              "Chronos needs a Trilinos whose default local ordinal is int");
static_assert(std::is_same_v<Tpetra::Map<>::global_ordinal_type, GlobalOrdinal>,
              "Chronos needs a Trilinos whose default global ordinal is long long");

}  // namespace Chronos

#endif
