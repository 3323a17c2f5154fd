// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FILEENDING_HPP
#define CHRONOS_FILEENDING_HPP

#include <string>

namespace Chronos {

/// Whether a name is longer than its ending, such as ".svg".
inline bool hasEnding(const std::string& name, const std::string& ending) {
  return name.size() > ending.size() && name.compare(name.size() - ending.size(), ending.size(), ending) == 0;
}

}  // namespace Chronos

#endif
