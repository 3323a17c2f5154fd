// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "FuzzedFile.hpp"

int LLVMFuzzerInitialize(int* argc, char*** argv) {
  static const Tpetra::ScopeGuard tpetra(argc, argv);
  return 0;
}
