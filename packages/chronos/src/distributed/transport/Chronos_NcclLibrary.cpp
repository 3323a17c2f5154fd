// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NcclLibrary.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <stdexcept>

namespace Chronos {

const NcclLibrary& NcclLibrary::instance() {
  static const NcclLibrary library;
  return library;
}

// Stays loaded: what it started may outlive every owner.
NcclLibrary::NcclLibrary() {
  const char* given = std::getenv("CHRONOS_NCCL_LIBRARY");
  const std::string file = given != nullptr ? given : "libnccl.so.2";
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* text = dlerror();
    problem_ = "NCCL cannot be loaded (" + std::string(text == nullptr ? file.c_str() : text) + ")";
    return;
  }
  const auto find = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
    if (function == nullptr && problem_.empty()) problem_ = file + " has no " + name + ": NCCL 2.7 or later is needed";
  };
  find(getVersion_, "ncclGetVersion");
  find(errorString_, "ncclGetErrorString");
  find(getUniqueId, "ncclGetUniqueId");
  find(commInitRank, "ncclCommInitRank");
  find(commDestroy, "ncclCommDestroy");
  find(commAbort, "ncclCommAbort");
  find(groupStart, "ncclGroupStart");
  find(groupEnd, "ncclGroupEnd");
  find(send, "ncclSend");
  find(receive, "ncclRecv");
}

std::string NcclLibrary::version() const {
  int code = 0;
  if (getVersion_ == nullptr || getVersion_(&code) != 0) return "";
  const int major = code >= 10000 ? code / 10000 : code / 1000;
  const int rest = code - major * (code >= 10000 ? 10000 : 1000);
  return std::to_string(major) + "." + std::to_string(rest / 100) + "." + std::to_string(rest % 100);
}

std::string NcclLibrary::textOf(int result) const {
  return result == 0 ? "" : std::string("NCCL: ") + errorString_(result);
}

void NcclLibrary::check(int result) const {
  if (result != 0) throw std::runtime_error(textOf(result));
}

}  // namespace Chronos
