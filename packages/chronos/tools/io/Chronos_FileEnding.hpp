// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FILEENDING_HPP
#define CHRONOS_FILEENDING_HPP

#include <algorithm>
#include <string>

namespace Chronos {

/// Whether a name is longer than its ending, such as ".svg".
inline bool hasEnding(const std::string& name, const std::string& ending) {
  return name.size() > ending.size() && name.compare(name.size() - ending.size(), ending.size(), ending) == 0;
}

/// A name as systems that do not tell capitals from small letters take it: A.MTX is a.mtx.
inline std::string inLowerCase(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return name;
}

}  // namespace Chronos

#endif
