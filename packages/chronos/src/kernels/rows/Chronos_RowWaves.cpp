// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowWaves.hpp"

#include "Chronos_HostCopy.hpp"

#include <algorithm>

namespace Chronos {
namespace {

// What a row must wait for: the last wave of rows that couple to it, on either side of the diagonal, and were met.
std::vector<LocalOrdinal> wavesOf(const std::vector<Offset>& rowPtr, const std::vector<LocalOrdinal>& colInd) {
  const auto numRows = static_cast<LocalOrdinal>(rowPtr.size() - 1);
  std::vector<LocalOrdinal> wave(static_cast<std::size_t>(numRows), 0);
  for (LocalOrdinal row = 0; row < numRows; ++row) {
    for (Offset entry = rowPtr[row]; entry < rowPtr[row + 1]; ++entry)
      if (colInd[entry] < row) wave[row] = std::max(wave[row], wave[colInd[entry]] + 1);
    for (Offset entry = rowPtr[row]; entry < rowPtr[row + 1]; ++entry)
      if (const LocalOrdinal col = colInd[entry]; col > row && col < numRows)
        wave[col] = std::max(wave[col], wave[row] + 1);
  }
  return wave;
}

}  // namespace

template <class Scalar, class DeviceType>
RowWaves<DeviceType> rowWaves(const CsrMatrix<Scalar, DeviceType>& A) {
  const std::vector<LocalOrdinal> wave = wavesOf(toVector(A.rowPtr), toVector(A.colInd));
  const LocalOrdinal numWaves = wave.empty() ? 0 : *std::max_element(wave.begin(), wave.end()) + 1;
  RowWaves<DeviceType> waves;
  waves.begins.assign(static_cast<std::size_t>(numWaves) + 1, 0);
  for (const LocalOrdinal w : wave) ++waves.begins[w + 1];
  for (LocalOrdinal w = 0; w < numWaves; ++w) waves.begins[w + 1] += waves.begins[w];
  std::vector<LocalOrdinal> next(waves.begins.begin(), waves.begins.end() - 1), rows(wave.size());
  for (std::size_t row = 0; row < wave.size(); ++row) rows[next[wave[row]]++] = static_cast<LocalOrdinal>(row);
  waves.rows = toView<DeviceType>("Chronos::RowWaves rows", rows);
  return waves;
}

template RowWaves<Device> rowWaves(const CsrMatrix<double, Device>& A);

}  // namespace Chronos
