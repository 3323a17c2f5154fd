// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NCCLLIBRARY_HPP
#define CHRONOS_NCCLLIBRARY_HPP

#include <cstddef>
#include <string>

namespace Chronos {

/// What of NCCL's interface is used, as its user guide declares it (NVIDIA, NCCL 2.7 and later, "API"): found at run
/// time, so that neither a build nor an installation needs the library.
class NcclLibrary {
 public:
  struct UniqueId {
    char internal[128];
  };
  using Communicator = void*;
  using Stream = void*;

  /// The library that CHRONOS_NCCL_LIBRARY names, else libnccl.so.2 as the loader finds it. Loaded once a process.
  static const NcclLibrary& instance();

  /// Empty where it can be used, else why not.
  const std::string& problem() const { return problem_; }
  /// As 2.28.3; empty where there is none.
  std::string version() const;

  /// NCCL's text for what a call returned; empty for success.
  std::string textOf(int result) const;
  /// \throws std::runtime_error with that text where there is one
  void check(int result) const;

  int (*getUniqueId)(UniqueId*) = nullptr;
  int (*commInitRank)(Communicator*, int numRanks, UniqueId, int rank) = nullptr;
  int (*commDestroy)(Communicator) = nullptr;
  int (*commAbort)(Communicator) = nullptr;
  int (*groupStart)() = nullptr;
  int (*groupEnd)() = nullptr;
  int (*send)(const void*, std::size_t count, int type, int peer, Communicator, Stream) = nullptr;
  int (*receive)(void*, std::size_t count, int type, int peer, Communicator, Stream) = nullptr;
  static constexpr int bytes = 0;  ///< ncclInt8

 private:
  NcclLibrary();

  std::string problem_;
  int (*getVersion_)(int*) = nullptr;
  const char* (*errorString_)(int) = nullptr;
};

}  // namespace Chronos

#endif
