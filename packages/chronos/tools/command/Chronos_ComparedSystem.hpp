// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COMPAREDSYSTEM_HPP
#define CHRONOS_COMPAREDSYSTEM_HPP

#include <string>

namespace Chronos::Command {

/// A system that `chronos compare` is told, as text: FILE, FILE:K, FILE:K:MODES.
struct ComparedSystem {
  std::string matrix;  ///< a file of any kind that `chronos solve` reads
  int dofs = 1;        ///< unknowns of a node
  std::string modes;   ///< near-kernel vectors; empty without

  /// \throws InputError for K that is no count and for files that are not there
  static ComparedSystem read(const std::string& text);

  /// The matrix's file without folder and ending: what its results are called.
  std::string name() const;
};

}  // namespace Chronos::Command

#endif
