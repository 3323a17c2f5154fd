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

std::string reason() {
  return std::string(": ") + std::strerror(errno);
}

}  // namespace

OutputFile::OutputFile(const std::string& path, const Teuchos::RCP<const Comm>& comm) : path_(path), comm_(comm) {
  if (comm_->getRank() == 0) error_ = createTemporary();
  throwIfAny(*comm_, error_);
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
    if (comm_->getRank() == 0) std::remove(temporary_.c_str());
    throw;
  }
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!committed_ && comm_->getRank() == 0) std::remove(temporary_.c_str());
}

std::string OutputFile::createTemporary() {
  constexpr int attempts = 100;
  for (int attempt = 0; attempt < attempts && descriptor_ < 0; ++attempt) {
    temporary_ = path_ + ".part" + std::to_string(::getpid()) + "-" + std::to_string(attempt);
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0 && errno != EEXIST) break;
  }
  return descriptor_ >= 0 ? std::string() : "Cannot create '" + path_ + "'" + reason() + ". Check the folder.";
}

void OutputFile::write(const void* bytes, std::size_t n, std::uint64_t offset) {
  for (std::size_t done = 0; done < n && error_.empty();) {
    const std::size_t piece = std::min(n - done, std::size_t(1) << 30);
    const ssize_t length =
        ::pwrite(descriptor_, static_cast<const char*>(bytes) + done, piece, static_cast<off_t>(offset + done));
    if (length >= 0) done += static_cast<std::size_t>(length);
    else if (errno != EINTR) error_ = "Writing '" + path_ + "' failed" + reason() + ".";
  }
}

void OutputFile::commit() {
  if (error_.empty() && ::fsync(descriptor_) != 0) error_ = "Writing '" + path_ + "' failed" + reason() + ".";
  throwIfAny(*comm_, error_);
  if (comm_->getRank() == 0 && std::rename(temporary_.c_str(), path_.c_str()) != 0) {
    error_ = "Cannot give '" + path_ + "' its name" + reason() + ".";
  }
  throwIfAny(*comm_, error_);
  committed_ = true;
}

}  // namespace Chronos
