// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_OUTPUTFILE_HPP
#define CHRONOS_OUTPUTFILE_HPP

#include "Chronos_OutputTarget.hpp"
#include "Chronos_StreamOutput.hpp"
#include "Chronos_Types.hpp"

#include <cstdint>
#include <string>

namespace Chronos {

/// \brief A file that all ranks write side by side, under a temporary name in the folder of the final one.
///
/// Only commit() puts it in its place, whole, with the permissions of the file that it replaces; without commit, as
/// when an error passes by, nothing stays. A link stays, what it points to is replaced. Devices, FIFOs and descriptors
/// such as /dev/stdout stay too: rank 0 writes to them in commit(), and until then the bytes are kept in memory.
class OutputFile {
 public:
  /// Collective. Waits for the reader of a FIFO.
  /// \throws InputError on all ranks when the file cannot be created, or a rank cannot see it
  OutputFile(const std::string& path, const Teuchos::RCP<const Comm>& comm);
  /// Local.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Writes n bytes at an offset; all offsets of all ranks together leave no gap. Local; an error is kept for commit().
  void write(const void* bytes, std::size_t n, std::uint64_t offset);

  /// Brings the bytes of all ranks to the disk, then gives the file its name. Collective.
  /// \throws InputError on all ranks when any write failed
  void commit();

 private:
  std::string openOnRoot();
  std::string createTemporary();
  std::string openStream();
  void shareTemporary();
  void close();
  void failWriting(const std::string& why);

  std::string path_, temporary_;
  Teuchos::RCP<const Comm> comm_;
  OutputTarget target_;  // of rank 0; isReplaced of all
  StreamOutput stream_;
  int descriptor_ = -1;
  std::string error_;
  bool committed_ = false;
};

/// \brief Removes what was last created under a temporary name and not committed: for a signal handler. Local.
void removeUnfinishedFile() noexcept;

}  // namespace Chronos

#endif
