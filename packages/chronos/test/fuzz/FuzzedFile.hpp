// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FUZZEDFILE_HPP
#define CHRONOS_FUZZEDFILE_HPP

#include "Chronos_Error.hpp"
#include "Chronos_Types.hpp"

#include <Teuchos_DefaultSerialComm.hpp>
#include <Tpetra_Core.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace Chronos::Fuzz {

/// A file in memory, with a name by which it can be opened.
class MemoryFile {
 public:
  MemoryFile(const void* bytes, std::size_t n) : descriptor_(::memfd_create("fuzzed", MFD_CLOEXEC)) {
    if (descriptor_ < 0 || ::write(descriptor_, bytes, n) != static_cast<ssize_t>(n)) std::abort();
    path_ = "/proc/self/fd/" + std::to_string(descriptor_);
  }
  explicit MemoryFile(const std::string& bytes) : MemoryFile(bytes.data(), bytes.size()) {}
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  int descriptor_;
  std::string path_;
};

inline Teuchos::RCP<const Comm> self() {
  static const Teuchos::RCP<const Comm> comm = Teuchos::rcp(new Teuchos::SerialComm<int>());
  return comm;
}

/// What a reader is allowed to throw; anything else ends the process, which the fuzzer reports.
/// \return the message, without the name of the file; empty when nothing was wrong
template <class Work>
std::string messageOf(const MemoryFile& file, const Work& work) {
  std::string message;
  try {
    work();
  } catch (const InputError& error) {
    message = error.what();
    if (message.empty()) std::abort();
  }
  const std::size_t at = message.find(file.path());
  return at == std::string::npos ? message : message.erase(at, file.path().size());
}

}  // namespace Chronos::Fuzz

/// Once, before the first input; MPI and Kokkos end with the process.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv);

#endif
