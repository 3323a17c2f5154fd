// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NearKernelChecks.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

namespace Chronos {
namespace {

using Span = Kokkos::MinMaxScalar<double>;

struct SpanFunctor {
  ConstVector x;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, Span& span) const {
    if (x(i) < span.min_val) span.min_val = x(i);
    if (x(i) > span.max_val) span.max_val = x(i);
  }
};

// Least and greatest entry of a column on this rank; the other way round without rows.
Span spanOf(const TpetraMultiVector& V, std::size_t column) {
  const auto view = V.getVector(column)->getLocalViewDevice(Tpetra::Access::ReadOnly);
  using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
  Span span;
  Kokkos::parallel_reduce("Chronos::makeNearKernel::span", Policy(0, static_cast<std::int64_t>(view.extent(0))),
                          SpanFunctor{ConstVector(view.data(), view.extent(0))}, Kokkos::MinMax<double>(span));
  return span;
}

// A number that says whether there is something, how long it is and how wide.
long long shapeOf(const Teuchos::RCP<const TpetraMultiVector>& V) {
  if (V.is_null()) return -1;
  constexpr long long mostColumns = 1 << 20;
  return TrilinosVersion::numGlobal(*V->getMap()) * mostColumns + static_cast<long long>(V->getNumVectors());
}

}  // namespace

void checkSameOnRanks(const NearKernelInput& input, const Comm& comm) {
  if (comm.getSize() == 1) return;
  const std::pair<const char*, long long> told[] = {
      {"near-kernel vectors (`Nullspace`)", shapeOf(input.vectors)},
      {"coordinates", shapeOf(input.coordinates)},
      {"unknowns of a node (`number of equations`)", input.degreesOfFreedom},
      {"`numbering`", static_cast<long long>(input.numbering)}};
  std::string all;
  for (const auto& part : told) all += std::to_string(part.second) + ' ';
  if (isSameOnRanks(comm, static_cast<long long>(std::hash<std::string>()(all)))) return;
  for (const auto& part : told)
    if (!isSameOnRanks(comm, part.second))
      throw InputError(std::string("Ranks were told of different ") + part.first +
                       ": hand the same to all, also to a rank without rows, whose part of a vector is empty.");
}

void checkSpread(const TpetraMultiVector& coordinates) {
  if (TrilinosVersion::numGlobal(*coordinates.getMap()) < 2 || coordinates.getNumVectors() == 0) return;
  std::vector<Span> spans(coordinates.getNumVectors());
  JointReduction all;
  for (std::size_t j = 0; j < spans.size(); ++j) {
    spans[j] = spanOf(coordinates, j);
    spans[j].min_val = -spans[j].min_val;
    all.max(spans[j].min_val);
    all.max(spans[j].max_val);
  }
  all.reduce(*coordinates.getMap()->getComm());
  const bool hasNumbers =
      std::any_of(spans.begin(), spans.end(), [](const Span& span) { return span.max_val >= -span.min_val; });
  if (!hasNumbers)
    throw InputError("The coordinates hold no number, but NaN alone. Give the positions of the nodes, or none.");
  if (std::all_of(spans.begin(), spans.end(), [](const Span& span) { return span.max_val <= -span.min_val; }))
    throw InputError("All " + std::to_string(TrilinosVersion::numGlobal(*coordinates.getMap())) +
                     " rows of the coordinates are one point. Give the positions of the nodes, or none.");
}

}  // namespace Chronos
