// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_OUTPUTCHECK_HPP
#define CHRONOS_OUTPUTCHECK_HPP

#include "Chronos_Types.hpp"

#include <string>
#include <vector>

namespace Chronos {

/// A file of the command line.
struct NamedFile {
  std::string role;  ///< for messages: "--solution", "the matrix"
  std::string path;  ///< empty where the user names none
};

/// \brief Says before a long run what would stop its outputs from being written, or what they would destroy.
///        Collective.
///
/// Nothing is opened or made. Files are told by device and inode: links and other spellings do not hide them.
/// \throws InputError on all ranks: a folder, no such folder, no permission; an output that is an input, another output
///         or the file behind standard output
void checkOutputs(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs, const Comm& comm);

}  // namespace Chronos

#endif
