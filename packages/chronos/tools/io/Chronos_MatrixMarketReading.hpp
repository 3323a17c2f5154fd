// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MATRIXMARKETREADING_HPP
#define CHRONOS_MATRIXMARKETREADING_HPP

#include "Chronos_MatrixMarketEntries.hpp"

#include <chrono>
#include <memory>
#include <string>

namespace Chronos {

/// A Matrix Market file on its way into memory: the steps that matrices and vectors share, all collective.
class MatrixMarketReading {
 public:
  /// Reads the header.
  /// \throws InputError on all ranks
  MatrixMarketReading(const std::string& path, const Comm& comm, const ReadOptions& options);

  const MatrixMarketHeader& header() const { return header_; }

  /// Something is wrong with the sizes; called on all ranks.
  [[noreturn]] void refuse(const std::string& what) const;

  /// This rank's share of the stored entries.
  /// \throws InputError on all ranks, also when their number is not as
  /// announced
  std::vector<EntryBlock> parse();

  /// Host threads that are worth it for what follows parsing.
  int assemblyThreads() const;

  /// The report of all that was done since the start. Does nothing when report is null, which all ranks agree on.
  void fill(ReadReport* report, long long localDuplicates) const;

 private:
  using Clock = std::chrono::steady_clock;
  std::string path_;
  const Comm& comm_;
  const ReadOptions& options_;
  Clock::time_point start_ = Clock::now();
  int hostThreads_;
  MatrixMarketHeader header_;
  std::unique_ptr<InputFile> file_;
  int parsingThreads_ = 1;
};

}  // namespace Chronos

#endif
