// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MATRIXFILES_HPP
#define CHRONOS_MATRIXFILES_HPP

#include "Chronos_TrilinosVersion.hpp"
#include "TestComm.hpp"

#include <Teuchos_CommHelpers.hpp>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <unistd.h>
#include <utility>
#include <zlib.h>

namespace Chronos::Test {

enum class Packing { plain, gzip };

/// A file that all ranks name alike and that is removed in the end.
class TemporaryFile {
 public:
  TemporaryFile() {
    static int count = 0;
    long long unique[2] = {::getpid(), std::chrono::steady_clock::now().time_since_epoch().count()};
    Teuchos::broadcast(*world(), 0, 2, unique);
    path_ = (std::filesystem::temp_directory_path() / ("chronos-test-" + std::to_string(unique[0]) + "-" +
                                                       std::to_string(unique[1]) + "-" + std::to_string(count++)))
                .string();
  }
  explicit TemporaryFile(const std::string& text, Packing packing = Packing::plain) : TemporaryFile() {
    write(text, packing);
  }
  ~TemporaryFile() {
    world()->barrier();
    if (world()->getRank() == 0) std::filesystem::remove(path_);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  void write(const std::string& text, Packing packing = Packing::plain) const {
    world()->barrier();
    if (world()->getRank() == 0 && packing == Packing::plain) {
      std::ofstream(path_, std::ios::binary | std::ios::trunc).write(text.data(), text.size());
    } else if (world()->getRank() == 0) {
      gzFile file = gzopen(path_.c_str(), "wb");
      gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
      gzclose(file);
    }
    world()->barrier();
  }

  std::string read() const {
    std::ifstream file(path_, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// (row, column) to value, from 0.
using Triplets = std::map<std::pair<GlobalOrdinal, GlobalOrdinal>, double>;

/// The stored entries of this rank.
inline Triplets ownedTriplets(const TpetraCrsMatrix& matrix) {
  Triplets triplets;
  const auto local = matrix.getLocalMatrixHost();
  for (LocalOrdinal row = 0; row < local.numRows(); ++row) {
    for (Offset k = local.graph.row_map(row); k < local.graph.row_map(row + 1); ++k) {
      const auto inserted = triplets.insert(
          {{matrix.getRowMap()->getGlobalElement(row), matrix.getColMap()->getGlobalElement(local.graph.entries(k))},
           local.values(k)});
      if (!inserted.second) throw std::logic_error("an entry is stored twice");
    }
  }
  return triplets;
}

/// Those of all that a rank's rows hold.
inline Triplets onRank(const Triplets& all, const Map& rowMap) {
  Triplets mine;
  for (const auto& entry : all) {
    if (rowMap.isNodeGlobalElement(entry.first.first)) mine.insert(entry);
  }
  return mine;
}

}  // namespace Chronos::Test

#endif
