// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_KERNELGRAPH_HPP
#define CHRONOS_KERNELGRAPH_HPP

#include <cstddef>
#include <functional>
#include <memory>

namespace Chronos {

/// \brief Kernels recorded once and launched again as one: a CUDA graph (CUDA C++ Programming Guide, "CUDA Graphs").
///
/// A launch of one kernel costs the host 4 to 8 us; where kernels are shorter than that, a GPU waits for its host. A
/// recorded kernel starts within 1 to 2 us of the one before. Addresses are part of a record: memory that its kernels
/// touch must stay where it is as long as it is launched.
class KernelGraph {
 public:
  /// Whether kernels can be recorded: on GPUs, unless CHRONOS_KERNEL_GRAPHS is 0 now. Local.
  static bool isPossible();

  /// \brief Records what `body` queues in the default instance of the device; nothing of it runs. Local.
  ///
  /// Null where it cannot be recorded, with nothing run: `body` waited for the device, took memory, copied from or
  /// to the host, or threw. The caller then runs it as it is. One host thread at a time may use the device meanwhile.
  /// \pre `body` sends no message and queues nothing elsewhere: that would happen at once, and be missing in the record
  static std::unique_ptr<const KernelGraph> record(const std::function<void()>& body);

  ~KernelGraph();
  KernelGraph(const KernelGraph&) = delete;
  KernelGraph& operator=(const KernelGraph&) = delete;

  /// Queues all of it in the default instance. Local; does not wait.
  void launch() const;

  /// Kernels, copies and fills.
  std::size_t size() const;

 private:
  KernelGraph();
  struct Record;
  std::unique_ptr<Record> record_;
};

}  // namespace Chronos

#endif
