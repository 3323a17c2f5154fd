// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_OutputFile.hpp"

#include "Chronos_CollectiveGuard.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace Chronos {
namespace {

// Of the file that this process creates; empty: none. A signal handler must not look into a std::string.
char unfinished[4096] = "";

void setUnfinished(const std::string& path) {
  const std::size_t length = path.size() < sizeof unfinished ? path.size() : 0;
  unfinished[0] = '\0';
  std::memcpy(unfinished + 1, path.data() + (length > 0 ? 1 : 0), length > 0 ? length - 1 : 0);
  unfinished[length] = '\0';
  if (length > 0) unfinished[0] = path[0];
}

std::string reason() {
  return std::string(": ") + std::strerror(errno);
}

}  // namespace

void removeUnfinishedFile() noexcept {
  if (unfinished[0] != '\0') ::unlink(unfinished);
}

OutputFile::OutputFile(const std::string& path, const Teuchos::RCP<const Comm>& comm) : path_(path), comm_(comm) {
  if (comm_->getRank() == 0) error_ = openOnRoot();
  throwIfAny(*comm_, error_);
  broadcastPlain(*comm_, target_.isReplaced);
  if (target_.isReplaced) shareTemporary();
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (comm_->getRank() == 0) setUnfinished("");
  if (!committed_ && comm_->getRank() == 0 && !temporary_.empty()) std::remove(temporary_.c_str());
}

std::string OutputFile::openOnRoot() {
  try {
    target_ = outputTarget(path_);
  } catch (const InputError& error) {
    return error.what();
  }
  return target_.isReplaced ? createTemporary() : openStream();
}

std::string OutputFile::createTemporary() {
  constexpr int attempts = 100;
  for (int attempt = 0; attempt < attempts && descriptor_ < 0; ++attempt) {
    temporary_ = target_.path + ".part" + std::to_string(::getpid()) + "-" + std::to_string(attempt);
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0 && errno != EEXIST) break;
  }
  if (descriptor_ < 0) return "Cannot create '" + path_ + "'" + reason() + ". Check the folder.";
  setUnfinished(temporary_);
  // File systems without permissions refuse this, and lose nothing by it.
  if (target_.mode) static_cast<void>(::fchmod(descriptor_, *target_.mode));
  return "";
}

std::string OutputFile::openStream() {
  do {
    descriptor_ = target_.descriptor >= 0 ? ::fcntl(target_.descriptor, F_DUPFD_CLOEXEC, 0)
                                          : ::open(target_.path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  } while (descriptor_ < 0 && errno == EINTR);
  return descriptor_ >= 0 ? "" : "Cannot open '" + path_ + "' for writing" + reason() + ".";
}

// The other ranks open what rank 0 has made.
void OutputFile::shareTemporary() {
  int length = static_cast<int>(temporary_.size());
  Teuchos::broadcast(*comm_, 0, &length);
  temporary_.resize(length);
  Teuchos::broadcast(*comm_, 0, length, temporary_.data());
  if (comm_->getRank() != 0) {
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) {
      error_ = "Cannot write '" + path_ + "' on rank " + std::to_string(comm_->getRank()) + reason() +
               ". All ranks must see the folder.";
    }
  }
  try {
    throwIfAny(*comm_, error_);
  } catch (...) {
    // The destructor of an object that was not made does not run.
    if (descriptor_ >= 0) ::close(descriptor_);
    if (comm_->getRank() == 0) {
      setUnfinished("");
      std::remove(temporary_.c_str());
    }
    throw;
  }
}

void OutputFile::failWriting(const std::string& why) {
  if (error_.empty()) error_ = "Writing '" + path_ + "' failed" + why + ".";
}

void OutputFile::write(const void* bytes, std::size_t n, std::uint64_t offset) {
  if (!target_.isReplaced) return stream_.write(bytes, n, offset);
  for (std::size_t done = 0; done < n && error_.empty();) {
    const std::size_t piece = std::min(n - done, std::size_t(1) << 30);
    const ssize_t length =
        ::pwrite(descriptor_, static_cast<const char*>(bytes) + done, piece, static_cast<off_t>(offset + done));
    if (length >= 0) done += static_cast<std::size_t>(length);
    else if (errno != EINTR) failWriting(reason());
  }
}

// Some file systems tell only here that the disk is full.
void OutputFile::close() {
  if (descriptor_ >= 0 && ::close(descriptor_) != 0 && errno != EINTR) failWriting(reason());
  descriptor_ = -1;
}

void OutputFile::commit() {
  if (target_.isReplaced) {
    if (error_.empty() && ::fsync(descriptor_) != 0) failWriting(reason());
  } else {
    const std::string refusal = stream_.drain(*comm_, descriptor_);
    if (!refusal.empty()) failWriting(": " + refusal);
  }
  close();
  throwIfAny(*comm_, error_);
  if (target_.isReplaced && comm_->getRank() == 0 && std::rename(temporary_.c_str(), target_.path.c_str()) != 0) {
    error_ = "Cannot give '" + path_ + "' its name" + reason() + ".";
  }
  throwIfAny(*comm_, error_);
  committed_ = true;
}

}  // namespace Chronos
