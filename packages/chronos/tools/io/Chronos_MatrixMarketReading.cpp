// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MatrixMarketReading.hpp"

#include "Chronos_CollectiveGuard.hpp"
#include "Chronos_HostThreads.hpp"

#include <algorithm>

namespace Chronos {

MatrixMarketReading::MatrixMarketReading(const std::string& path, const Comm& comm, const ReadOptions& options)
    : path_(path), comm_(comm), options_(options), hostThreads_(hostThreadsPerRank(comm)) {
  runOnAllRanks(comm_, path_, [&] {
    if (comm_.getRank() == 0) header_ = readMatrixMarketHeader(InputFile(path_));
  });
  broadcastPlain(comm_, header_);
}

void MatrixMarketReading::refuse(const std::string& what) const {
  throw InputError("'" + path_ + "', line " + std::to_string(header_.sizeLine) + ": " + what);
}

std::vector<EntryBlock> MatrixMarketReading::parse() {
  ParsedEntries parsed;
  runOnAllRanks(comm_, path_, [&] {
    file_ = std::make_unique<InputFile>(path_);
    parsed = readEntries(*file_, header_, comm_.getRank(), comm_.getSize(), hostThreads_, options_);
  });
  parsingThreads_ = parsed.threads;
  const long long found = sumOverRanks(comm_, static_cast<long long>(parsed.numEntries()));
  if (found != header_.entries) {
    refuse("the sizes announce " + std::to_string(header_.entries) + " entries, the file has " + std::to_string(found) +
           (found < header_.entries ? ". It may be cut off: fetch it again, or correct the sizes."
                                    : " or more. Correct the sizes."));
  }
  return std::move(parsed.blocks);
}

int MatrixMarketReading::assemblyThreads() const {
  constexpr long long entriesWorthAThread = 50000;
  if (options_.threads > 0) return options_.threads;
  return static_cast<int>(std::min<long long>(hostThreads_, header_.entries / entriesWorthAThread + 1));
}

void MatrixMarketReading::fill(ReadReport* report, long long localDuplicates) const {
  if (report == nullptr) return;
  report->bytes = static_cast<long long>(file_->size());
  report->entries = header_.entries;
  report->duplicates = sumOverRanks(comm_, localDuplicates);
  report->threads = parsingThreads_;
  broadcastPlain(comm_, report->threads);
  report->compressed = file_->kind() == FileKind::gzip;
  report->seconds = std::chrono::duration<double>(Clock::now() - start_).count();
}

}  // namespace Chronos
