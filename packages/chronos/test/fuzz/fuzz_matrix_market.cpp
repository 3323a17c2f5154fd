// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// Matrix Market text: as a matrix and as vectors, by one thread and by three with small blocks, which must agree.
#include "FuzzedFile.hpp"

#include "Chronos_BinaryMatrix.hpp"
#include "Chronos_MatrixMarket.hpp"
#include "Chronos_MatrixMarketHeader.hpp"

namespace {

using namespace Chronos;
using namespace Chronos::Fuzz;

// A file of few bytes may ask for memory by its sizes; what it may ask for is tested elsewhere, and slow.
bool isSmall(const MemoryFile& file) {
  constexpr long long most = 2000;
  try {
    const MatrixMarketHeader header = readMatrixMarketHeader(InputFile(file.path()));
    return header.rows <= most && header.cols <= most;
  } catch (const InputError&) {
    return true;
  }
}

double sumOf(const TpetraMultiVector& vectors) {
  double sum = 0;
  const auto view = vectors.getLocalViewHost(Tpetra::Access::ReadOnly);
  for (std::size_t j = 0; j < view.extent(1); ++j)
    for (std::size_t i = 0; i < view.extent(0); ++i) sum += view(i, j);
  return sum;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const MemoryFile file(data, size);
  if (!isSmall(file)) return 0;
  ReadOptions one, three;
  one.threads = 1;
  three.threads = 3;
  three.blockBytes = 16;

  Teuchos::RCP<TpetraCrsMatrix> A, B;
  const std::string first = messageOf(file, [&] { A = readMatrix(file.path(), self(), one); });
  const std::string second = messageOf(file, [&] { B = readMatrix(file.path(), self(), three); });
  if (A.is_null() != B.is_null() || first.empty() != second.empty()) std::abort();
  if (!A.is_null() && A->getGlobalNumEntries() != B->getGlobalNumEntries()) std::abort();

  Teuchos::RCP<TpetraMultiVector> x;
  messageOf(file, [&] { x = readVectors(file.path(), self(), three); });
  if (!x.is_null()) static_cast<void>(sumOf(*x));
  return 0;
}
