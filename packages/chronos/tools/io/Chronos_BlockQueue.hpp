// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BLOCKQUEUE_HPP
#define CHRONOS_BLOCKQUEUE_HPP

#include "Chronos_TextSource.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>

namespace Chronos {

/// Blocks on their way from one thread to others, first in first out, bounded so that memory is.
class BlockQueue {
 public:
  explicit BlockQueue(std::size_t capacity) : capacity_(capacity) {}

  /// Takes the block, or leaves it alone and returns false when the queue is full.
  bool tryPush(TextBlock& block) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (blocks_.size() >= capacity_) return false;
      blocks_.push_back(std::move(block));
    }
    changed_.notify_one();
    return true;
  }

  /// Waits for a block; false when the queue is closed and empty.
  bool pop(TextBlock& block) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !blocks_.empty(); });
    if (blocks_.empty()) return false;
    block = std::move(blocks_.front());
    blocks_.pop_front();
    return true;
  }

  /// No more blocks will come.
  void close() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      closed_ = true;
    }
    changed_.notify_all();
  }

 private:
  std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<TextBlock> blocks_;
  bool closed_ = false;
};

}  // namespace Chronos

#endif
