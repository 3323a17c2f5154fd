// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BYTEORDERMARK_HPP
#define CHRONOS_BYTEORDERMARK_HPP

#include <string>

namespace Chronos {

/// Takes the mark of UTF-8 away that editors of some systems put in front of any text.
inline void dropByteOrderMark(std::string& text) {
  const std::string mark = "\xEF\xBB\xBF";
  if (text.compare(0, mark.size(), mark) == 0) text.erase(0, mark.size());
}

}  // namespace Chronos

#endif
