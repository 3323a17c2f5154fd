// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_DIDYOUMEAN_HPP
#define CHRONOS_DIDYOUMEAN_HPP

#include <string>
#include <vector>

namespace Chronos {

/// \brief " Did you mean 'x'?" with the known name that is nearest to what was given; empty where none is near. Local.
///
/// Near is an edit distance (Levenshtein, Soviet Physics Doklady 10 (1966) 707-710) of at most a third of the letters,
/// where an upper case letter counts as its lower case one and a blank, a hyphen and an underscore as one another.
std::string didYouMean(const std::string& given, const std::vector<std::string>& known);

}  // namespace Chronos

#endif
