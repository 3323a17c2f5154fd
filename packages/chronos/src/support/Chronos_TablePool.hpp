// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TABLEPOOL_HPP
#define CHRONOS_TABLEPOOL_HPP

#include "Chronos_KernelTypes.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace Chronos {

/// \brief Views of two extents on the GPU that are used again when nobody holds them any more; see DevicePool.
///
/// Of the very extents that are asked for, so that what lies in one piece stays in one: a set-up asks for the same as
/// the one before. For one host thread.
template <class Table>
class TablePool {
 public:
  static TablePool& instance() {
    static TablePool pool;
    return pool;
  }

  /// Entries hold anything.
  Table take(std::size_t numRows, std::size_t numCols) {
    std::vector<Table>& tables = tables_[{numRows, numCols}];
    auto unused = std::find_if(tables.begin(), tables.end(), isUnused);
    if (unused == tables.end()) unused = tables.insert(tables.end(), make(numRows, numCols));
    return *unused;
  }

 private:
  TablePool() {
    registerPool({[this]() { return unused(); }, [this](std::size_t numBytes) { giveBack(numBytes); },
                  [this]() { tables_.clear(); }});
  }

  static Table make(std::size_t numRows, std::size_t numCols) {
    try {
      return Table(Kokkos::view_alloc("Chronos::pool", Kokkos::WithoutInitializing), numRows, numCols);
    } catch (const std::exception&) {
      trimDeviceMemory(0);
      return Table(Kokkos::view_alloc("Chronos::pool", Kokkos::WithoutInitializing), numRows, numCols);
    }
  }

  static bool isUnused(const Table& table) { return table.use_count() == 1; }
  static std::size_t bytesOf(const Table& table) { return table.span() * sizeof(typename Table::value_type); }

  std::vector<std::size_t> unused() const {
    std::vector<std::size_t> sizes;
    for (const auto& ofExtents : tables_)
      for (const Table& table : ofExtents.second)
        if (isUnused(table)) sizes.push_back(bytesOf(table));
    return sizes;
  }

  void giveBack(std::size_t numBytes) {
    for (auto& ofExtents : tables_) {
      std::vector<Table>& tables = ofExtents.second;
      const auto table = std::find_if(tables.begin(), tables.end(), [&](const Table& candidate) {
        return bytesOf(candidate) == numBytes && isUnused(candidate);
      });
      if (table == tables.end()) continue;
      tables.erase(table);
      return;
    }
  }

  std::map<std::pair<std::size_t, std::size_t>, std::vector<Table>> tables_;
};

/// An uninitialised View of two extents; on a GPU from a pool, see allocate().
template <class Table>
Table allocateTable(const char* label, std::size_t numRows, std::size_t numCols) {
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (std::is_same_v<typename Table::memory_space, Device::memory_space>)
    if (numRows > 0 && numCols > 0 && keepsDeviceMemory()) return TablePool<Table>::instance().take(numRows, numCols);
#endif
  return allocateAlone<Table>(label, numRows, numCols);
}

}  // namespace Chronos

#endif
