// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NCCLTRANSPORT_HPP
#define CHRONOS_NCCLTRANSPORT_HPP

#include "Chronos_NcclLibrary.hpp"
#include "Chronos_Transport.hpp"

namespace Chronos {

/// \brief From GPU to GPU by NCCL's grouped sends and receives in the side stream: the host waits for nothing.
class NcclTransport : public Transport {
 public:
  /// \brief Why NCCL cannot serve this communicator; empty where it can. Collective, the same on all ranks.
  ///
  /// No library, a build without CUDA, several ranks on one GPU (NCCL refuses these).
  static std::string problem(const Comm& comm);

  /// \brief Starts NCCL. Collective; some tenths of a second. Throws nothing where that fails.
  explicit NcclTransport(const Comm& comm);
  /// What became of it, the same on all ranks; empty where it started.
  const std::string& problem() const { return problem_; }
  ~NcclTransport() override;
  NcclTransport(const NcclTransport&) = delete;
  NcclTransport& operator=(const NcclTransport&) = delete;

  std::unique_ptr<Channel> open(Route route) const override;
  const char* name() const override { return "nccl"; }
  double startSeconds() const { return startSeconds_; }

 private:
  NcclLibrary::Communicator communicator_ = nullptr;
  double startSeconds_ = 0;
  std::string problem_;
};

}  // namespace Chronos

#endif
