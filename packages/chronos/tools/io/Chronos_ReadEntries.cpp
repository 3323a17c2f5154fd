// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BlockQueue.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_HostThreads.hpp"
#include "Chronos_MatrixMarketEntries.hpp"
#include "Chronos_Progress.hpp"

#include <algorithm>
#include <atomic>
#include <optional>

namespace Chronos {
namespace {

// One thread's reader of blocks: keeps entries in arrays of just their size, and its first error. Aligned so that
// threads do not write to one cache line.
class alignas(128) EntryCollector {
 public:
  // \param numFound entries of all collectors
  EntryCollector(const MatrixMarketHeader& header, std::atomic<long long>& numFound)
      : header_(header), numFound_(&numFound) {}

  // False once a line was wrong or there are more entries than the sizes announce: no more blocks are wanted.
  bool take(TextBlock& block) {
    if (error_ || *numFound_ > header_.entries) return false;
    skipHeader(block);
    scratch_.clear();
    try {
      parseEntries(block, header_, scratch_);
    } catch (const LineError& error) {
      error_ = error;
      return false;
    }
    blocks_.push_back({block.offset, std::vector<Entry>(scratch_.begin(), scratch_.end())});
    *numFound_ += static_cast<long long>(scratch_.size());
    return true;
  }

  const std::optional<LineError>& error() const { return error_; }
  std::vector<EntryBlock>& blocks() { return blocks_; }

 private:
  // A compressed text comes from its beginning.
  void skipHeader(TextBlock& block) const {
    if (block.offset >= header_.dataOffset) return;
    const std::uint64_t length = std::min<std::uint64_t>(header_.dataOffset - block.offset, block.text.size());
    block.text.erase(block.text.begin(), block.text.begin() + static_cast<std::ptrdiff_t>(length));
    block.offset += length;
  }

  const MatrixMarketHeader& header_;
  std::atomic<long long>* numFound_;
  std::vector<Entry> scratch_;
  std::vector<EntryBlock> blocks_;
  std::optional<LineError> error_;
};

using Collectors = std::vector<EntryCollector>;

// Each thread reads its own part of the rank's byte range.
void readParts(const InputFile& file, std::uint64_t begin, std::uint64_t end, const ReadOptions& options,
               Progress& progress, Collectors& collectors) {
  const int threads = static_cast<int>(collectors.size());
  std::atomic<std::uint64_t> bytesRead{0};
  runThreads(threads, [&](int thread) {
    const auto source = textOfFile(file, options.blockBytes, begin + shareBegin(end - begin, thread, threads),
                                   begin + shareBegin(end - begin, thread + 1, threads));
    TextBlock block;
    while (source->next(block) && collectors[thread].take(block)) {
      bytesRead += block.text.size();
      if (thread == 0) progress.report(static_cast<double>(bytesRead) / static_cast<double>(end - begin));
    }
  });
}

// The calling thread inflates, the others parse; when they fall behind it helps them.
void readCompressed(const InputFile& file, const ReadOptions& options, Progress& progress, Collectors& collectors) {
  constexpr std::size_t blocksWaitingPerThread = 4;
  const int threads = static_cast<int>(collectors.size());
  BlockQueue queue(threads == 1 ? 0 : blocksWaitingPerThread * threads);
  std::atomic<bool> stopped{false};

  const auto inflate = [&] {
    const auto source = textOfGzip(file, options.blockBytes);
    TextBlock block;
    while (!stopped && source->next(block)) {
      if (!queue.tryPush(block) && !collectors[0].take(block)) stopped = true;
      progress.report(static_cast<double>(source->bytesUsed()) / static_cast<double>(file.size()));
    }
  };
  runThreads(threads, [&](int thread) {
    if (thread == 0) {
      try {
        inflate();
      } catch (...) {
        queue.close();
        throw;
      }
      queue.close();
      return;
    }
    TextBlock block;
    while (queue.pop(block)) {
      if (!collectors[thread].take(block)) stopped = true;
    }
  });
}

// Blocks before one with an error are all read: the earliest error of all threads is the first of the rank's share.
void throwFirstError(const InputFile& file, const Collectors& collectors) {
  std::optional<LineError> first;
  for (const EntryCollector& collector : collectors) {
    if (collector.error() && (!first || collector.error()->offset < first->offset)) first = collector.error();
  }
  if (!first) return;
  throw InputError("'" + file.path() + "', line " + std::to_string(lineNumberOf(file, first->offset)) + ": " +
                   first->what);
}

int threadsFor(std::uint64_t bytes, FileKind kind, int hostThreads, const ReadOptions& options) {
  if (options.threads > 0) return options.threads;
  constexpr std::uint64_t bytesWorthAThread = std::uint64_t(1) << 20;
  // Inflating and parsing overlap even where a rank has one processor: its neighbours wait meanwhile.
  const int most = kind == FileKind::gzip ? std::max(2, hostThreads) : hostThreads;
  return static_cast<int>(std::min<std::uint64_t>(most, bytes / bytesWorthAThread + 1));
}

}  // namespace

ParsedEntries readEntries(const InputFile& file, const MatrixMarketHeader& header, int rank, int numRanks,
                          int hostThreads, const ReadOptions& options) {
  ParsedEntries result;
  const FileKind kind = file.kind();
  if (kind == FileKind::gzip && rank != 0) return result;

  const std::uint64_t dataBytes = file.size() - std::min(header.dataOffset, file.size());
  const std::uint64_t begin = header.dataOffset + shareBegin(dataBytes, rank, numRanks);
  const std::uint64_t end = header.dataOffset + shareBegin(dataBytes, rank + 1, numRanks);
  result.threads = threadsFor(kind == FileKind::gzip ? file.size() : end - begin, kind, hostThreads, options);
  std::atomic<long long> numFound{0};
  Collectors collectors(result.threads, EntryCollector(header, numFound));
  Progress progress(rank == 0 ? options.progress : nullptr);
  if (kind == FileKind::gzip) readCompressed(file, options, progress, collectors);
  else readParts(file, begin, end, options, progress, collectors);
  throwFirstError(file, collectors);
  progress.finish();

  for (EntryCollector& collector : collectors) {
    std::move(collector.blocks().begin(), collector.blocks().end(), std::back_inserter(result.blocks));
  }
  std::sort(result.blocks.begin(), result.blocks.end(),
            [](const EntryBlock& a, const EntryBlock& b) { return a.offset < b.offset; });
  return result;
}

}  // namespace Chronos
