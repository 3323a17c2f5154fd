// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COLUMNPRODUCTS_HPP
#define CHRONOS_COLUMNPRODUCTS_HPP

#include "Chronos_Operator.hpp"
#include "Chronos_TallColumns.hpp"
#include "Chronos_TestSpace.hpp"

namespace Chronos {

/// One vector a column; owned unknowns.
using TestVectors = TallColumns<Device>;

/// Uninitialised.
TestVectors allocateVectors(const char* label, std::size_t numRows, std::size_t numCols);

/// Columns [first, first + count).
TestVectors columnsOf(const TestVectors& V, int first, int count);

/// Column k alone.
Vector column(const TestVectors& V, std::size_t k);
ConstVector column(const TestSpace& V, std::size_t k);

/// Z = M R, column by column. Collective.
void applyToColumns(const Operator& M, const TestSpace& R, const TestVectors& Z);

}  // namespace Chronos

#endif
