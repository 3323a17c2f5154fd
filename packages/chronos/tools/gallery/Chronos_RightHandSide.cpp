// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RightHandSide.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_GlobalHash.hpp"
#include "Chronos_TrilinosVersion.hpp"

namespace Chronos {
namespace {

template <class ViewType>
struct RandomFunctor {
  std::uint64_t seed;
  typename Map::local_map_type localMap;
  ViewType vector;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const GlobalOrdinal globalRow = localMap.getGlobalElement(static_cast<LocalOrdinal>(row));
    for (std::size_t column = 0; column < vector.extent(1); ++column)
      vector(row, column) = globalUniform(seed + column, static_cast<std::uint64_t>(globalRow));
  }
};

void fillRandom(TpetraMultiVector& vector, const Map& numbers, std::uint64_t seed) {
  const auto numRows = static_cast<std::int64_t>(TrilinosVersion::numLocal(*vector.getMap()));
  const auto view = vector.getLocalViewDevice(Tpetra::Access::OverwriteAll);
  using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for("Chronos::RightHandSide::random", Policy(0, numRows),
                       RandomFunctor<std::decay_t<decltype(view)>>{seed, numbers.getLocalMap(), view});
}

}  // namespace

const std::vector<std::string>& rightHandSideKinds() {
  static const std::vector<std::string> kinds = {"random", "ones", "A*ones"};
  return kinds;
}

Teuchos::RCP<TpetraMultiVector> makeRightHandSide(const std::string& kind, const TpetraCrsMatrix& matrix,
                                                  std::uint64_t seed, int numColumns,
                                                  const Teuchos::RCP<const Map>& numbers) {
  auto rightHandSide = Teuchos::rcp(new TpetraMultiVector(matrix.getRangeMap(), numColumns));
  if (kind == "random") {
    fillRandom(*rightHandSide, numbers.is_null() ? *matrix.getRangeMap() : *numbers, seed);
  } else if (kind == "ones") {
    rightHandSide->putScalar(1.0);
  } else if (kind == "A*ones") {
    TpetraMultiVector ones(matrix.getDomainMap(), numColumns);
    ones.putScalar(1.0);
    matrix.apply(ones, *rightHandSide);
  } else {
    throw InputError("There is no right-hand side \"" + kind + "\"; there are random, ones, A*ones.");
  }
  return rightHandSide;
}

}  // namespace Chronos
